"""Pen names and the true profile: what they say of themselves, their posts, and the history those leave."""
