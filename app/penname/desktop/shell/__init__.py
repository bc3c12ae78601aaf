"""What every window of ours stands in: the tabs of texts, the status line, who may ask whom."""
