"""The rewrite as whole sentences: what tells is marked, and of each sentence the writer says what becomes."""
