"""Reads an asciicast, version 2 (https://docs.asciinema.org/manual/asciicast/v2/), and prints what it finds."""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    lines = [json.loads(line) for line in file]
header, events = lines[0], lines[1:]
print(header["version"], header["width"], header["height"])
print(len(events), "events")
times = [time for time, kind, text in events if kind == "o"]
print("in order" if times == sorted(times) and len(times) == len(events) else "out of order")
rows = {text.count("\r\n") + 1 for time, kind, text in events[:-1]}
print(*rows, "rows")
