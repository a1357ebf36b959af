import os, plistlib, sys
os.chdir(sys.argv[1])
def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as file: file.write(data)
def plist(path, **values): write(path, plistlib.dumps(values, fmt=plistlib.FMT_BINARY))
def device(udid, name, runtime):
    plist(f'{udid}/device.plist', name=name, UDID=udid, state=1,
          runtime='com.apple.CoreSimulator.SimRuntime.' + runtime)
    return f'{udid}/data/Containers'
def app(place, number, name, identifier, version):
    data = f'{place}/Data/Application/00000000-0000-0000-0000-00000000000{number}'
    plist(f'{data}/.com.apple.mobile_container_manager.metadata.plist', MCMMetadataIdentifier=identifier)
    write(f'{data}/Documents/a.txt', b'x' * 1000)
    os.makedirs(f'{data}/tmp')
    os.link(f'{data}/Documents/a.txt', f'{data}/tmp/again')
    os.symlink('a.txt', f'{data}/Documents/link')
    bundle = f'{place}/Bundle/Application/00000000-0000-0000-0001-00000000000{number}'
    plist(f'{bundle}/{number}.app/Info.plist', CFBundleIdentifier=identifier, CFBundleName=name,
          CFBundleShortVersionString=version)
phone = device('AAAA', 'iPhone 15', 'iOS-17-2')
app(phone, 1, 'Notes \u65e5\u672c', 'com.example.notes', '1.4')
app(phone, 2, 'Evil\x1b[2J', 'com.example.evil', '2')
app(device('BBBB', 'iPad', 'iOS-16-4'), 3, 'Alone', 'com.example.alone', '3')
device('CCCC', 'Empty', 'watchOS-10-0')
