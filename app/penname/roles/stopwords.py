"""English stopwords: a phrase made of them alone carries no evidence."""

_FUNCTION_WORDS = """
    a an and are as at be been but by do for had has have he her here his i in is it its just me my no not now
    of on or our own she so that the their them then there these they this those to us was we were with you
    your
"""
STOPWORDS = frozenset(_FUNCTION_WORDS.split())
