"""Writes a file until the kernel says that some of it is not on the disk yet: others may have it write everything."""
import ctypes, os, struct, sys, time

libc = ctypes.CDLL(None, use_errno=True)
CACHESTAT = 451  # Linux 6.5, the same on all processors
limit = time.monotonic() + 300
while time.monotonic() < limit:
    file = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT | os.O_TRUNC)
    os.write(file, b'x' * 100_000)
    whole, found = struct.pack('QQ', 0, 0), ctypes.create_string_buffer(40)
    answer = libc.syscall(CACHESTAT, file, whole, found, 0)
    os.close(file)
    cached, dirty, writing, evicted, recently = struct.unpack('5Q', found.raw)
    if answer != 0 or dirty + writing > 0: break
else:
    sys.exit('every write was on the disk at once')
