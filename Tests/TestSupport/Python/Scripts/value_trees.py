"""Places in trees of values, and values as `sandglass set` takes them."""
import base64, datetime


def places(v, path=()):
    yield path, v
    items = v.items() if isinstance(v, dict) else enumerate(v) if isinstance(v, list) else ()
    for key, item in items: yield from places(item, path + (key,))


def at(v, path):
    for key in path: v = v[key]
    return v


def clone(v):
    if isinstance(v, dict): return {k: clone(x) for k, x in v.items()}
    return [clone(x) for x in v] if isinstance(v, list) else v


TYPES = {str: 'string', int: 'int', float: 'real', bool: 'bool', datetime.datetime: 'date', bytes: 'data'}


def written(v):
    if isinstance(v, bool): return 'true' if v else 'false'
    if isinstance(v, datetime.datetime): return v.strftime('%Y-%m-%dT%H:%M:%SZ')
    if isinstance(v, bytes): return base64.b64encode(v).decode() if len(v) % 2 else '0x' + v.hex()
    return v if isinstance(v, str) else repr(v)
