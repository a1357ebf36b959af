"""Archives of every class that is shown as a value, and what the program prints of each after a change.

Prints one line for each change that was not told by diff, not found by grep, or not shown.
"""
import copy, json, os, plistlib, subprocess, sys
program, root = sys.argv[1:]
U = plistlib.UID
NEW = 'zqneedle'
def described(*names): return {'$classname': names[0], '$classes': list(names) + ['NSObject']}
# The objects of an archive from 1 on; the first one is the root, and the second one its class.
SAMPLES = {
    'array': [{'$class': U(2), 'NS.objects': [U(3)]}, described('NSMutableArray', 'NSArray'), 'one'],
    'ordered': [{'$class': U(2), 'NS.object.0': U(3)}, described('NSOrderedSet'), 'one'],
    'set': [{'$class': U(2), 'NS.objects': [U(3)]}, described('NSSet'), 'one'],
    'dictionary': [{'$class': U(2), 'NS.keys': [U(3)], 'NS.objects': [U(4)]}, described('NSDictionary'), 'one', 'two'],
    'listed key': [{'$class': U(2), 'NS.keys': [U(3)], 'NS.objects': [U(4)]}, described('NSDictionary'), ['in key'],
        'two'],
    'long key': [{'$class': U(2), 'NS.keys': [U(3)], 'NS.objects': [U(4)]}, described('NSDictionary'), 'k' * 300, 'two'],
    'string': [{'$class': U(2), 'NS.string': 'hello'}, described('NSMutableString', 'NSString')],
    'bytes': [{'$class': U(2), 'NS.bytes': b'hello'}, described('NSString')],
    'latin': [{'$class': U(2), 'NS.bytes': b'h\xe9llo'}, described('NSString')],
    'data': [{'$class': U(2), 'NS.data': U(3)}, described('NSMutableData', 'NSData'), b'\x01\x02some bytes'],
    'date': [{'$class': U(2), 'NS.time': 5.5}, described('NSDate')],
    'uuid': [{'$class': U(2), 'NS.uuidbytes': bytes(range(16))}, described('NSUUID')],
    'url': [{'$class': U(2), 'NS.base': U(3), 'NS.relative': U(4)}, described('NSURL'),
        {'$class': U(2), 'NS.base': U(0), 'NS.relative': U(5)}, 'x/y', 'http://a.example/'],
    'null': [{'$class': U(2)}, described('NSNull')],
    'own list': [{'$class': U(2), 'NS.objects': [U(3)]}, described('Fleet', 'NSMutableArray', 'NSArray'), 'one'],
    'own': [{'$class': U(2), 'name': U(3), 'at': U(4), 'next': U(1)}, described('Pilot', 'Sailor') |
        {'$classhints': ['Person']}, 'Ishmael', {'$class': U(5), 'NS.time': 7.0}, described('NSDate')],
    'chained': [{'$class': U(2), 'name': U(3)}, described('Pilot'), U(4), 'behind a reference'],
}
def archive(objects):
    return {'$archiver': 'NSKeyedArchiver', '$version': 100000, '$top': {'root': U(1)}, '$objects': ['$null'] + objects}
def changes(value):
    """Yields (change, changed copy, whether the text NEW is now in it) for each key and each value in a value."""
    if isinstance(value, dict):
        for key in value:
            yield 'key ' + key, {NEW if one == key else one: value[one] for one in value}, True
            for title, changed, isText in changes(value[key]): yield f'{key}: {title}', value | {key: changed}, isText
        yield 'further key', value | {'further': NEW}, True
    elif isinstance(value, list):
        for index, item in enumerate(value):
            for title, changed, isText in changes(item):
                yield f'{index}: {title}', value[:index] + [changed] + value[index + 1:], isText
        yield 'further item', value + [NEW], True
    elif isinstance(value, str): yield 'text', NEW, True
    elif isinstance(value, bytes): yield 'data', NEW.encode(), True
    elif isinstance(value, U): yield 'reference', U(value.data + 1), False
    else: yield 'number', value + 4711, False
def asXML(value):
    if isinstance(value, U): return {'CF$UID': value.data}
    if isinstance(value, dict): return {key: asXML(one) for key, one in value.items()}
    return [asXML(one) for one in value] if isinstance(value, list) else value
def run(*words): return subprocess.run([program, *words], capture_output=True, text=True)
wanted = {}
for side in 'ab': os.makedirs(f'{root}/{side}')
for name, objects in SAMPLES.items():
    whole = archive(objects)
    for form, ending in ((plistlib.FMT_BINARY, 'bin'), (plistlib.FMT_XML, 'xml')):
        for number, (title, changed, isText) in enumerate(changes(whole)):
            if form == plistlib.FMT_XML and number % 5: continue
            file = f'{name} {ending} {number:03}.plist'
            wanted[file] = (title, isText)
            for side, value in (('a', whole), ('b', changed)):
                stored = asXML(value) if form == plistlib.FMT_XML else value
                with open(f'{root}/{side}/{file}', 'wb') as out: plistlib.dump(stored, out, fmt=form, sort_keys=False)
assert len(wanted) > 300
told = {json.loads(line).get('path') for line in run('diff', '--json', root + '/a', root + '/b').stdout.splitlines()}
found = {os.path.basename(line) for line in run('grep', '-l', NEW, root + '/b').stdout.splitlines()}
for file, (title, isText) in wanted.items():
    if file not in told: print(f'diff does not tell: {file}: {title}')
    if isText and file not in found: print(f'grep does not find: {file}: {title}')
# What is added to an object is shown with it, at an address.
for name, objects in SAMPLES.items():
    changed = copy.deepcopy(objects)
    changed[0]['further'] = NEW
    path = f'{root}/further.plist'
    with open(path, 'wb') as out: plistlib.dump(archive(changed), out, fmt=plistlib.FMT_BINARY, sort_keys=False)
    shown = run('show', path + ':root/further')
    if shown.stdout.strip() != NEW: print(f'not shown: {name}: {shown.stdout} {shown.stderr}')
