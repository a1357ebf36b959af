import json, sys
def refuse(name): raise ValueError(name)
def load(text): return json.loads(text, parse_float=str, parse_int=str, parse_constant=refuse, object_pairs_hook=list)
for line in open(sys.argv[1]):
    given, _, written = line.rstrip('\n').partition(' ')
    text = bytes.fromhex(given).decode('utf-8', 'replace')
    try: value = load(text)
    except (ValueError, RecursionError): print('refused'); continue
    try: print('same' if written and load(bytes.fromhex(written).decode()) == value else 'different')
    except ValueError: print('damaged')
