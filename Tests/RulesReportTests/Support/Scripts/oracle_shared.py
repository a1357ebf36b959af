import os, stat, sys
root = os.fsencode(sys.argv[1])
def excluded(full, kind):
    if os.path.islink(full): return False
    names = [n[len('user.com.apple.metadata:'):] for n in os.listxattr(full) if n.startswith('user.com.apple.metadata:')]
    for name in names:
        if name == 'com_apple_backup_excludeItem': return True
        if name == 'com_apple_cloudBackup_excludeItem' and kind in ('every', 'icloud'): return True
        if name == 'com_apple_unencryptedBackup_excludeItem' and kind in ('every', 'unencrypted'): return True
    return False
def backed_up(c, isdir):
    if not c: return True                                   # the root's own row
    if c[0] == b'Documents' and (len(c) > 1 or isdir): return True
    if c[0] != b'Library' or (len(c) == 1 and not isdir): return False
    never = [b'Caches', b'SplashBoard', b'Saved Application State', b'HTTPStorages', b'SyncedPreferences']
    return not (len(c) > 1 and c[1] in never and (len(c) > 2 or isdir))
