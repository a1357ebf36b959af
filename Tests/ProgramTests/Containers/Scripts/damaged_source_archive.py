import io, lzma, os, random, subprocess, sys, tarfile, zlib
path, script = sys.argv[1:]
source = random.Random(5)
stream = io.BytesIO()
with tarfile.open(fileobj=stream, mode='w') as archive:
    def add(name, data=None):
        info = tarfile.TarInfo(name)
        if data is None: info.type, info.mode = tarfile.DIRTYPE, 0o755
        else: info.size = len(data)
        archive.addfile(info, data and io.BytesIO(data))
    for name in ['Documents', 'Library', 'Library/Caches', 'tmp']: add('App/' + name)
    # Incompressible, so that a part of the archive holds a part of the files.
    for index in range(40): add('App/Documents/f%02d' % index, source.randbytes(20000 + index))
tar = stream.getvalue()
middle = [m for m in tarfile.open(fileobj=io.BytesIO(tar)) if m.name.endswith('f20')][0]
if path.endswith('.gz'): data = subprocess.run(['gzip', '-1c'], input=tar, stdout=subprocess.PIPE, check=True).stdout
elif path.endswith('.xz'): data = lzma.compress(tar)
elif path.endswith('.zst'): data = subprocess.run(['zstd', '-qc'], input=tar, stdout=subprocess.PIPE, check=True).stdout
else: data = tar
data = bytearray(data)
exec(script)
open(path, 'wb').write(data)
