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
