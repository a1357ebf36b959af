for directory in ('Documents/Inbox', 'Library/Caches', 'Library/Preferences', 'tmp'): os.makedirs(f'{data}/{directory}')
file(f'{data}/{metadata}', binary({'MCMMetadataIdentifier': 'com.example.tide'}))
for number in range(40): file(f'{data}/Documents/Note {number}.txt', 'The tide is high at noon.\n' * (number + 1))
support = 'Library/Application Support/com.example.tide'
bad = {'account': {'userPassword': secret['password'], 'name': 'Mari'}, 'pin': int(secret['pin']), 'cardNumber': secret['card'],
    'accessToken': secret['token'], 'state': secret['jwt'], 'outer': binary({'list': [{'clientSecret': secret['nested']}]})}
good = {'account': {'passwordLength': 21, 'name': 'Mari'}, 'pins': 4, 'cardNumber': 'none', 'pushToken': 'a1b2c3d4e5f6a7b8',
    'state': 'eyJhbGciOiJIUzI1NiJ9 is no token', 'outer': binary({'list': [{'clientName': 'f00dface'}]})}
put(data, 'Library/Preferences/com.example.tide.plist', binary(bad), binary(good))
put(data, 'Documents/setup.ini', f'user = mari\npassword = {secret["password"]}\n', 'user = mari\npassword = \n')
put(data, 'Documents/account.json', json.dumps({'login': {'password': secret['password']}}), '{"login": {"password": null}}')
put(data, 'Documents/wide.txt', f'password = "{secret["wide"]}"\n'.encode('utf-16'), 'password = ""\n'.encode('utf-16'))
def archive(name, value):
    objects = ['$null', {'NS.keys': [plistlib.UID(2)], 'NS.objects': [plistlib.UID(3)], '$class': plistlib.UID(4)}, name, value,
        {'$classname': 'NSDictionary', '$classes': ['NSDictionary', 'NSObject']}]
    return binary({'$version': 100000, '$archiver': 'NSKeyedArchiver', '$top': {'root': plistlib.UID(1)}, '$objects': objects})
put(data, f'{support}/session.archive', archive('password', secret['archived']), archive('harbour', 'a long enough text'))
base(f'{data}/{support}/store.sqlite', 'CREATE TABLE account(id INTEGER PRIMARY KEY, name TEXT, password TEXT)',
    ('INSERT INTO account VALUES(7, ?, ?)', ('mari', secret['stored'] if planted else None)))
pem = 'EC PRIVATE ' if planted else 'PUBLIC '
file(f'{data}/Documents/id.pem', f'-----BEGIN {pem}KEY-----\n{secret["key"]}{"QUJD" * 12}\n-----END {pem}KEY-----\n'
    if planted else f'-----BEGIN {pem}KEY-----\n{"MEkw" * 20}\n-----END {pem}KEY-----\n')
put(data, 'Documents/keys.txt', f'id {secret["access"]}\n', 'id AKIA and no more\n')
put(data, 'tmp/cache.bin', b'\0\1\2\0' + secret['repository'].encode() + b'\0\xff', b'\0\1\2\0ghp_short\0\xff')
card = ' '.join(secret['card'][n:n + 4] for n in range(0, 16, 4))
put(data, 'Documents/pay.txt', f'paid by {card}, thanks\n', 'order 4012888888881881, parcel 4012 8888 8888 1882\n')
put(data, 'Documents/links.txt', f'ftp://mari:{secret["user"]}@tide.example/a\n', 'https://tide.example:8080/a mari@tide.example\n')
put(data, 'Documents/sign-in.txt', f'https://tide.example/a?access_token={secret["parameter"]}\n', 'https://tide.example/a?page=3\n')
put(data, 'Documents/request.txt', f'GET / HTTP/1.1\nAuthorization: Bearer {secret["bearer"]}\n', 'GET / HTTP/1.1\nAuthorization: Bearer <token>\n')
put(data, 'Library/Caches/app.log', f'login password={secret["logged"]} done\n', 'login password= done\n')
def pack(items): return binary({'Version': 1, 'Array': items})
address = 'https://tide.example/a'
headers = {'Accept': '*/*', 'Authorization': 'Bearer ' + secret['cached']} if planted else {'Accept': '*/*'}
base(f'{data}/Library/Caches/com.example.tide/Cache.db',
    'CREATE TABLE cfurl_cache_response(entry_ID INTEGER PRIMARY KEY AUTOINCREMENT UNIQUE, version INTEGER, hash_value INTEGER,'
    ' storage_policy INTEGER, request_key TEXT UNIQUE, time_stamp NOT NULL DEFAULT CURRENT_TIMESTAMP, partition TEXT)',
    'CREATE TABLE cfurl_cache_receiver_data(entry_ID INTEGER PRIMARY KEY, isDataOnFS INTEGER, receiver_data BLOB)',
    'CREATE TABLE cfurl_cache_blob_data(entry_ID INTEGER PRIMARY KEY, response_object BLOB, request_object BLOB, proto_props BLOB, user_info BLOB)',
    ("INSERT INTO cfurl_cache_response VALUES (1, 0, 1, 0, ?, '2019-02-02 11:31:02', 'p')", [address]),
    ('INSERT INTO cfurl_cache_receiver_data VALUES (1, 0, ?)', [b'hello']),
    ('INSERT INTO cfurl_cache_blob_data VALUES (1, ?, ?, NULL, NULL)', [
        pack([{'_CFURLString': address, '_CFURLStringType': 15}, 570799862.0, 0, 200, {'Content-Type': 'text/plain'}, 300, 'text/plain']),
        pack([False, {'_CFURLString': address, '_CFURLStringType': 15}, 60.0, 0, 'GET', headers])]))
base(f'{data}/Library/WebKit/WebsiteData/LocalStorage/https_tide.example_0.localstorage',
    'CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB NOT NULL ON CONFLICT FAIL)',
    ('INSERT INTO ItemTable VALUES (?, ?)', ('authToken' if planted else 'theme', (secret['page'] if planted else 'dark').encode('utf-16-le'))))
def cookie(name, value, flags):
    strings, offsets = b'', []
    for text in ('tide.example', name, '/', value):
        offsets.append(56 + len(strings))
        strings += text.encode() + b'\0'
    record = struct.pack('<IIII4I8xdd', 56 + len(strings), 0, flags, 0, *offsets, 1e9, 7e8) + strings
    page = struct.pack('>I', 0x100) + struct.pack('<III', 1, 16, 0) + record
    return struct.pack('>4sII', b'cook', 1, len(page)) + page + bytes(8)
put(data, 'Library/Cookies/Cookies.binarycookies', cookie('session_id', secret['session'], 0), cookie('session_id', 'x' * 20, 5))
put(data, 'Library/Keyboard/en-dynamic.lm', 'typed words', at='Library/Keyboard/en-readme.txt')
