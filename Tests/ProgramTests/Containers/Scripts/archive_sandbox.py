import subprocess
os.makedirs('Pack.xcappdata')
write('Pack.xcappdata/AppDataInfo.plist', plistlib.dumps({'CFBundleIdentifier': 'org.example.app'}))
subprocess.run(['cp', '-a', 'App', 'Pack.xcappdata/AppData'], check=True)
write('App/Documents/Caf\u0065\u0301.txt', b'nfd')
write('App/Documents/empty', b'')
write('App/Documents/run.sh', b'#!/bin/sh', 0o755)
subprocess.run(['bsdtar', '-C', 'App', '-cf', 'bare.tar', '.'], check=True)
for suffix in ['gz', 'xz', 'zst']:
    subprocess.run(['bsdtar', '-a', '-cf', 'pack.tar.' + suffix, 'Pack.xcappdata'], check=True)
subprocess.run('cd App && zip -qry ../bare.zip .', shell=True, check=True)
subprocess.run('zip -qry pack.xcappdata.zip Pack.xcappdata', shell=True, check=True)
