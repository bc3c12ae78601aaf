"""Pen names and the true profile: what they say of themselves, their posts, and the trail those leave."""
