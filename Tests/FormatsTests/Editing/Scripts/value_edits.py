"""Random files with one random change each, and whether a program changed only that.

value_edits.py make FORM SEED COUNT: prints a line for each case: the file, the way, the type, the steps and the text.
value_edits.py check FORM SEED COUNT: reads the changed files in the same order, prints "same" or what is wrong.
"""
import base64, datetime, json, plistlib, random, re, struct, sys

EPOCH = datetime.datetime(2001, 1, 1)
TEXTS = ['', 'a', 'before', 'é', '日本', '🏝', 'a & b', '<tag>', 'x' * 40, '"quoted"', 'back\\slash', 'two\nlines', "it's", 'a=b',
         'tilde~', 'one/two', '8', 'true', ' blank ']


def text(r): return r.choice(TEXTS) + (str(r.randrange(50)) if r.random() < .6 else '')


def scalar(r, form):
    kinds = {'json': 'sifbn', 'binary': 'sifbtduc', 'xml': 'sifbtd', 'old': 'sd'}[form]
    kind = r.choice(kinds)
    if kind == 's' or kind == 'c': return text(r)
    if kind == 'i': return r.choice([0, 1, 255, 256, 65535, 65536, 2**31, 2**40, -1, -2**40, r.randrange(1000)])
    if kind == 'f': return r.choice([0.5, -1.25, 1e300, 3.14159, 1 / 3])
    if kind == 'b': return r.random() < .5
    if kind == 'n': return None
    if kind == 't': return EPOCH + datetime.timedelta(seconds=r.randrange(-10**9, 10**9))
    if kind == 'd': return bytes(r.randrange(256) for _ in range(r.choice([0, 1, 5, 40, 100])))
    return plistlib.UID(r.randrange(70000))


def value(r, form, depth):
    if depth == 0 or r.random() < .55: return scalar(r, form)
    count = r.choice([0, 1, 2, 3, 5])
    if r.random() < .02: count, depth = 300, 1
    if r.random() < .4: return [value(r, form, depth - 1) for _ in range(count)]
    return {text(r): value(r, form, depth - 1) for _ in range(count)}


def root(r, form):
    found = {text(r) or 'k': value(r, form, 3) for _ in range(r.choice([1, 2, 4, 8]))}
    return found if r.random() < .8 else [found, *found.values()]


def new_value(r, form, old=None):
    for _ in range(200):
        v = scalar(r, form)
        if type(v) in TYPES and (old is None or type(v) is type(old)): return v
    return None


def case(r, form):
    v = root(r, form)
    chosen = [(p, x) for p, x in places(v) if p]
    way = r.choice(['set', 'set', 'set', 'type', 'json', 'add', 'append', 'delete'])
    copy = clone(v)
    if way == 'set':
        scalars = [(p, x) for p, x in chosen if type(x) in TYPES]
        if scalars:
            path, old = r.choice(scalars)
            new = new_value(r, form, old)
            at(copy, path[:-1])[path[-1]] = new
            return v, copy, 'set', '', path, written(new), new
        way = 'delete'
    if way in ('type', 'json'):
        path, old = r.choice(chosen)
        new = new_value(r, form)
        if way == 'json':
            new = r.choice([{'k': 'v', 'n': ['1', '2']}, ['a', ['b']], [], {}, 'text'])
        at(copy, path[:-1])[path[-1]] = new
        kind = 'json' if way == 'json' else TYPES[type(new)]
        return v, copy, 'set', kind, path, json.dumps(new) if way == 'json' else written(new), new
    groups = [(p, x) for p, x in places(v) if isinstance(x, (dict, list))]
    if way == 'add':
        path, group = r.choice(groups)
        new = new_value(r, form)
        target = at(copy, path)
        if isinstance(target, dict):
            key = 'new key ' + text(r)
            if key in target: key += '!'
            target[key] = new
        else:
            key = r.randrange(len(target) + 1)
            target.insert(key, new)
        return v, copy, 'add', TYPES[type(new)], path + (key,), written(new), new
    lists = [(p, x) for p, x in groups if isinstance(x, list)]
    if way == 'append' and lists:
        path, group = r.choice(lists)
        new = new_value(r, form)
        at(copy, path).append(new)
        return v, copy, 'append', TYPES[type(new)], path, written(new), new
    path, old = r.choice(chosen)
    del at(copy, path[:-1])[path[-1]]
    return v, copy, 'delete', '', path, '', None


# Files


