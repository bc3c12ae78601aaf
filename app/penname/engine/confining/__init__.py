"""What a process of ours gives up for good before it reads a stranger's file."""
