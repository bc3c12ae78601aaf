"""The window in which models are chosen, fetched, imported and deleted."""