class Writer:
    """Writes text with blanks and comments at random, and tells where the value at a path is, and its item with its key."""

    def __init__(self, r, form, path):
        self.r, self.form, self.path, self.range, self.item = r, form, path, None, None
        self.style = r.choice(['tight', 'pretty', 'wild'])
        self.out = ''

    def blank(self, depth):
        if self.style == 'tight': return ''
        if self.style == 'pretty': return '\n' + '\t' * depth
        comment = ''
        if self.form == 'xml' and self.r.random() < .1: comment = '<!-- a <b> comment -->'
        # A slash that follows a word without quotation marks belongs to it.
        if self.form == 'old' and self.r.random() < .1:
            comment = self.r.choice([' /* a = "b"; */', ' // (a, "b\n', ' // }\r\n'])
        return self.r.choice(['', ' ', '\n', '\r\n  ', '\t']) + comment + self.r.choice(['', ' '])

    def gap(self): return ' ' if self.style == 'pretty' else self.r.choice(['', ' ']) if self.style == 'wild' else ''

    def json(self, v, path=(), depth=0):
        start = len(self.out)
        if isinstance(v, (dict, list)):
            self.out += '{' if isinstance(v, dict) else '['
            for index, key in enumerate(v if isinstance(v, dict) else range(len(v))):
                if index: self.out += self.gap() if self.style == 'wild' else ''
                if index: self.out += ','
                self.out += self.blank(depth + 1)
                if isinstance(v, dict):
                    self.out += self.string(key) + (self.gap() if self.style == 'wild' else '') + ':' + self.gap()
                self.json(v[key], path + (key,), depth + 1)
            if v: self.out += self.blank(depth)
            self.out += '}' if isinstance(v, dict) else ']'
        elif isinstance(v, str): self.out += self.string(v)
        else: self.out += json.dumps(v)
        if path == self.path: self.range = (start, len(self.out))

    def string(self, v): return json.dumps(v, ensure_ascii=self.style == 'wild' and self.r.random() < .5)

    def escaped(self, v):
        if self.style == 'wild' and v and self.r.random() < .3 and ']]>' not in v: return '<![CDATA[' + v + ']]>'
        return v.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')

    def xml(self, v, path=(), depth=0):
        start, content = len(self.out), None
        if isinstance(v, (dict, list)):
            name = 'dict' if isinstance(v, dict) else 'array'
            if not v:
                self.out += self.r.choice(['<%s/>', '<%s />', '<%s></%s>', '<%s>' + self.blank(depth) + '</%s>']).replace(
                    '%s', name)
            else:
                self.out += '<%s>' % name
                for key in v if isinstance(v, dict) else range(len(v)):
                    self.out += self.blank(depth + 1)
                    begin = len(self.out)
                    if isinstance(v, dict): self.out += '<key>' + self.escaped(key) + '</key>' + self.blank(depth + 1)
                    self.xml(v[key], path + (key,), depth + 1)
                    if path + (key,) == self.path: self.item = (begin, len(self.out))
                self.out += self.blank(depth) + '</%s>' % name
        elif isinstance(v, bool): self.out += '<true/>' if v else '<false/>'
        else:
            name = {'int': 'integer', 'float': 'real', 'real': 'real'}.get(TYPES[type(v)], TYPES[type(v)])
            name = {'int': 'integer'}.get(name, name)
            body = self.escaped(v) if isinstance(v, str) else base64.b64encode(v).decode() if isinstance(v, bytes) else written(v)
            self.out += '<%s>' % name
            content = len(self.out)
            self.out += body
            content = (content, len(self.out))
            self.out += '</%s>' % name
        if path == self.path: self.range = content or (start, len(self.out))

    def old(self, v, path=(), depth=0):
        start = len(self.out)
        if isinstance(v, dict):
            # A file may be the pairs alone.
            is_file = not path and self.style != 'tight' and self.r.random() < .3
            if not is_file: self.out += '{'
            for index, key in enumerate(v):
                self.out += self.blank(depth + 1)
                begin = len(self.out)
                self.out += self.quoted(key) + self.gap() + '=' + self.gap()
                self.old(v[key], path + (key,), depth + 1)
                is_last = index == len(v) - 1 and not is_file
                if self.style != 'wild' or not is_last or self.r.random() < .5: self.out += ';'
                if path + (key,) == self.path: self.item = (begin, len(self.out))
            self.out += self.blank(depth)
            if not is_file: self.out += '}'
        elif isinstance(v, list):
            self.out += '('
            for index, item in enumerate(v):
                if index: self.out += self.behind() + ','
                self.out += self.blank(depth + 1)
                begin = len(self.out)
                self.old(item, path + (index,), depth + 1)
                if path + (index,) == self.path: self.item = (begin, len(self.out))
            if v and self.r.random() < .2: self.out += self.behind() + ','
            self.out += self.blank(depth) + ')'
        elif isinstance(v, bytes): self.out += '<' + v.hex() + '>'
        else: self.out += self.quoted(v)
        if path == self.path: self.range = (start, len(self.out))

    def behind(self): return self.blank(0) if self.style == 'wild' and self.r.random() < .3 else ''

    def quoted(self, v):
        if self.style == 'wild' and v.isascii() and v.isalnum() and self.r.random() < .5: return v
        return '"' + v.replace('\\', '\\\\').replace('"', '\\"') + '"'


