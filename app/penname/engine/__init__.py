"""Talks to the model: llama.cpp in a child process, answers held to a grammar, the cache of evaluated tokens.

Knows prompts, tokens and grammars, never attributes. `client.py` is what the layers above use.
"""
