"""The window: everything Qt, and nothing else imports Qt."""
