import copy, datetime, random
random.seed(SEED)
def text(): return random.choice(['', 'a', 'b/c', 'ü', 'Zürich', 'x' * 20, '{"j":[1,2]}', '日本'])
def value(depth):
    kind = random.randrange(11 if depth < 4 else 8)
    if kind == 0: return random.choice([True, False])
    if kind == 1: return random.choice([0, 1, -1, 300, 2**40, 2**63 + 5])
    if kind == 2: return random.choice([0.5, 1.0, -3.0, 1e300])
    if kind == 3: return datetime.datetime(2001 + random.randrange(30), 1, 1)
    if kind == 4: return random.choice([b'', b'abc', binary({'n': random.randrange(3)})])
    if kind < 8: return text()
    if kind == 8: return [value(depth + 1) for _ in range(random.randrange(12))]
    return {text() + str(i): value(depth + 1) for i in range(random.randrange(14))}
def change(node):
    places = list(node) if isinstance(node, dict) else list(range(len(node)))
    deeper = [p for p in places if isinstance(node[p], (dict, list)) and node[p]]
    if deeper and random.random() < 0.7: return change(node[random.choice(deeper)])
    action = random.randrange(4)
    if action == 0 or not places:
        if isinstance(node, dict): node['new' + text()] = value(3)
        else: node.insert(random.randrange(len(node) + 1), value(3))
    elif action == 1: del node[random.choice(places)]
    elif action == 2: node[random.choice(places)] = value(3)
    elif isinstance(node, dict): 
        items = list(node.items()); random.shuffle(items); node.clear(); node.update(items)
    else: random.shuffle(node)
for i in range(60):
    one = {'top': value(0), 'list': [value(1) for _ in range(20)], 'more': {'k': value(1), 'l': value(1)}}
    other = copy.deepcopy(one)
    for _ in range(random.randrange(5)): change(other)
    for side, list_ in (('a', one), ('b', other)):
        write(f'{side}/{i:02}.bin', binary(list_)); write(f'{side}/{i:02}.xml.plist', xml(list_))
