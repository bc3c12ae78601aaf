"""Structured identifiers, one module a kind with its KIND (kinds.py), and what these modules share."""
