"""What a rewrite changed: beside the original, as a list, each change to take or leave."""
