import glob, os, shutil, sqlite3, sys, tempfile
path, = glob.glob(f"{sys.argv[1]}/Containers/Data/Application/*/Library/Application Support/*/HarborNotes.sqlite")
def look(*suffixes):
    with tempfile.TemporaryDirectory() as folder:
        for suffix in suffixes: shutil.copy(path + suffix, folder)
        store = sqlite3.connect(os.path.join(folder, "HarborNotes.sqlite"))
        count, = store.execute("SELECT count(*) FROM ZNOTE").fetchone()
        name, = store.execute("SELECT ZNAME FROM ZFOLDER WHERE Z_PK = 2").fetchone()
        state, = store.execute("PRAGMA integrity_check").fetchone()
        store.close()
        print(count, name, state)
look("")
look("", "-wal")
look("", "-wal", "-shm")
print(os.path.getsize(path + "-shm"))
