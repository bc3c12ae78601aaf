"""Penname: shows a writer what a text gives away about its author, and rewrites it, all on this computer."""

__version__ = "0.1.0"
