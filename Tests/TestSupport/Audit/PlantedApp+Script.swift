extension PlantedApp {
    /// Writes files: `put` with a defect or without one.
    private static let head = #"""
        import datetime, json, sqlite3, time
        data, group, app, kind, code, library = sys.argv[1:7]
        planted, now = kind == 'planted', time.time()
        metadata = '.com.apple.mobile_container_manager.metadata.plist'

        def file(path, contents):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, 'wb') as opened: opened.write(contents if isinstance(contents, bytes) else contents.encode())

        # Without the defect, the file has other contents of the same length, or lies in another place.
        def put(base, path, bad, good=None, at=None):
            if planted: return file(f'{base}/{path}', bad)
            if good is None and at is None: good = 'x' * len(bad)
            good = bad if good is None else good
            if isinstance(good, str): good += ' ' * (len(bad) - len(good))
            file(f'{base}/{at or path}', good)

        def binary(values): return plistlib.dumps(values, fmt=plistlib.FMT_BINARY)

        def base(path, *statements):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            opened = sqlite3.connect(path)
            for one in statements: opened.execute(*(one if isinstance(one, tuple) else (one,)))
            opened.commit()
            opened.close()
        """#

    private static let dataScript = #"""
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
        """#

    private static let placeScript = #"""
        put(data, 'Documents/open.txt', 'open to all')
        put(data, 'Library/notes.tmp', 'x', at='tmp/notes.tmp')
        put(data, 'Documents/thumbnails/a.png', 'x', at='Library/Caches/thumbnails/a.png')
        film = f'{data}/Documents/film.mp4' if planted else f'{data}/Library/Caches/film.mp4'
        file(film, b'')
        os.truncate(film, 10 << 20)
        put(data, 'tmp/old.bin', 'x')
        put(data, 'Documents/crash.log', 'x', at='Library/Caches/crash.log')
        put(data, f'{support}/plan.pages', 'x', at='Documents/plan.pages')
        put(data, 'Library/Caches/letter.docx', 'x', at='Documents/letter.docx')
        base(f'{data}/tmp/a.sqlite' if planted else f'{data}/{support}/a.sqlite', 'CREATE TABLE tide(high)')
        base(f'{data}/Documents/tides.sqlite' if planted else f'{data}/{support}/tides.sqlite', 'CREATE TABLE tide(low)')
        put(data, 'Library/Application Support/loose.json', '{}', at=f'{support}/loose.json')
        put(data, 'Library/Preferences/readme.txt', 'no list', at=f'{support}/readme.txt')
        put(data, 'Library/Frameworks/Waves.dylib', 'x', at=f'{support}/waves.txt')
        for name in ('map.bin', 'map.bin.sb-5f0a3c11-Tg4kQz', 'mine.pages'): file(f'{data}/Documents/{name}', 'x')
        excluded = ['map.bin.sb-5f0a3c11-Tg4kQz', 'mine.pages' if planted else 'map.bin']
        for name in excluded: os.setxattr(f'{data}/Documents/{name}', 'user.com.apple.MobileBackup', b'1')
        put(data, 'Documents/Inbox/mail.pdf', 'x', at='Documents/mail.pdf')
        chart = json.dumps({'chart': list(range(60))})
        put(data, f'{support}/chart.json', chart, chart[:-1] + ' ')
        page = b'SQLite format 3\0' + bytes([0x10, 0, 1, 1, 0, 64, 32, 32])
        if planted: file(f'{data}/{support}/broken.sqlite', page + b'\xee' * 8192)
        else: base(f'{data}/{support}/broken.sqlite', 'CREATE TABLE whole(a)', ('INSERT INTO whole VALUES(?)', ['x' * 3000]))
        def texture(*grays):
            blocks = b''.join(b'\xfc\xfd' + b'\xff' * 6 + bytes([gray] * 6) + b'\xff\xff' for gray in grays)
            numbers = [0x04030201, 0, 1, 0, 0x93b0, 0x1908, 4 * len(grays), 4, 0, 0, 1, 1, 0, len(blocks)]
            return b'\xabKTX 11\xbb\r\n\x1a\n' + struct.pack('<14I', *numbers) + blocks
        put(data, 'Library/SplashBoard/Snapshots/sceneID:com.example.tide-default/A@2x.ktx', texture(0, 255), texture(64, 64))
        def protect(path, number):
            os.setxattr(f'{data}/{path}', 'user.dev.sandglass.protection-class', b'%d' % number)
        protect('Documents/open.txt', 4 if planted else 3)
        protect('Documents/id.pem', 3 if planted else 1)
        os.makedirs(f'{group}/Library/Preferences')
        file(f'{group}/{metadata}', binary({'MCMMetadataIdentifier': 'group.com.example.tide'}))
        put(group, 'Library/Preferences/group.com.example.tide.plist', binary({'refreshToken': secret['group']}), binary({'refreshes': 3}))
        put(group, 'shared.json', json.dumps({'apiKey': secret['shared']}), '{"apiKey": null}')
        for path, directories, names in os.walk(data):
            for name in names: os.utime(f'{path}/{name}', (now - 60, now - 60))
        if planted: os.utime(f'{data}/tmp/old.bin', (now - 8 * 86400, now - 8 * 86400))
        """#

    private static let bundleScript = #"""
        info = {'CFBundleIdentifier': 'com.example.tide', 'CFBundleExecutable': 'Tide', 'CFBundleName': 'Tide', 'CFBundlePackageType': 'APPL',
            'CFBundleVersion': '1', 'MinimumOSVersion': '15.4', 'UIRequiredDeviceCapabilities': ['arm64'], 'UILaunchScreen': {},
            'UIFileSharingEnabled': planted, 'UIApplicationExitsOnSuspend': planted, 'LSSupportsOpeningDocumentsInPlace': False,
            'NSCameraUsageDescription': ' ' if planted else 'To photograph the tide.'}
        if planted:
            info['NSAppTransportSecurity'] = {'NSAllowsArbitraryLoads': True, 'NSExceptionDomains': {'old.example': {'NSExceptionAllowsInsecureHTTPLoads': True}}}
            info['CFBundleURLTypes'] = [{'CFBundleURLSchemes': ['HTTPS']}]
            info['UTExportedTypeDeclarations'] = [{'UTTypeIdentifier': 'public.chart', 'UTTypeTagSpecification': {'public.filename-extension': ['chart']}}]
        else:
            info['NSAppTransportSecurity'] = {'NSAllowsLocalNetworking': False, 'NSExceptionDomains': {'localhost': {'NSExceptionAllowsInsecureHTTPLoads': True}}}
            info['LSApplicationQueriesSchemes'] = ['https']
            info['UTImportedTypeDeclarations'] = [{'UTTypeIdentifier': 'public.chart', 'UTTypeTagSpecification': {'public.filename-extension': ['chart']}}]
        file(f'{os.path.dirname(app)}/{metadata}', binary({'MCMMetadataIdentifier': 'com.example.tide'}))
        for number in range(10): file(f'{app}/harbour-{number}.txt', 'A harbour.\n' * (number + 1))
        file(f'{app}/Assets.car', b'\x42' * 64)
        file(f'{app}/chart.json', chart)
        put(app, 'config.json', json.dumps({'storage': {'id': secret['embedded']}}), '{"storage": {"id": "AKIA"}}')
        profile = {'Name': 'Tide', 'CreationDate': datetime.datetime(2020, 1, 1), 'ExpirationDate': datetime.datetime(2021 if planted else 2090, 1, 1)}
        profile |= {'ProvisionedDevices': ['a'], 'Entitlements': {'get-task-allow': True}} if planted else {'Entitlements': {'get-task-allow': False}}
        file(f'{app}/embedded.mobileprovision', b'0\x82' + plistlib.dumps(profile) + b'x')
        put(app, 'Tide.debug.dylib', bytes.fromhex(library), 'x' * 100, at='debug.dylib.txt')
        put(app, 'Extras/tides.txt', 'x', at='en.lproj/tides.txt')
        picture = b'\x89PNG\r\n\x1a\n' + struct.pack('>I4sIIBBBBBI', 13, b'IHDR', 512, 512, 8, 6, 0, 0, 0, 0) + struct.pack('>I4sI', 0, b'IEND', 0xae426082)
        put(app, 'iTunesArtwork.png', picture, picture, at='iTunesArtwork')
        put(app, 'tidal.lproj/tides.txt', 'x', at='fr.lproj/tides.txt')
        def manifest(category): return plistlib.dumps({'NSPrivacyAccessedAPITypes': [{'NSPrivacyAccessedAPIType': f'NSPrivacyAccessedAPICategory{category}',
            'NSPrivacyAccessedAPITypeReasons': ['C617.1']}]})
        put(app, 'PrivacyInfo.xcprivacy', manifest('DiskSpace'), manifest('FileTimestamp'))
        framework = f'{app}/Frameworks/{"Alamofire" if planted else "Waves"}.framework'
        name = os.path.basename(framework)[:-10]
        if not planted: file(f'{framework}/PrivacyInfo.xcprivacy', manifest('FileTimestamp'))
        finish(framework, name, 'com.example.' + name, [2], ['arm64'], [], {'CFBundleExecutable': name, 'CFBundlePackageType': 'FMWK'}, filetype=6)
        finish(app, 'Tide', 'com.example.tide', [2], ['arm64'], [], info, {'get-task-allow': False})
        if planted:
            file(f'{app}/Tide', bytes.fromhex(code))
            file(f'{app}/added.txt', 'x')
        """#

    /// The statements behind `secret` and the functions that sign bundles.
    static let script = [head, dataScript, placeScript, bundleScript].joined(separator: "\n")
}
