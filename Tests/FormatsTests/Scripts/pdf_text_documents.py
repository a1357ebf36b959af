"""Random PDF documents, and their text.

pdf_text_documents.py SEED COUNT: prints a line for each: the document and its text, as hexadecimal digits.
"""
import base64, random, sys, zlib

WORDS = ['Harbor', 'tide', 'boat', 'Gannet', 'naïve', 'Grüße', '100 %', 'a(b)c', 'back\\slash', "it's", '“quoted”', '–',
         '50€', 'final', 'x' * 40, '(', ')', '~', 'ÿ']
# Characters that only a map of the font has.
FAR = ['日本', '🏝', 'Ωmega', 'жук']
ENCODINGS = {'WinAnsiEncoding': 'cp1252', 'MacRomanEncoding': 'mac_roman'}


class Document:
    def __init__(self, r):
        self.r, self.objects = r, []

    def add(self, body):
        self.objects.append(body)
        return len(self.objects)

    def stream(self, data, entries=''):
        filters = self.r.choice([
            [], ['FlateDecode'], ['FlateDecode'], ['ASCII85Decode', 'FlateDecode'], ['ASCIIHexDecode'],
            ['ASCIIHexDecode', 'FlateDecode']])
        for name in reversed(filters):
            if name == 'FlateDecode': data = zlib.compress(data, self.r.randrange(10))
            if name == 'ASCII85Decode': data = base64.a85encode(data, wrapcol=self.r.choice([0, 60])) + b'~>'
            if name == 'ASCIIHexDecode': data = data.hex().encode() + b'>'
        named = ''
        if len(filters) == 1 and self.r.random() < .5: named = '/Filter /' + filters[0]
        elif filters: named = '/Filter [' + ' '.join('/' + name for name in filters) + ']'
        length = '/Length %d' % len(data)
        if self.r.random() < .2: length = '/Length %d 0 R' % self.add(b'%d' % len(data))
        return self.add(('<< %s %s %s >>\nstream\n' % (length, named, entries)).encode() + data + b'\nendstream')

    def file(self):
        streams = [i for i, body in enumerate(self.objects) if b'stream\n' not in body and self.r.random() < .5]
        # Those without data may be in an object stream.
        packed, place = b'', []
        if self.r.random() < .4 and streams:
            for i in streams:
                place.append('%d %d' % (i + 1, len(packed)))
                packed += self.objects[i] + b' '
            index = ' '.join(place).encode() + b' '
            data = zlib.compress(index + packed)
            self.objects.append(b'<< /Type /ObjStm /N %d /First %d /Filter /FlateDecode /Length %d >>\nstream\r\n' % (
                len(place), len(index), len(data)) + data + b'\nendstream')
        else: streams = []
        out = b'%PDF-1.5\n%\xe2\xe3\xcf\xd3\n'
        for i, body in enumerate(self.objects):
            if i not in streams: out += b'%d 0 obj\n' % (i + 1) + body + b'\nendobj\n'
        return out + b'trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n0\n%%%%EOF\n' % (len(self.objects) + 1)


def escaped(r, data):
    out = b''
    for byte in data:
        if byte in b'()\\': out += b'\\' + bytes([byte])
        elif byte == 13: out += b'\\r'
        elif r.random() < .1: out += b'\\%03o' % byte
        elif r.random() < .02: out += b'\\\n' + bytes([byte])
        else: out += bytes([byte])
    return b'(' + out + b')'


def string(r, data):
    if r.random() < .7: return escaped(r, data)
    digits = data.hex()
    if r.random() < .3: digits = digits.upper().replace('A', 'A ')
    return b'<' + digits.encode() + b'>'


