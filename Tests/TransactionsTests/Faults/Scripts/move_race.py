import mmap, os, struct, sys, time
item, ready, stop, aside, way = sys.argv[1:6]
path = item + '/sub/file' if os.path.isdir(item) else item
times = (os.stat(path).st_atime_ns, os.stat(path).st_mtime_ns)
last, file, view = 0, None, None
if way in ('holds', 'maps'): file = os.open(path, os.O_RDWR)
if way == 'maps': view = mmap.mmap(file, 8); os.close(file)
try:
    while not os.path.exists(stop):
        value = struct.pack('>Q', last + 1)
        if way == 'reopens':
            file = os.open(path, os.O_RDWR); os.pwrite(file, value, 0); os.utime(file, ns=times)
            os.close(file)
        elif way == 'holds': os.pwrite(file, value, 0); os.utime(file, ns=times)
        elif way == 'maps': view[0:8] = value
        else:
            with open(aside, 'wb') as made: made.write(value)
            os.rename(aside, item + '/sub/new-%d' % (last + 1))
        last += 1
        if last == 3: open(ready, 'w').close()
        time.sleep(0.002)
except FileNotFoundError: pass
print(last)
