"""The settings with which a model runs best on this machine, measured and remembered."""
