import json, os, plistlib, shutil, sqlite3, sys
os.chdir(sys.argv[1])
def write(path, data):
    with open('d/' + path, 'wb') as file: file.write(data if isinstance(data, bytes) else data.encode())
def database(*statements):
    connection = sqlite3.connect('d/s.db', isolation_level=None)
    connection.execute('PRAGMA synchronous=OFF')
    for statement in statements: connection.execute(statement)
    return connection

