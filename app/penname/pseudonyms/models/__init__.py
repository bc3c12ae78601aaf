"""The parts of the three stages (GPF) that ask a local model; everything works without them."""
