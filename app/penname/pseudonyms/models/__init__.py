"""The parts of the three stages that ask a local model (METHODS 8); everything works without them."""
