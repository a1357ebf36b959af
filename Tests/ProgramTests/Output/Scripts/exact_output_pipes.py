import csv, json, os, plistlib, sqlite3, sys
os.chdir(sys.argv[1])
locale = sys.argv[2]
def read(name): return open(name, 'rb').read()
assert read('bytes') == read('bytes.bin')
assert read('text') == read('text.txt')
cursor = sqlite3.connect('rows.db').execute('SELECT * FROM t')
rows = [[column[0] for column in cursor.description]] + [list(map(str, row)) for row in cursor]
assert list(csv.reader(open('rows.csv', encoding='utf-8', newline=''))) == rows
assert [json.loads(line) for line in open('rows.json')] == [{rows[0][0]: 1, rows[0][1]: rows[1][1]}]
wanted = set()
for directory, names, files in os.walk(os.path.realpath(b'App')):
    wanted |= {os.path.join(directory, name) for name in names + files}
assert set(read('paths').split(b'\0')[:-1]) == wanted
with open('list.plist', 'rb') as file: value = plistlib.load(file)
assert plistlib.loads(read('list.xml')) == value
(key, items), = value.items()
assert list(json.load(open('list.json')).items())[0][0] == key
# What would act on a terminal is escaped even in a pipe, and everything beyond ASCII where the locale has none.
for name in ['list.xml', 'list.json', 'rows.json']:
    text = read(name).decode()
    assert not set(text) & {chr(c) for c in [*range(0x7f, 0xa0), 0x2028, 0x2029, 0x202e, 0x1b]}, name
    assert locale != 'C' or text.isascii(), name
assert ('é' in read('list.xml').decode()) == (locale != 'C')
path = read('demo')[:-1]
assert os.path.isdir(path) and '\x9b1m'.encode() in path
