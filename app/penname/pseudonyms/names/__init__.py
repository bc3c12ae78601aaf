"""Persons, places and organizations by rule: lists of names, and what stands around names."""
