import base64, os, sys, zipfile
def forms(text):
    plain = text.encode()
    yield plain
    yield text.encode('utf-16-le')
    yield text.encode('utf-16-be')
    for skipped in range(3):
        rest = plain[skipped:]
        yield base64.b64encode(rest[:len(rest) // 3 * 3])
needles = [(text, form) for text in sys.argv[2:] for form in forms(text)]
def check(name, data):
    for text, form in needles:
        if form in data or form in os.fsencode(name): print(name, text)
count = 0
for top, directories, files in os.walk(sys.argv[1]):
    for name in files + directories:
        path = os.path.join(top, name)
        for attribute in os.listxattr(path): check(path + ' ' + attribute, os.getxattr(path, attribute))
        check(path, b'')
    for name in files:
        path = os.path.join(top, name)
        check(path, open(path, 'rb').read())
        count += 1
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                for entry in archive.infolist(): check(entry.filename, archive.read(entry))
print('searched', count)
