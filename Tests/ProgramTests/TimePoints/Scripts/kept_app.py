import os, plistlib, sys
os.chdir(sys.argv[1])
places = {'Data/Application/1': ('org.example.app', 2), 'Shared/AppGroup/2': ('group.org.example.app', 7),
    'Shared/AppGroup/3': ('group.org.example.app.shared', 7)}
for place, (name, number) in places.items():
    root = f'one/Containers/{place}B1F0C52-93D4-4E0B-8C57-2A4D9E7F1B30'
    for directory in ['Documents', 'Library/Preferences', 'tmp']: os.makedirs(f'{root}/{directory}')
    plistlib.dump({'MCMMetadataIdentifier': name, 'MCMMetadataContentClass': number},
        open(root + '/.com.apple.mobile_container_manager.metadata.plist', 'wb'))
    plistlib.dump({'key': name}, open(root + f'/Library/Preferences/{name}.plist', 'wb'))
    open(root + '/Library/note.txt', 'w').write('oneo')
