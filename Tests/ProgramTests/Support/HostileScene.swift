import TestSupport

/// Containers, archives, a backup and files in which everything has a name, or holds text, that would act on a
/// terminal.
final class HostileScene {
    let sandbox: SharingSandbox
    private let backup: SampleBackup

    /// The name in a shell script: OSC 52, a sequence that clears the screen, DEL, C1 as UTF-8 and as a byte that is
    /// not UTF-8, RIGHT-TO-LEFT OVERRIDE, LINE SEPARATOR, and a line feed before text that looks like a line of the
    /// program's.
    static let shellName =
        #"x\033]52;c;aGk=\007\033[2J\177\302\2331m\2332m\342\200\256\342\200\250\nINJECTED"#
    private static let pythonName =
        #"b'x\x1b]52;c;aGk=\x07\x1b[2J\x7f\xc2\x9b1m\x9b2m\xe2\x80\xae\xe2\x80\xa8\nINJECTED'"#
    /// The same as text, without the byte that is not UTF-8.
    private static let pythonText =
        #"'x\x1b]52;c;aGk=\x07\x1b[2J\x7f\x9b1m\u202e\u2028\nINJECTED'"#
    /// Without C0 controls, which XML cannot hold.
    private static let pythonActive = #"'x\x7f\x9b1m\u202e\u2028é'"#

    init() throws {
        backup = try SampleBackup(
            """
            odd = \(Self.pythonName)
            for place in ['', 'Documents', 'Library', 'tmp']: add(APP, place)
            add(APP, b'Documents/' + odd, b'secret')
            add('AppDomain-org.' + \(Self.pythonText), 'Documents/a', b'a')
            """)
        sandbox = try SharingSandbox(
            """
            import sqlite3, tarfile, zipfile, shutil
            odd, text, active = \(Self.pythonName), \(Self.pythonText), \(Self.pythonActive)
            write(b'App/Documents/' + odd, b'secret ' + odd)
            write(b'App/Library/Caches/' + odd, b'x')
            write(b'App/Library/Caches/Snapshots/' + odd + b'/' + odd + b'.png', b'\\x89PNG\\r\\n\\x1a\\n')
            os.symlink(odd, b'App/Documents/link ' + odd)
            os.setxattr(b'App/Documents/' + odd, 'user.com.apple.metadata:com_apple_backup_excludeItem', b'x')
            write(b'host/' + odd, b'host')
            write('editor', b'#!/bin/sh\\necho more >> "$1"\\n', 0o755)
            write('Info.plist', plistlib.dumps({'CFBundleIdentifier': 'org.example.app', 'CFBundleName': text.replace('\\x1b', '')
                .replace('\\x07', ''), 'CFBundleExecutable': 'App',
                'CFBundleShortVersionString': active}, fmt=plistlib.FMT_BINARY))
            write('text.txt', b'one\\r\\ntab\\there\\n' + odd)
            write('bytes.bin', bytes(range(256)) * 3)
            write('list.plist', plistlib.dumps({active: [active, {'data': b'\\x1b'}]}, fmt=plistlib.FMT_BINARY))
            write('control.plist', plistlib.dumps({'k' + active: text}, fmt=plistlib.FMT_BINARY))
            quoted = '"' + text + '"'
            connection = sqlite3.connect('rows.db')
            connection.execute('CREATE TABLE %s (id INTEGER PRIMARY KEY, %s TEXT)' % (quoted, quoted))
            connection.execute('INSERT INTO %s VALUES (1, ?)' % quoted, (text,))
            connection.execute('INSERT INTO %s VALUES (2, ?)' % quoted, (active + ', "quoted"',))
            connection.execute('CREATE TABLE t (id INTEGER PRIMARY KEY, %s TEXT)' % quoted)
            connection.execute('INSERT INTO t VALUES (1, ?)', (text,))
            connection.commit()
            connection.close()
            write('config/sandglass/themes/mine.toml', ('description = "\\u202e\\u009b2J"\\n').encode())
            write('config/sandglass/keymap.toml', ('[keys]\\n"\\u202e\\u009b" = "x"\\n').encode())

            # Archives of the container, and those whose only entry leads out of them. Python's writers refuse some names.
            spare = b'Q' * len(odd)
            def archive(name, entries, spare=spare, odd=odd):
                with zipfile.ZipFile(name, 'w') as file:
                    for path, data in entries: file.writestr(path.replace(odd, spare).decode(), data)
                data = open(name, 'rb').read()
                open(name, 'wb').write(data.replace(spare, odd))
            paths = []
            for directory, _, names in os.walk(b'App'):
                paths += [os.path.join(directory, n) for n in names if not os.path.islink(os.path.join(directory, n))]
            archive('whole.zip', [(path, open(path, 'rb').read()) for path in sorted(paths)])
            archive('bad.zip', [(b'../' + odd, b'x')])
            archive('nul.zip', [(b'../Q0Q', b'x')], b'Q0Q', b'a\\0b')
            with tarfile.open('whole.tar', 'w', format=tarfile.GNU_FORMAT) as file: file.add('App')
            with tarfile.open('bad.tar', 'w', format=tarfile.GNU_FORMAT) as file:
                file.addfile(tarfile.TarInfo('../' + os.fsdecode(odd)))

            # A manifest about whose schema SQLite complains by name.
            shutil.copytree('\(backup.path)', 'broken')
            connection = sqlite3.connect('broken/Manifest.db')
            connection.execute('PRAGMA writable_schema = ON')
            connection.execute("UPDATE sqlite_schema SET name = ?, tbl_name = ?, sql = 'CREATE TABLE (' "
                "WHERE name = 'Files'", (text, text))
            connection.commit()
            connection.close()
            os.symlink('\(backup.path)', 'backup')
            """)
    }

    /// The words of a shell script that set the variable `ODD` to the name, and `program` to the program.
    static var preamble: String {
        // The shell's substitution drops line feeds at the end alone.
        "ODD=$(printf '\(shellName.replacing("'", with: "'\\''"))')\nprogram='\(sandglass)'\n"
    }
}
