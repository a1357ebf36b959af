import os, plistlib
def write(path, data=b'x'):
    path = os.path.join(world, 'apps', path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as file: file.write(data)
def app(identifier, info={}, *marks):
    write(identifier + '/Info.plist', plistlib.dumps({'CFBundleIdentifier': identifier, 'CFBundleVersion': '12',
          'CFBundleShortVersionString': '1.2', **info}))
    for mark in marks: write(identifier + '/' + mark)
    for name in ('Documents', 'Library/Caches', 'Library/Preferences', 'tmp'):
        os.makedirs(os.path.join(world, 'apps', identifier, 'container', name))
    write(identifier + '/container/Documents/a.txt', b'alpha')
app('com.example.notes', {'CFBundleDisplayName': 'Notes', 'UIFileSharingEnabled': True,
    'UIApplicationExitsOnSuspend': True})
app('com.example.store', {'CFBundleDisplayName': 'Store', 'UIFileSharingEnabled': True}, 'app-store')
app('com.example.closed', {'CFBundleDisplayName': 'Closed'}, 'app-store')

