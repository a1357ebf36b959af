import hashlib, os, plistlib, re, struct, sys

def digest(kind, data):
    return {1: lambda: hashlib.sha1(data).digest(), 2: lambda: hashlib.sha256(data).digest(),
            3: lambda: hashlib.sha256(data).digest()[:20], 4: lambda: hashlib.sha384(data).digest()}[kind]()

def blob(magic, data): return struct.pack(">II", magic, len(data) + 8) + data

def code_directory(kind, code, specials, identifier, team=b"TEAM123456"):
    page = 1 << 12
    pages = [digest(kind, code[i:i + page]) for i in range(0, len(code), page)]
    size = len(pages[0])
    count = max(specials)
    slots = b"".join(digest(kind, specials[n]) if specials.get(n) is not None else bytes(size) for n in range(count, 0, -1))
    head = 88
    ident = identifier.encode() + b"\0" + team + b"\0"
    hashes = head + len(ident) + len(slots)
    fields = struct.pack(">IIIIIIIII", 0x20400, 2, hashes, head, count, len(pages), len(code), 0, 0)
    fields = struct.pack(">IIIIIII", 0x20400, 2, hashes, head, count, len(pages), len(code))
    fields += struct.pack(">BBBBI", size, kind, 0, 12, 0)
    fields += struct.pack(">IIIQQQQ", 0, head + len(identifier) + 1, 0, 0, 0, 0, 1)
    assert len(fields) + 8 == head, len(fields)
    return blob(0xfade0c02, fields + ident + slots + b"".join(pages))

def signature(code, kinds, specials, identifier, blobs):
    parts = [(0 if n == 0 else 0x1000 + n - 1, code_directory(k, code, specials, identifier)) for n, k in enumerate(kinds)]
    parts += blobs
    offset, index, data = 12 + 8 * len(parts), b"", b""
    for slot, part in parts:
        index += struct.pack(">II", slot, offset + len(data))
        data += part
    return struct.pack(">III", 0xfade0cc0, offset + len(data), len(parts)) + index + data

CPUS = {"arm64": (0x0100000c, 0, 64), "x86_64": (0x01000007, 3, 64), "armv7": (12, 9, 32)}

def command(number, data):
    data += b"\0" * (-len(data) % 8)
    return struct.pack("<II", number, len(data) + 8) + data

def dylib(path, weak=False):
    return command(0x80000018 if weak else 0xc, struct.pack("<IIII", 24, 2, 0x10000, 0x10000) + path.encode() + b"\0")

