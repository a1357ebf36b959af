import json, random, sys
random.seed(11)
def blank(): return random.choice(['', ' ', '\n', '\t', '/* c */', '// c\n', '  '])
def text(value):
    if value and value.isascii() and value.isalnum() and random.random() < 0.7: return value + " "
    escaped = ''
    for c in value:
        if c in '"\\': escaped += '\\' + c
        elif c == '\n' and random.random() < 0.5: escaped += '\\n'
        elif ord(c) < 0x80 and random.random() < 0.1: escaped += '\\%03o' % ord(c)
        elif random.random() < 0.1:
            units = c.encode('utf-16-be').hex()
            escaped += ''.join('\\U' + units[i:i + 4] for i in range(0, len(units), 4))
        else: escaped += c
    return '"' + escaped + '"'
def write(value):
    if isinstance(value, str): return text(value)
    if isinstance(value, list):
        items = [blank() + write(item) + blank() for item in value]
        return '(' + blank() + ','.join(items) + random.choice([',', '']) * bool(items) + blank() + ')'
    pairs = ''.join(blank() + text(k) + blank() + '=' + blank() + write(v) + blank() + ';' for k, v in value.items())
    return '{' + pairs + blank() + '}'
def make(depth):
    kind = random.random()
    if depth == 0 or kind < 0.5: return ''.join(random.choices('abc019"\\\n é日🏝/*;', k=random.randrange(6)))
    if kind < 0.75: return [make(depth - 1) for _ in range(random.randrange(4))]
    return {str(i) + make(0): make(depth - 1) for i in range(random.randrange(4))}
for _ in range(2000):
    value = random.choice([[make(4)], {'k': make(4)}])
    print(write(value).encode().hex(), json.dumps(value).encode().hex())
