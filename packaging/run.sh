#!/bin/sh
# What `make run` does once everything is set up: the window, or without a display the same job in the terminal.
cd "$(dirname "$0")/.." || exit 1
if [ -n "$DISPLAY$WAYLAND_DISPLAY" ] || [ "$(uname)" = Darwin ]; then
    exec .venv/bin/penname
fi
sample=resources/samples/lisbon-flat.txt
echo "There is no display here, so this is the job in the terminal, on $sample:"
echo
cat "$sample"
echo
.venv/bin/penname anonymize "$sample" || exit
echo
echo "For the window, run make run in a desktop session, or through \"ssh -X\"."
echo "For your own text: .venv/bin/penname anonymize FILE"
