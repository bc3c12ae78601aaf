"""One text's work without its widgets: what runs, where it stands, and what may be done next."""
