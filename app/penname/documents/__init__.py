"""Documents: text out of a file and back into it, and what the file itself tells.

Strangers' files are parsed in a confined child (`child.py`); `client.py` is what the rest of Penname calls.
"""
