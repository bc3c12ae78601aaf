"""One Penname a user and screen: who is first stays, and whoever is started later tells it what is wanted.

A lock file decides who is first; the socket beside it only talks, and never carries a text. Nothing here
imports more than the standard library, so that `penname clipboard` answers at once.
"""