def make(r, form):
    v, expected, way, kind, path, text, new = case(r, form)
    if form == 'binary': return v, expected, way, kind, path, text, new, None, plistlib.dumps(
        v, fmt=plistlib.FMT_BINARY, sort_keys=False)
    writer = Writer(r, form, path)
    head = ''
    if form == 'xml':
        head = r.choice(['', '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" '
                         '"http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n'])
        writer.out = head + '<plist version="1.0">'
    getattr(writer, form)(v)
    if form == 'xml': writer.out += '</plist>\n'
    if form != 'xml' and r.random() < .5: writer.out += '\n'
    return v, expected, way, kind, path, text, new, writer, writer.out.encode()


# Checks


def canonical(v):
    if isinstance(v, dict): return '{' + ','.join(json.dumps(k) + ':' + canonical(x) for k, x in v.items()) + '}'
    if isinstance(v, list): return '[' + ','.join(map(canonical, v)) + ']'
    return type(v).__name__ + ' ' + repr(v)


class Old:
    """Reads an old-style list."""

    def __init__(self, text): self.t, self.p = text, 0

    def blanks(self):
        while self.p < len(self.t):
            if self.t[self.p].isspace(): self.p += 1
            elif self.t.startswith('/*', self.p): self.p = self.t.index('*/', self.p) + 2
            elif self.t.startswith('//', self.p):
                while self.p < len(self.t) and self.t[self.p] not in '\r\n': self.p += 1
            else: return

    def file(self):
        self.blanks()
        if self.p < len(self.t) and self.t[self.p] in '{(': return self.value()
        # As in CoreFoundation: the pairs of a `strings` file, or none.
        self.t += '\n}'
        return self.pairs()

    def value(self):
        self.blanks()
        c = self.t[self.p]
        if c == '{':
            self.p += 1
            return self.pairs()
        if c == '(':
            found, self.p = [], self.p + 1
            while True:
                self.blanks()
                if self.t[self.p] == ')': break
                found.append(self.value())
                self.blanks()
                if self.t[self.p] == ',': self.p += 1
                else: assert self.t[self.p] == ')', self.t[self.p:]
            self.p += 1
            return found
        if c == '<':
            end = self.t.index('>', self.p)
            found = bytes.fromhex(self.t[self.p + 1:end])
            self.p = end + 1
            return found
        if c == '"':
            found, self.p = '', self.p + 1
            while self.t[self.p] != '"':
                if self.t[self.p] == '\\':
                    self.p += 1
                    found += {'n': '\n', 'r': '\r', 't': '\t'}.get(self.t[self.p], self.t[self.p])
                else: found += self.t[self.p]
                self.p += 1
            self.p += 1
            return found
        start = self.p
        while self.p < len(self.t) and (self.t[self.p].isalnum() or self.t[self.p] in '_$/:.-'): self.p += 1
        assert self.p > start
        return self.t[start:self.p]


    def pairs(self):
        found = {}
        while True:
            self.blanks()
            if self.t[self.p] == '}': break
            key = self.value()
            self.blanks()
            assert self.t[self.p] == '='
            self.p += 1
            found[key] = self.value()
            self.blanks()
            if self.t[self.p] == ';': self.p += 1
            else: assert self.t[self.p] == '}', self.t[self.p:]
        self.p += 1
        return found


def load(form, data):
    if form == 'json': return json.loads(data.decode())
    if form == 'old':
        reader = Old(data.decode())
        found = reader.file()
        reader.blanks()
        assert reader.p == len(reader.t)
        return found
    return plistlib.loads(data)


