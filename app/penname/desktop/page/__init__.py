"""The page of one text: what is protected, what was inferred, the rounds and the rewrite."""
