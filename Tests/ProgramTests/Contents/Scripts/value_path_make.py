import os, plistlib, shutil, sqlite3, sys, zipfile
os.chdir(sys.argv[1])
connection = sqlite3.connect('a.db')
connection.executescript('''
    CREATE TABLE plain (body); INSERT INTO plain VALUES ('to the harbor');
    CREATE TABLE numbered (id INTEGER PRIMARY KEY, body); INSERT INTO numbered VALUES (7, 'to the harbor');
    CREATE TABLE named (name TEXT PRIMARY KEY, body);
    INSERT INTO named VALUES ('a/b~c', 'to the harbor'), ('12', 'twelve'), (NULL, 'harbor without a name');
    CREATE TABLE pairs (one, two, body, PRIMARY KEY (two, one));
    INSERT INTO pairs VALUES (5, 'x,y', 'to the harbor');
    CREATE TABLE bare (name TEXT PRIMARY KEY, body) WITHOUT ROWID;
    INSERT INTO bare VALUES ('a', 'before'), ('b', 'to the harbor');
    CREATE TABLE other (name INT PRIMARY KEY, body); INSERT INTO other VALUES (3, 'to the harbor');
''')
connection.close()
open('a.plist', 'wb').write(plistlib.dumps({'list': [{'text': 'to the harbor'}]}))
for place in ('App/Documents', 'App/Library', 'App/tmp'): os.makedirs(place)
for name in ('a.db', 'a.plist'): shutil.copy(name, 'App/Documents')
with zipfile.ZipFile('plain.zip', 'w') as archive: archive.write('a.db', 'd/a.db')
with zipfile.ZipFile('App.zip', 'w') as archive:
    for path, directories, names in os.walk('App'):
        for name in directories + names: archive.write(os.path.join(path, name))
