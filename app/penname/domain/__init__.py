"""The words everyone shares: attributes, inferences, verdicts, changes, sessions. Data and rules, no I/O."""
