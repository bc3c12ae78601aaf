"""Penname: shows a writer what a text gives away about its author, and rewrites it, all on this computer."""

__version__ = "0.1.0"
APP_ID = "org.penname.Penname"  # what desktops, AppStream, macOS and Windows know this program by
