"""Measures protection the way the papers do: data sets, attack accuracy, utility, margins, reports.

An extra (`pip install penname[evaluation]`); the window never imports it.
"""
