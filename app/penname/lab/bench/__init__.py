"""Measures how fast a round is on this machine, against the papers' way, our own answers written plainly, and
the floor that the machine's raw speed sets.
"""
