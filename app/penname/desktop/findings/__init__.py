"""The rail of findings: what a reader takes from the text, and what a rewrite changes about each of it."""
