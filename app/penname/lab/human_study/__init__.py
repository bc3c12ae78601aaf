"""The human study: questionnaires for raters about an evaluation's texts, and figures of their answers."""
