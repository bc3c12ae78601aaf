"""A text on the screen: shown exactly, marked, searched, copied, with its own undo."""
