import os, plistlib, sys
os.chdir(sys.argv[1])
places = {'Data/Application/1': ('org.example.app', 2), 'Shared/AppGroup/2': ('group.org.example.app', 7),
    'Shared/AppGroup/3': ('group.org.example.%s', 7)}
for device in ['one', 'two']:
    for place, (name, number) in places.items():
        root = f'{device}/Containers/{place}B1F0C52-93D4-4E0B-8C57-2A4D9E7F1B30'
        for directory in ['Documents', 'Library', 'tmp']: os.makedirs(f'{root}/{directory}')
        if '%' in name: name %= device
        plistlib.dump({'MCMMetadataIdentifier': name, 'MCMMetadataContentClass': number},
            open(root + '/.com.apple.mobile_container_manager.metadata.plist', 'wb'))
        open(root + '/Library/note.txt', 'w').write(device + device[0:number % 2])
