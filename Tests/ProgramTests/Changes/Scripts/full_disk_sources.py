import os, plistlib, sys, zipfile
os.chdir(sys.argv[1])
for name in ['Documents', 'Library/Preferences', 'tmp']: os.makedirs('App.xcappdata/AppData/' + name)
plistlib.dump({'CFBundleIdentifier': 'org.example.app'}, open('App.xcappdata/AppDataInfo.plist', 'wb'))
for index in range(60):
    with open('App.xcappdata/AppData/Documents/f%d' % index, 'wb') as f: f.write(os.urandom(200 * index))
with zipfile.ZipFile('App.zip', 'w') as archive:
    for path, _, names in os.walk('App.xcappdata'):
        for name in names: archive.write(os.path.join(path, name))
