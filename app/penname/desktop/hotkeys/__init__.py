"""Keys that work while another program has the keyboard: one file for each system's own quiet way."""
