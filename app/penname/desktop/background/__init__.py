"""Work beside the window's thread: jobs, their progress, what is kept, and who frees Qt's objects."""
