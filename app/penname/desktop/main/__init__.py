"""The main window: its menus, tools, files, and the small windows it opens."""