class Font:
    def __init__(self, document, kind):
        self.kind, self.codes = kind, {}
        self.document = document
        self.number = document.add(b'')

    def encode(self, text):
        if self.kind in ENCODINGS: return [bytes([b]) for b in text.encode(ENCODINGS[self.kind])]
        width = 2 if self.kind == 'wide' else 1
        return [self.codes.setdefault(c, len(self.codes) + 3).to_bytes(width, 'big') for c in text]

    def has(self, text):
        if self.kind not in ENCODINGS: return True
        try: return text.encode(ENCODINGS[self.kind]) and '€' not in text
        except UnicodeEncodeError: return False

    def finish(self):
        if self.kind in ENCODINGS:
            body = '<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Harbor /Encoding /%s >>' % self.kind
        else:
            width = 2 if self.kind == 'wide' else 1
            rows = sorted((code, text) for text, code in self.codes.items())
            lines = ['/CIDInit /ProcSet findresource begin 12 dict begin begincmap % a map',
                     '1 begincodespacerange <%s> <%s> endcodespacerange' % ('00' * width, 'ff' * width)]
            for code, text in rows:
                digits, to = '%0*x' % (2 * width, code), text.encode('utf-16-be').hex()
                kind = self.document.r.randrange(3)
                if kind == 0: lines.append('1 beginbfchar <%s> <%s> endbfchar' % (digits, to))
                if kind == 1: lines.append('1 beginbfrange <%s> <%s> <%s> endbfrange' % (digits, digits, to))
                if kind == 2: lines.append('1 beginbfrange\n<%s><%s>[<%s>]\nendbfrange' % (digits, digits, to))
            map = self.document.stream('\n'.join(lines + ['endcmap']).encode())
            body = '<< /Type /Font /BaseFont /ABCDEF+Harbor /ToUnicode %d 0 R ' % map
            body += '/Subtype /Type0 /Encoding /Identity-H >>' if width == 2 else '/Subtype /TrueType >>'
        self.document.objects[self.number - 1] = body.encode()


def page(r, fonts, lines):
    out = b'q 0.5 0 0 rg BT\n'
    for line in lines:
        name, font = r.choice([(n, f) for n, f in fonts.items() if f.has(line)])
        out += b'/%s 12 Tf ' % name.encode()
        codes = font.encode(line)
        way = r.randrange(5)
        if way == 0: out += b'0 -14 Td ' + string(r, b''.join(codes)) + b' Tj\n'
        elif way == 1: out += b'1 0 0 1 72 %d Tm %s Tj\n' % (r.randrange(10**6), string(r, b''.join(codes)))
        elif way == 2: out += string(r, b''.join(codes)) + b" '\n"
        elif way == 3: out += b'1 .5 ' + string(r, b''.join(codes)) + b' "\n'
        else:
            # Letters are moved a little, words far.
            out += b'T* ['
            for part, text in zip(codes, line):
                if text == ' ' and r.random() < .5: out += b' -250.5 '
                else: out += string(r, part) + (b' %d ' % r.randrange(-80, 80) if r.random() < .3 else b'')
            out += b'] TJ\n'
    return out + b'ET Q BI /W 1 /H 1 ID \x00(\x01 EI\n'


def make(r):
    document = Document(r)
    document.add(b'<< /Type /Catalog /Pages 2 0 R >>')
    document.add(b'')
    fonts = {'F%d' % i: Font(document, kind) for i, kind in enumerate([*ENCODINGS, 'narrow', 'wide'])}
    text, kids = [], []
    for _ in range(r.randrange(1, 4)):
        lines = [' '.join(r.choice(WORDS + FAR * (r.random() < .3)) for _ in range(r.randrange(1, 6)))
                 for _ in range(r.randrange(1, 6))]
        text += lines
        data = page(r, fonts, lines)
        form = r.random() < .2
        if form:
            number = document.stream(data, '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources FONTS')
            data = b'q /Fm1 Do Q'
        kids.append(len(document.objects) + 1)
        body = document.add(b'')
        parts = [data]
        if not form and r.random() < .3:
            cut = data.index(b'BT')
            parts = [data[:cut], data[cut:]]
        contents = [document.stream(part) for part in parts]
        named = '%d 0 R' % contents[0] if len(parts) == 1 else '[' + ' '.join('%d 0 R' % n for n in contents) + ']'
        extra = ' /XObject << /Fm1 %d 0 R >>' % number if form else ''
        document.objects[body - 1] = (
            '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %s /Resources << FONTS_ONLY%s >> >>' % (
                named, extra)).encode()
    document.objects[1] = ('<< /Type /Pages /Kids [%s] /Count %d >>' % (
        ' '.join('%d 0 R' % k for k in kids), len(kids))).encode()
    for font in fonts.values(): font.finish()
    named = '/Font << ' + ' '.join('/%s %d 0 R' % (n, f.number) for n, f in fonts.items()) + ' >>'
    own = b'/Resources << ' + named.encode() + b' >>'
    document.objects = [
        body.replace(b'FONTS_ONLY', named.encode()).replace(b'/Resources FONTS', own) for body in document.objects]
    return document.file(), '\n'.join(text) + '\n'


seed, count = int(sys.argv[1]), int(sys.argv[2])
for index in range(count):
    data, text = make(random.Random(seed * 1000003 + index))
    print(data.hex(), text.encode().hex())
