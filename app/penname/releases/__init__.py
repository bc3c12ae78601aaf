"""Whether there is a newer Penname: asked only if the user wants it, by itself no more than once a day."""
