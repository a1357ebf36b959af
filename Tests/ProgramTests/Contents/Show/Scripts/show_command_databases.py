run('CREATE TABLE things (name TEXT, "the size" INTEGER, note)')
for row in [('Grüße', 5, None), ("it's", 50, ''), ('a"b', 500, '5'), ('', -1, 5), (None, None, 5.0), ('x', 7, b'5')]:
    run('INSERT INTO things VALUES (?, ?, ?)', row)
run('CREATE VIEW few AS SELECT name, note FROM things WHERE "the size" < 10')
connection.close(); os.rename('a.db', 'plain.sqlite'); connection = sqlite3.connect('a.db', isolation_level=None)
run = connection.execute
run('PRAGMA synchronous=OFF')

