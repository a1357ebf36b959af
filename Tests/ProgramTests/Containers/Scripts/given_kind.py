import shutil, sqlite3
cloud = 'Library/Mobile Documents/iCloud~com~example~app'
os.makedirs(cloud + '/Documents')
store = sqlite3.connect(cloud + '/Documents/Notes.sqlite')
store.executescript('PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; CREATE TABLE n(t); INSERT INTO n VALUES(1);')
write(cloud + '/Documents/a.txt', b'alpha')
shutil.copytree(cloud, 'Cloud')
store.close()
for end in ['', '-wal', '-shm']: shutil.copy('Cloud/Documents/Notes.sqlite' + end, cloud + '/Documents')
