import plistlib
run('PRAGMA journal_mode=WAL'); run('PRAGMA wal_autocheckpoint=0')
run('CREATE TABLE cfurl_cache_response(entry_ID INTEGER PRIMARY KEY AUTOINCREMENT UNIQUE, version INTEGER,'
    ' hash_value INTEGER, storage_policy INTEGER, request_key TEXT UNIQUE,'
    ' time_stamp NOT NULL DEFAULT CURRENT_TIMESTAMP, partition TEXT)')
run('CREATE TABLE cfurl_cache_receiver_data(entry_ID INTEGER PRIMARY KEY, isDataOnFS INTEGER, receiver_data BLOB)')
run('CREATE TABLE cfurl_cache_blob_data(entry_ID INTEGER PRIMARY KEY, response_object BLOB, request_object BLOB,'
    ' proto_props BLOB, user_info BLOB)')
def pack(items): return plistlib.dumps({'Version': 1, 'Array': items}, fmt=plistlib.FMT_BINARY)
def url(text): return {'_CFURLString': text, '_CFURLStringType': 15}
def entry(number, address, response, request, on_disk, body):
    run("INSERT INTO cfurl_cache_response VALUES (?, 0, 1, 0, ?, '2019-02-02 11:31:02', 'p')", [number, address])
    run('INSERT INTO cfurl_cache_receiver_data VALUES (?, ?, ?)', [number, on_disk, body])
    run('INSERT INTO cfurl_cache_blob_data VALUES (?, ?, ?, NULL, NULL)', [number, response, request])
a, b = 'https://example.com/a', 'https://example.com/' + 'b' * 500
entry(1, a, pack([url(a), 570799862.0, 0, 200, {'Content-Type': 'text/plain', '__hhaa__': 'x'}, 300, 'text/plain']),
    pack([False, url(a), 60.0, 0, 'GET', {'Accept': '*/*', 'Authorization': 'Bearer x'}]), 0, b'hello')
entry(2, b, pack([404, {'Server': 'x', 'Age': '1'}, url(b), 5]), pack(['POST', url(b), 30.0]), 1,
    'D2B6A8C4-1111-2222-3333-444455556666')
entry(3, 'https://example.com/c', b'no list', None, 1, '../../etc/passwd')
