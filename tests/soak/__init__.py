"""The server and the rating site under clients of all kinds for a long time: `make soak`."""
