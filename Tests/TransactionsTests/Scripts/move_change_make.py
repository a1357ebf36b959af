import os, shutil, sys
os.chdir(sys.argv[1]); way = sys.argv[2]
def keep(path, body):
    times = os.stat(path, follow_symlinks=False); body()
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns), follow_symlinks=False)
def rewrite(path):
    with open(path, 'r+b') as file: file.write(b'LATER')
def replace():
    with open('new', 'wb') as file: file.write(b'OTHER')
    times = os.stat('a/one'); os.rename('new', 'a/one')
    os.utime('a/one', ns=(times.st_atime_ns, times.st_mtime_ns))
def swap(): os.rename('a/one', 'x'); os.rename('a/two', 'a/one'); os.rename('x', 'a/two')
def relink(): os.unlink('link'); os.symlink('a/two', 'link')
def as_directory(): os.unlink('a/one'); os.makedirs('a/one/deep'); open('a/one/deep/x', 'w').close()
def as_file():
    shutil.rmtree('b')
    with open('b', 'w') as file: file.write('b')
{'rewrites': lambda: keep('a/one', lambda: rewrite('a/one')),
 'adds': lambda: (os.mkdir('a/new'), open('a/new/x', 'w').write('new'), open('top', 'w').write('top')),
 'removes': lambda: (os.unlink('a/one'), shutil.rmtree('b')),
 'replaces': replace, 'becomesDirectory': as_directory, 'becomesFile': as_file, 'swaps': swap,
 'relinks': relink, 'changesMode': lambda: os.chmod('a/one', 0o755),
 'rewritesLinked': lambda: keep('linked', lambda: rewrite('linked'))}[way]()
