import os, plistlib, sys
os.chdir(sys.argv[1])
for uuid, app in [('0' * 8, 'tide'), ('1' * 8, 'harbor')]:
    root = 'Containers/Data/Application/%s-0000-4000-8000-000000000000' % uuid
    for name in ['Documents/Sub', 'Library/Preferences', 'tmp']: os.makedirs(root + '/' + name)
    with open(root + '/.com.apple.mobile_container_manager.metadata.plist', 'wb') as f:
        plistlib.dump({'MCMMetadataIdentifier': 'org.example.' + app, 'MCMMetadataContentClass': 2}, f)
    open(root + '/Documents/Sub/%s-chart.txt' % app, 'w').write(app + ' chart\n')
    open(root + '/Documents/Sub/.hidden-chart', 'w').close()
    for n in range(20): open(root + '/Documents/other %d' % n, 'w').close()
with open('device.plist', 'wb') as f:
    plistlib.dump({'name': 'Test Phone', 'UDID': 'F' * 8, 'deviceType': 'x', 'runtime': 'x.iOS-17-2'}, f)
