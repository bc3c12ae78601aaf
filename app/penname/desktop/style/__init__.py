"""How everything looks: colours, spacing, the style sheet, light and dark."""
