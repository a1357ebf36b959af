import ctypes, os, struct, sys
error = int(sys.argv[1])
rows = [(0x20, 0, 0, 0), (0x15, 1, 0, 464), (0x15, 0, 1, 465), (0x06, 0, 0, 0x00050000 | error),
        (0x06, 0, 0, 0x7fff0000)]
code = b"".join(struct.pack("HBBI", *row) for row in rows)
buffer = ctypes.create_string_buffer(code)
filter = struct.pack("HxxxxxxP", len(rows), ctypes.addressof(buffer))
libc = ctypes.CDLL(None, use_errno=True)
assert libc.prctl(38, 1, 0, 0, 0) == 0
assert libc.prctl(22, 2, ctypes.c_char_p(filter), 0, 0) == 0
os.execv(sys.argv[2], sys.argv[2:])
