import os, plistlib, sys
os.chdir(sys.argv[1])
os.makedirs('Other.xcappdata/AppData/Documents'); os.makedirs('Other.xcappdata/AppData/Library')
open('Other.xcappdata/AppData/Documents/seed.txt', 'w').write('seed')
plistlib.dump({'CFBundleIdentifier': 'org.example.other'}, open('Other.xcappdata/AppDataInfo.plist', 'wb'))
os.makedirs('Group/Library')
plistlib.dump({'MCMMetadataIdentifier': 'group.org.example', 'MCMMetadataContentClass': 7},
    open('Group/.com.apple.mobile_container_manager.metadata.plist', 'wb'))
