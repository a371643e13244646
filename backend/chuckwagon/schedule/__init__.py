"""Places, stops and weekly stops: where a truck is, and when."""
