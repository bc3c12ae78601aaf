"""Follows an answer byte by byte through the shape it must have."""