def image(arch, seed, libraries, signed, length=9000, filetype=2):
    cpu, sub, bits = CPUS[arch]
    commands = [command(0x1b, bytes(range(16)))]
    commands += [dylib(path, weak) for path, weak in libraries]
    commands += [command(0x8000001c, struct.pack("<I", 12) + b"@executable_path/Frameworks\0")]
    if bits == 64: commands += [command(0x32, struct.pack("<IIII", 2, 0xf0400, 0x110200, 0))]
    else: commands += [command(0x25, struct.pack("<II", 0x80000, 0x90300))]
    if signed: commands += [command(0x1d, b"SIGN_AT_")]
    body = b"".join(commands)
    magic = 0xfeedfacf if bits == 64 else 0xfeedface
    head = struct.pack("<IIIIIII", magic, cpu, sub, filetype, len(commands), len(body), 0x200085)
    if bits == 64: head += b"\0\0\0\0"
    code = head + body
    code += (hashlib.sha256(seed.encode()).digest() * (length // 32 + 1))[:length - len(code)]
    return code + b"\0" * (-len(code) % 16)

def sign(arch, seed, libraries, kinds, specials, identifier, blobs, filetype=2):
    code = image(arch, seed, libraries, True, filetype=filetype)
    size = len(signature(code, kinds, specials, identifier, blobs))
    code = code.replace(b"SIGN_AT_", struct.pack("<II", len(code), size))
    return code + signature(code, kinds, specials, identifier, blobs)

def fat(images):
    offset, table, data = 4096, b"", b""
    for arch, body in images:
        table += struct.pack(">IIIII", *CPUS[arch][:2], offset + len(data), len(body), 12)
        data += body + b"\0" * (-len(body) % 4096)
    head = struct.pack(">II", 0xcafebabe, len(images)) + table
    return head + b"\0" * (offset - len(head)) + data

def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file: file.write(data if isinstance(data, bytes) else data.encode())

RULES = {"^.*": True, r"^.*\.lproj/": {"optional": True, "weight": 1000.0}, r"^.*\.lproj/locversion.plist$": {"omit": True, "weight": 1100.0},
         r"^Base\.lproj/": {"weight": 1010.0}, "^version.plist$": True}
RULES2 = {r".*\.dSYM($|/)": {"weight": 11.0}, r"^(.*/)?\.DS_Store$": {"omit": True, "weight": 2000.0}, "^.*": True,
          r"^.*\.lproj/": {"optional": True, "weight": 1000.0}, r"^.*\.lproj/locversion.plist$": {"omit": True, "weight": 1100.0},
          r"^Base\.lproj/": {"weight": 1010.0}, r"^Info\.plist$": {"omit": True, "weight": 20.0},
          r"^PkgInfo$": {"omit": True, "weight": 20.0}, r"^embedded\.provisionprofile$": {"weight": 20.0}, r"^version\.plist$": {"weight": 20.0}}

def seal(bundle, executable, first_only, nested):
    files, files2 = {}, {}
    rules2 = dict(RULES2)
    if nested: rules2[r"^Frameworks/"] = {"nested": True, "weight": 3000.0}
    for directory, names, entries in os.walk(bundle):
        for name in sorted(entries + [n for n in names if os.path.islink(os.path.join(directory, n))]):
            path = os.path.relpath(os.path.join(directory, name), bundle)
            if path == executable or path.startswith("_CodeSignature/"): continue
            if nested and path.startswith("Frameworks/"): continue
            if os.path.islink(os.path.join(bundle, path)):
                files2[path] = {"symlink": os.readlink(os.path.join(bundle, path))}
                continue
            data = open(os.path.join(bundle, path), "rb").read()
            optional = bool(re.search(r"^.*\.lproj/", path)) and not path.startswith("Base.lproj/")
            one = hashlib.sha1(data).digest()
            files[path] = {"hash": one, "optional": True} if optional else one
            if path in ("Info.plist", "PkgInfo"): continue
            entry = {"hash": one, "hash2": hashlib.sha256(data).digest()}
            if path.endswith(".json"): del entry["hash"]
            if optional: entry["optional"] = True
            files2[path] = one if path.endswith(".old") else entry
    if nested:
        for name, hashed in nested.items():
            files2[name] = {"cdhash": hashed, "requirement": "identifier \"com.example.tide.framework\""}
    list = {"files": files, "rules": RULES}
    if not first_only: list.update(files2=files2, rules2=rules2)
    data = plistlib.dumps(list)
    write(os.path.join(bundle, "_CodeSignature/CodeResources"), data)
    return data

def finish(bundle, name, identifier, kinds, archs, libraries, info, entitlements=None, first_only=False, nested=None, unsigned=False, filetype=2):
    information = plistlib.dumps(info)
    write(os.path.join(bundle, "Info.plist"), information)
    resources = seal(bundle, name, first_only, nested)
    requirements = blob(0xfade0c01, struct.pack(">I", 0))
    blobs = [(2, requirements)]
    specials = {1: information, 2: requirements, 3: resources}
    if entitlements is not None:
        text = blob(0xfade7171, plistlib.dumps(entitlements))
        der = blob(0xfade7172, b"\x70\x06\x02\x01\x01\xb0\x01\x00")
        blobs += [(5, text), (7, der)]
        specials.update({5: text, 7: der})
    blobs += [(0x10000, blob(0xfade0b01, b""))]
    images = []
    for arch in archs:
        body = image(arch, name, libraries, False, filetype=filetype) if unsigned else sign(arch, name, libraries, kinds, specials, identifier, blobs, filetype)
        images.append((arch, body))
    write(os.path.join(bundle, name), images[0][1] if len(images) == 1 else fat(images))
    os.chmod(os.path.join(bundle, name), 0o755)
    directory = code_directory(kinds[0], images[0][1][:images[0][1].find(b"\xfa\xde\x0c\xc0")], specials, identifier)
    return digest(kinds[0], directory)[:20]

