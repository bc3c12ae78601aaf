"""Generate: stand-ins of the same kind, shape and language, that equal and contain nothing real."""
