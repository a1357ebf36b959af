import datetime, base64, io, json, plistlib, sys
raw = open(sys.argv[1], 'rb').read()
value = plistlib.loads(raw)
form, shown = sys.argv[2], open(sys.argv[3], 'rb').read()
def plain(value):
    if isinstance(value, dict): return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list): return [plain(item) for item in value]
    if isinstance(value, bytes): return base64.b64encode(value).decode()
    if isinstance(value, datetime.datetime): return value.isoformat() + 'Z'
    if isinstance(value, plistlib.UID): return 'UID %d' % value.data
    return value
if form == 'raw': print(shown == raw)
elif form == 'xml':
    # What plistlib does not know in XML: an archive reference is a dictionary there.
    if 'reference' in value: value['reference'] = {'CF$UID': value['reference'].data}
    print(shown.startswith(b'<?xml') and plistlib.loads(shown) == value)
else: print(json.loads(shown) == plain(value))