def objects(data):
    offset_size, ref_size, count, top, table = struct.unpack('>6xBBQQQ', data[-32:])
    offsets = [int.from_bytes(data[table + i * offset_size:][:offset_size], 'big') for i in range(count)]
    found = []
    for start in offsets:
        kind, n, at = data[start] >> 4, data[start] & 15, start + 1
        if kind in (4, 5, 6, 10, 12, 13) and n == 15:
            size = 1 << (data[at] & 15)
            n, at = int.from_bytes(data[at + 1:at + 1 + size], 'big'), at + 1 + size
        if kind in (0xa, 0xc, 0xd):
            refs = n * (2 if kind == 0xd else 1)
            found.append((kind, tuple(int.from_bytes(data[at + i * ref_size:][:ref_size], 'big') for i in range(refs))))
            continue
        size = {0: 0, 1: 1 << n, 2: 1 << n, 3: 1 << n, 4: n, 5: n, 6: 2 * n, 8: n + 1}[kind]
        found.append(data[start:at + size])
    return found, offsets


def common(a, b):
    n = 0
    while n < min(len(a), len(b)) and a[n] == b[n]: n += 1
    m = 0
    while m < min(len(a), len(b)) - n and a[-1 - m] == b[-1 - m]: m += 1
    return n, m


COMMENTS = {'old': re.compile(r'"(?:\\.|[^"\\])*"|(/\*.*?\*/|//[^\r\n]*)', re.S),
            'xml': re.compile(r'<!\[CDATA\[.*?\]\]>|(<!--.*?-->)', re.S)}


def comments(form, text, without=None):
    """The comments of a text, in their order, but those in a part of it."""
    found = [m for m in COMMENTS[form].finditer(text) if m[1]] if form in COMMENTS else []
    return [m[1] for m in found if not without or not without[0] <= m.start() < without[1]]


def contains(text, part):
    """Whether a text has all bytes of another in their order."""
    rest = iter(text)
    return all(byte in rest for byte in part)


def judge(form, made, result):
    v, expected, way, kind, path, text, new, writer, data = made
    if canonical(load(form, result)) != canonical(expected): return 'another value: ' + canonical(load(form, result))
    n, m = common(data, result)
    if form == 'binary':
        (old, starts), (now, later) = objects(data), objects(result)
        changed = [i for i in range(len(old)) if old[i] != now[i]]
        scalars = [i for i in changed if now[i] != b'\0' and not isinstance(old[i], tuple)]
        groups = [i for i in changed if isinstance(old[i], tuple) and now[i] != b'\0']
        if len(scalars) > 1 or len(groups) > 1: return 'other objects were changed: %s %s' % (scalars, groups)
        order = sorted(range(len(old)), key=lambda i: starts[i])
        if order != sorted(range(len(old)), key=lambda i: later[i]): return 'another order'
        if data[:8] != result[:8]: return 'another header'
        return 'same'
    gone = writer.item if way == 'delete' else writer.range if way == 'set' else None
    if comments(form, writer.out, gone) != comments(form, result.decode()): return 'other comments'
    if way == 'set' and kind != 'json' and writer.range:
        a, b = (len(writer.out[:i].encode()) for i in writer.range)
        if n > len(data) or data[:a] != result[:a] and form != 'xml': return 'changed before the value'
        if data[b:] != result[len(result) - (len(data) - b):] and form != 'xml': return 'changed behind the value'
        if form == 'xml':
            # The tags change with the type.
            a, b = a - 10, b + 11
            if data[:max(0, a)] != result[:max(0, a)] or data[b:] and data[b:] != result[-len(data[b:]):]:
                return 'changed around the value'
    if way in ('add', 'append'):
        if n + m < len(data) - (12 if not at(v, path[:-1] if way == 'add' else path) else 0): return 'not only inserted'
    if way == 'delete' and not contains(data, result): return 'not only removed'
    return 'same'


def steps(path): return ','.join(str(k).encode().hex() or '-' for k in path) or 'root'


mode, form, seed, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
lines = iter(sys.stdin) if mode == 'check' else None
for index in range(count):
    made = make(random.Random(seed * 1000003 + index), form)
    if mode == 'make':
        print(made[8].hex(), made[2], made[3] or '-', steps(made[4]), made[5].encode().hex() or '-')
    else:
        line = next(lines).strip()
        if line.startswith('!'): print('refused: ' + line)
        else:
            try: print(judge(form, made, bytes.fromhex(line)))
            except Exception as error: print('unreadable: %r' % error)
