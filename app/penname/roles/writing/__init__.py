"""The rewrite as whole sentences: what tells is marked, and sentences that hold a mark are written anew."""
