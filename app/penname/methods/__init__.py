"""The papers' algorithms, one file each, to be read beside the paper."""
