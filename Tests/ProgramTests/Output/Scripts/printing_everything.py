import datetime, json, os, re, stat, sys
report = json.load(sys.stdin)
known = []
subjects = {'R': 'reading', 'W': 'changing', 'D': 'deleting', 'B': 'backup'}
def collect(value):
    if isinstance(value, dict):
        if 'rights' in value and 'says' in value:
            *others, last = [subjects[letter] for letter in value['rights'] if letter in subjects]
            known.append('on ' + ' and '.join([', '.join(others), last] if others else [last]))
        if 'remark' in value: known.append('[' + value['remark'] + ']')
        [collect(v) for v in value.values()]
    elif isinstance(value, list): [collect(v) for v in value]
    elif isinstance(value, str): known.append(value)
collect(report)
item = report.get('item')
if item:
    size, mode = item.get('size'), int(item['mode'], 8)
    if size is not None: known += [f'{size:,} bytes', f'{size:,} byte']
    known += [stat.filemode(mode | kind) for kind in (stat.S_IFREG, stat.S_IFDIR, stat.S_IFLNK)]
    for key in ['modified', 'created']:
        if key not in item: continue
        time = datetime.datetime.fromisoformat(item[key].replace('Z', '+00:00')).astimezone()
        offset = time.strftime('%z')
        known.append(time.strftime('%Y-%m-%d %H:%M:%S ') + f'{offset[:3]}:{offset[3:]}')
    known.append(f"{item['hardLinks']} hard links")
state = (item or {}).get('leadsTo', {}).get('state')
words = {
    'outside': 'leads out of the container; it is not entered', 'missing': 'leads to nothing',
    'absolute': 'an absolute path of the device; it is not entered', 'loop': 'a cycle of symbolic links'}
known.append(words.get(state, 'no link'))
if not report['exists']: known += ['not there; if it were:', 'not there', 'absent: created when needed']
if 'sharing' in report: known += ['File sharing: ', 'Finder: ', ' · Files: ', ', depends on ', ' and ']
if report['badges'][3] != 'B': known.append('not backed up')
for line in sys.argv[1].split('\n')[1:]:
    labels = 'in code|to exclude it from backups|on a device'
    rest = re.sub(rf'^({labels}): ', '', line.strip()).replace(', in translation: ', ': ')
    rest = rest.replace('the documents differ', '')
    for fragment in sorted(known, key=len, reverse=True):
        if fragment: rest = rest.replace(fragment, '|')
    rest = re.sub(r'^(ACL: |changed |created |to |leads to the |Source: |[RWDB·] )', '', rest)
    # Quotations, translations and the two sides of a contradiction have their own punctuation.
    assert re.fullmatch(r'([|:;, ·."()]|but)*', rest), (line, rest)
