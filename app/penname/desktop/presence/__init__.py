"""Penname beside its window: the tray, its hotkeys' settings, and what later starts ask for."""
