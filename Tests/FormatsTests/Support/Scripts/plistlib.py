import plistlib, struct, sys
from datetime import datetime, timedelta
from plistlib import UID, FMT_BINARY, FMT_XML

def bits(number):
    return "nan" if number != number else format(struct.unpack(">Q", struct.pack(">d", number))[0], "x")

def canonical(value):
    if isinstance(value, bool): return "b1" if value else "b0"
    if isinstance(value, str): return "s" + value.encode().hex()
    if isinstance(value, int): return "i%d" % value
    if isinstance(value, float): return "r" + bits(value)
    if isinstance(value, datetime): return "d" + bits((value - datetime(2001, 1, 1)).total_seconds())
    if isinstance(value, bytes): return "x" + value.hex()
    if isinstance(value, UID): return "u%d" % value.data
    if isinstance(value, list): return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(k.encode().hex() + ":" + canonical(v) for k, v in value.items()) + "}"
    raise TypeError(type(value))

def has(value, *kinds):
    if isinstance(value, list): return any(has(v, *kinds) for v in value)
    if isinstance(value, dict): return any(has(v, *kinds) for v in value.values())
    return isinstance(value, kinds)

def nested(depth, make):
    value = make(None)
    for _ in range(depth - 1): value = make(value)
    return value

table = {}
for power in (0, 1, 7, 8, 15, 16, 31, 32, 53, 62, 63, 64):
    for number in (2 ** power - 1, 2 ** power, -(2 ** power), -(2 ** power) - 1):
        if -(2 ** 63) <= number < 2 ** 64: table["integer %d" % number] = number
for number in (0.0, -0.0, 1.0, -1.5, 0.1, 1e-5, 1e15, 1e16, 1e20, 1.7976931348623157e308, 5e-324, 2.0 ** 53,
               float("nan"), float("inf"), float("-inf"), 3.141592653589793):
    table["real %r" % number] = number
for length in (0, 1, 13, 14, 15, 16, 17, 254, 255, 256, 257, 65535, 65536):
    table["string of %d ASCII characters" % length] = "a" * length
    table["string of %d CJK characters" % length] = "\u65e5" * length
    table["data of %d bytes" % length] = bytes(i % 251 for i in range(length))
for length in range(2, 64): table["data of %d" % length] = bytes(range(200, 200 + length % 50)) * 2
for name, text in {
    "specials": "<&>\"']]>", "line feed and tab": "a\n\tb \n", "blanks": "  a  ", "Latin": "Gr\u00fc\u00dfe",
    "emoji": "\U0001f600", "family": "\U0001f468\u200d\U0001f469\u200d\U0001f467", "flag": "\U0001f1e9\U0001f1ea",
    "composed": "\u00e9", "decomposed": "e\u0301", "both": "\u00e9e\u0301", "delete": "\x7f", "C1": "\u0085\u009b",
    "bidi": "\u202eabc\u202c", "last of the plane": "\ufffd", "last": "\U0010ffff", "Arabic": "\u0627\u0644",
}.items():
    table["string: " + name] = text
    table["key: " + name] = {text: text}
for name, date in {
    "reference": datetime(2001, 1, 1), "epoch": datetime(1970, 1, 1), "leap day": datetime(2000, 2, 29, 12, 30, 59),
    "first": datetime(1, 1, 1), "last": datetime(9999, 12, 31, 23, 59, 59), "century": datetime(1900, 3, 1),
    "before a leap day": datetime(2024, 2, 28, 23, 59, 59), "seen": datetime(2019, 2, 2, 11, 31, 2),
    "second before": datetime(2000, 12, 31, 23, 59, 59), "Gregorian": datetime(1582, 10, 15),
}.items(): table["date: " + name] = date
for index in range(400): table["date %d" % index] = datetime(1, 1, 1) + timedelta(days=index * 9127, seconds=index * 977)
table["fraction of a second"] = datetime(2019, 2, 2, 11, 31, 2, 515000)
for number in (0, 1, 255, 256, 65535, 65536, 2 ** 32 - 1, 2 ** 32, 2 ** 64 - 1): table["UID %d" % number] = UID(number)
table |= {
    "true": True, "false": False, "no elements": [], "no keys": {},
    "true, one and 1.0": [True, 1, 1.0, False, 0],
    "empty things": [[], {}, "", b"", [[]], {"": {"": []}}],
    "equal scalars": ["a", "a", 1, 1, 1.5, 1.5, b"a", b"a", True, True, "1", b"1", datetime(2002, 2, 2), datetime(2002, 2, 2)],
    "a key that is a value": {"a": "a", "b": ["a", "b"]},
    "equal arrays": [[1, 2], [1, 2], {"a": 1}, {"a": 1}],
    "UIDs": {"$top": {"root": UID(1)}, "$objects": ["$null", UID(2), UID(2), UID(300)]},
    "20 keys": {"key %d" % i: i for i in range(20)},
    "keys out of order": {"b": 1, "a": 2, "c": 3, "B": 4, "": 5},
    "300 keys": {"key %d" % i: {"number": i, "name": "n%d" % i} for i in range(300)},
    "14 elements": list(range(14)), "15 elements": list(range(15)), "16 elements": list(range(16)),
    "300 elements": list(range(300)), "70000 elements": list(range(70000)),
    "100 arrays deep": nested(100, lambda v: [] if v is None else [v]),
    "100 dictionaries deep": nested(100, lambda v: {} if v is None else {"k": v}),
    "data deep": nested(12, lambda v: [bytes(range(100))] if v is None else [v, bytes(range(100))]),
    "app": {"CFBundleIdentifier": "com.example.app", "Version": 3, "Ratio": 0.5, "Icon": b"\x89PNG\r\n",
            "Installed": datetime(2019, 2, 2, 11, 31, 2), "Flags": [True, False], "More": {"Name": "B\u00e4r"}},
}
shared = ["shared", {"a": 1}]

