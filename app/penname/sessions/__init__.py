"""Drives a method: decisions, the event log, undo and redo, journal, cancel. No Qt, no rule of a method."""
