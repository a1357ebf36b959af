import os, sys
os.chdir(sys.argv[1])
os.mkdir('d')
open('d/x', 'w').close()
# Pairs of names, one of which is the other with escapes.
for name, value in [(b'a', b'1'), (b'a b%=\xc3\xa9', b'2'), (b'raw\xff', b''), (b'%3Dx', b'3'), (b'=x', b'3'),
        (b'%41', b'\0\xff'), (b'A', b'\0\xff'), (b'%', b'4'), (b'%25', b'4'), (b'%2', b'5' * 1500)]:
    os.setxattr('d/x', b'user.' + name, value)
for name in os.listxattr('d/x'): print(os.fsencode(name).hex(), os.getxattr('d/x', name).hex())
