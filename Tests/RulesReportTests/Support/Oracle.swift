/// The rules of the document about backups and purges, written a second time by hand, in Python.
enum Oracle {
    /// Prints `+` or `-`, the reason, the size and the path of everything, in tree order.
    static let backupSet =
        shared + "\n" + #"""
            kind = sys.argv[2]
            def walk(path, above):
                full = os.path.join(root, path) if path else root
                s = os.lstat(full)
                own = excluded(full, kind)
                c = path.split(b'/') if path else []
                isdir = stat.S_ISDIR(s.st_mode)
                reason = 'place' if not backed_up(c, isdir) else 'excluded' if own else 'excluded-above' if above else ''
                if not reason and not (isdir or stat.S_ISREG(s.st_mode) or stat.S_ISLNK(s.st_mode)): reason = 'kind'
                size = s.st_size if stat.S_ISREG(s.st_mode) else -1
                print('-' if reason else '+', reason, size, ascii(path or b'.'))
                if isdir:
                    for name in sorted(os.listdir(full)): walk(os.path.join(path, name), above or own)
            walk(b'', False)
            """#

    /// Prints the fate, the size and the path of everything in purged places, sorted by path.
    static let purge =
        shared + "\n" + #"""
            event = sys.argv[2]
            table = {
                'running':     {'tmp': ('kept', 'kept'), 'caches': ('kept', 'kept')},
                'idle':        {'tmp': ('willGo', 'kept'), 'caches': ('kept', 'kept')},
                'low-storage': {'tmp': ('mayGo', 'kept'), 'caches': ('mayGo', 'mayGo')},
                'update':      {'tmp': ('kept', 'kept'), 'caches': ('mayGo', 'kept')},
            }
            order = ['kept', 'mayGo', 'willGo', 'goes']
            out = []
            def walk(path, above):
                full = os.path.join(root, path) if path else root
                s = os.lstat(full)
                isdir = stat.S_ISDIR(s.st_mode)
                own = excluded(full, 'every')
                inside = 'goes'
                if isdir:
                    for name in os.listdir(full):
                        fate = walk(os.path.join(path, name), above or own)
                        if order.index(fate) < order.index(inside): inside = fate
                c = path.split(b'/') if path else []
                policy = 'tmp' if c[:1] == [b'tmp'] else 'caches' if c[:2] == [b'Library', b'Caches'] else None
                if event == 'restore':
                    # Gone is exactly what the backup set does not hold.
                    held = backed_up(c, isdir) and not (own or above)
                    if not (isdir or stat.S_ISREG(s.st_mode) or stat.S_ISLNK(s.st_mode)): held = False
                    # The system writes the metadata file when it installs the app, so it is there again.
                    anew = path == b'.com.apple.mobile_container_manager.metadata.plist'
                    if not held: out.append((path, 'kept' if anew else 'goes', s.st_size if stat.S_ISREG(s.st_mode) else -1))
                    return 'kept' if held else 'goes'
                if not policy: return 'kept'
                places = [[b'tmp'], [b'Library', b'Caches'], [b'Library', b'Caches', b'Snapshots'], [b'tmp', b'org.example.app-Inbox']]
                fate = table[event][policy][1 if isdir and c in places else 0]
                if own or above: fate = 'kept'
                if order.index(inside) < order.index(fate): fate = inside
                out.append((path, fate, s.st_size if stat.S_ISREG(s.st_mode) else -1))
                return fate
            walk(b'', False)
            for path, fate, size in sorted(out): print(fate, size, ascii(path))
            """#

    private static let shared = #"""
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
        """#
}
