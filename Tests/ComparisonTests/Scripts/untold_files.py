import tarfile
out = io.BytesIO()
with tarfile.open(fileobj=out, mode='w') as tar:
    info = tarfile.TarInfo('x'); info.size = 1; tar.addfile(info, io.BytesIO(b'y'))
one = out.getvalue()
write('a/t.tar', one); write('b/t.tar', one + b'BEHIND')
write('a/u.tar.gz', gzip.compress(one)); write('b/u.tar.gz', gzip.compress(one + b'BEHIND'))
write('a/z.tar', one); write('b/z.tar', one + bytes(10240))
