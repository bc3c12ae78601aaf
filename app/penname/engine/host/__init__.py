"""The child process in which llama.cpp runs. Nothing outside it but measuring loads these files."""
