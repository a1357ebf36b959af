import os, plistlib, sqlite3, sys
os.chdir(sys.argv[1])
for side in ['a', 'b']: os.makedirs(side + '/Documents'); os.makedirs(side + '/Library')
os.mkdir('b/Library/Preferences')
with open('b/Library/Preferences/x.plist', 'wb') as file:
    plistlib.dump({'key%02d' % i: 'secret' for i in range(30)}, file)
connection = sqlite3.connect('b/Documents/s.db')
connection.execute('create table session (id integer primary key, token)')
connection.execute('insert into session (token) values (1), (2)')
connection.execute('create table empty (x)')
connection.commit()
