
def strict(name): raise ValueError(name)
text = sys.stdin.read()
form = sys.argv[2]
if form == 'binaryList' or form == 'archive': found = json.loads(text, parse_constant=strict)
if form == 'archive': found = found['root']
if form == 'binaryList' or form == 'archive': pass
else:
    rows = [json.loads(line, parse_constant=strict) for line in text.splitlines()]
    found = [row['created' if form == 'cookies' else 'when'] for row in rows]
for d, value in zip(dates, found):
    # SQLite stores no NaN.
    expected = None if form == 'coreData' and d != d else told(d)
    if value != expected: print(repr(d), value, 'is not', expected)
if len(found) != len(dates): print(len(found), 'dates')
