import os, sqlite3, sys, tempfile
path = tempfile.mktemp()
base = sqlite3.connect(path)
base.executescript("CREATE TABLE notes (id, hidden); CREATE TABLE blobs (id, hidden);")
text = "x" * 9000 + " the Hidden one " + "y" * 9000
for n in range(30):
    base.execute("INSERT INTO notes VALUES (?, ?)", (n, text if n == 20 else "z" * 9000))
    base.execute("INSERT INTO blobs VALUES (?, ?)", (n, text.encode() if n == 20 else b"z" * 9000))
base.commit(); base.close()
sys.stdout.buffer.write(open(path, "rb").read()); os.remove(path)
