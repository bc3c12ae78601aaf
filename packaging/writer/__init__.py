"""Makes and trains the writer: marked sentences of a text in, sentences that tell less out."""
