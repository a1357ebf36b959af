def plist(path, **values): write(path, plistlib.dumps(values, fmt=plistlib.FMT_BINARY))
def device(place, udid, name, runtime):
    plist(f'{place}/{udid}/device.plist', name=name, UDID=udid, state=1,
          runtime='com.apple.CoreSimulator.SimRuntime.' + runtime)
    return f'{place}/{udid}/data/Containers'
def app(place, number, identifier, text):
    data = f'{place}/Data/Application/00000000-0000-0000-0000-00000000000{number}'
    plist(f'{data}/.com.apple.mobile_container_manager.metadata.plist', MCMMetadataIdentifier=identifier)
    write(f'{data}/Documents/a.txt', text.encode())
    os.makedirs(f'{data}/tmp'); os.makedirs(f'{data}/Documents/b')
    plist(f'{data}/Library/Preferences/p.plist', key=['a value'])
phone = device('home/Library/Developer/CoreSimulator/Devices', 'AAAA', 'iPhone 15', 'iOS-17-2')
app(phone, 1, 'com.example.notes', 'on the phone')
plist(f'{phone}/Bundle/Application/00000000-0000-0000-0001-000000000001/Notes.app/Info.plist',
      CFBundleIdentifier='com.example.notes', CFBundleName='Notes')
group = f'{phone}/Shared/AppGroup/00000000-0000-0000-0002-000000000001'
plist(f'{group}/.com.apple.mobile_container_manager.metadata.plist', MCMMetadataIdentifier='group.com.example.notes',
      MCMMetadataContentClass=7)
write(f'{group}/shared.txt', b'in the group')
first = device('pads', 'BBBB', 'iPad', 'iOS-16-4')
second = device('pads', 'CCCC', 'iPad', 'iOS-17-2')
app(first, 1, 'com.example.pad', 'on the first pad')
app(second, 2, 'com.example.pad', 'on the second pad')
app(second, 3, 'com.example.alone', 'on the second pad')
package = 'packages/Notes.xcappdata'
plist(f'{package}/AppDataInfo.plist', CFBundleIdentifier='com.example.notes')
plist(f'{package}/AppData/.com.apple.mobile_container_manager.metadata.plist',
      MCMMetadataIdentifier='com.example.notes')
write(f'{package}/AppData/Documents/a.txt', b'in the package')
