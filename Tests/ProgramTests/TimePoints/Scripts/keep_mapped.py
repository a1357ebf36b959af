import mmap, os, sys
file = os.open(sys.argv[1], os.O_RDWR)
view = mmap.mmap(file, 4096)
view[0:5] = b'first'
print('mapped', flush=True); sys.stdin.readline()
view[0:5] = b'later'
if sys.argv[2] == 'no': view.close(); os.close(file)
print('written', flush=True); sys.stdin.readline()
