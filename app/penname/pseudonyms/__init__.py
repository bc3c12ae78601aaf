"""Stand-ins for what names somebody: detect, generate, replace, and restore in the reply.

After "A General Pseudonymization Framework for Cloud-Based LLMs" (GPF). Surrogates hide names and numbers,
not what the rest of a text gives away. `pseudonymize.py` and `restore.py` are the two ways in.
"""
