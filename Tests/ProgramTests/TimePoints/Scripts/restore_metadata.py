import os, sys
os.chdir(sys.argv[1])
os.makedirs('App/Documents/way/deep')
open('App/Documents/way/deep/file', 'w').write('x')
os.chmod('App/Documents/way', 0o710)
os.setxattr('App/Documents/way', 'user.note', b'kept')
os.utime('App/Documents/way', (5, 5))
os.utime('App/Documents/Notes', (0, 0))
