"""The words everyone shares: attributes, inferences, verdicts, changes, sessions. Pure data and rules, no I/O."""
