"""The small window near the cursor: what is on the clipboard, rewritten, with stand-ins, or restored."""
