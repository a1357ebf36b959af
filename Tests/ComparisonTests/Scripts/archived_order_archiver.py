class Set(list): pass
class Ordered(list): pass
class Thing:
    def __init__(self, **fields): vars(self).update(fields)
def pack(root, reverse=False):
    objects, known = [], {}
    def place(key):
        known[key] = len(objects) + 1
        objects.append(None)
        return known[key]
    def kind(name):
        if name not in known: objects[place(name) - 1] = {'$classname': name, '$classes': [name, 'NSObject']}
        return plistlib.UID(known[name])
    def add(value):
        key = (value,) if isinstance(value, (str, int)) else id(value)
        if key not in known: fill(place(key), value)
        return plistlib.UID(known[key])
    def fill(number, value):
        order = (lambda members: list(members)[::-1]) if reverse else list
        if isinstance(value, dict):
            pairs = order(value.items())
            made = {'NS.keys': [add(key) for key, _ in pairs], 'NS.objects': [add(one) for _, one in pairs],
                '$class': kind('NSDictionary')}
        elif isinstance(value, Set):
            made = {'NS.objects': [add(one) for one in order(value)], '$class': kind('NSSet')}
        elif isinstance(value, list):
            name = 'NSOrderedSet' if isinstance(value, Ordered) else 'NSArray'
            made = {'NS.objects': [add(one) for one in value], '$class': kind(name)}
        elif isinstance(value, Thing):
            made = {name: add(one) for name, one in vars(value).items()} | {'$class': kind('Thing')}
        else: made = value
        objects[number - 1] = made
    add(root)
    return archived(objects)
def family():
    parent = Thing(name='Ada')
    parent.children = Set([Thing(name=name, parent=parent) for name in ('Bo', 'Cy', 'Di')])
    for child in parent.children: child.siblings = Set([one for one in parent.children if one is not child])
    return parent
shared = {'k': 'v', 'l': ['p', 'q']}