documents = {
    "CDATA": b"<string>a<![CDATA[<b>&amp;]]]>c</string>",
    "CDATA with carriage returns": b"<string><![CDATA[a\r\nb\rc]]></string>",
    "line ends": b"<string>a\r\nb\rc&#13;&#10;d</string>",
    "references": b"<string>&lt;&amp;&gt;&quot;&apos;&#65;&#x42;&#x1F600;&#0067;</string>",
    "comments": b"<array><!-- a --><integer>1<!-- 2 -->3</integer><!-- <string> --></array>",
    "instructions": b"<?php echo ?><string>a<?b c?>d</string>",
    "hexadecimal": b"<array><integer>0xff</integer><integer>0x7FFFFFFFFFFFFFFF</integer></array>",
    "signs": b"<array><integer>-5</integer><integer>+5</integer><integer>007</integer></array>",
    "spaces in numbers": b"<array><integer> 5\n</integer><real> 1.5 </real></array>",
    "reals": b"<array><real>1</real><real>-1e3</real><real>.5</real><real>inf</real><real>-infinity</real><real>NaN</real></array>",
    "data with spaces": b"<array><data> aG Vs\n\t bG8= </data><data/><data></data><data>AA==</data></array>",
    "empty elements": b"<array><string/><array/><dict/><true/><false/><true></true></array>",
    "attributes": b"<dict a='>' b=\"'>\"><key x = 'y' >k</key ><string\n>v</string\n></dict\t>",
    "a key twice": b"<dict><key>a</key><integer>1</integer><key>b</key><integer>2</integer><key>a</key><integer>3</integer></dict>",
    "blanks in keys": b"<dict><key> a </key><string> b </string></dict>",
}

def show(name, exact, data, text):
    print(name, "exact" if exact else "-", data.hex(), text, sep="\t")

if sys.argv[1] == "write":
    for name, value in table.items():
        text = canonical(value)
        show("binary, " + name, True, plistlib.dumps(value, fmt=FMT_BINARY, sort_keys=False), text)
        if has(value, UID): continue
        data = plistlib.dumps(value, fmt=FMT_XML, sort_keys=False)
        # Read back: XML has no fractions of seconds.
        text = canonical(plistlib.loads(data))
        show("XML, " + name, not has(value, float), data, text)
        for encoding in ("utf-16", "utf-16-be"):
            mark = b"\xfe\xff" if encoding == "utf-16-be" else b""
            wide = data.decode().replace("UTF-8", "UTF-16")
            if len(wide) < 5000: show("XML in " + encoding + ", " + name, False, mark + wide.encode(encoding), text)
        if len(data) < 5000: show("XML with mark, " + name, False, b"\xef\xbb\xbf" + data, text)
    show("binary, shared", False, plistlib.dumps([shared, shared, [shared]], fmt=FMT_BINARY), canonical([shared, shared, [shared]]))
    head = b"<?xml version='1.0'?>\n<!DOCTYPE plist SYSTEM \"x.dtd\" [ <!-- ]> --> <!ELEMENT plist ANY> ]>\n"
    for name, body in documents.items():
        for start in (b"", head):
            data = start + b"<plist version='1.0'>" + body + b"</plist>\n"
            text = canonical(plistlib.loads(data, fmt=FMT_XML))
            show("document%s, %s" % (" with head" if start else "", name), False, data, text)
else:
    for line in sys.stdin:
        try: print(canonical(plistlib.loads(bytes.fromhex(line))))
        except Exception as error: print("error: %r" % error)
