import os, sys
os.chdir(sys.argv[1])
os.mkdir('d')
with open('d/sparse', 'wb') as file:
    for part in range(40):
        file.seek(part * 100_000)
        file.write(b'part %d' % part)
    file.truncate(5_000_000)
with open('d/hole', 'wb') as file: file.truncate(3_000_000)
open('d/z', 'w').write('after')
