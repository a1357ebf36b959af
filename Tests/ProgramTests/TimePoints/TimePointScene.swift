import TestSupport
import Testing

/// A container whose items have everything that a file system can keep.
enum TimePointScene {
    static let template = SharingSandbox.template(
        """
        for index in range(20): write('App/Documents/Notes/%02d.txt' % index, b'note %d ' % index * 50)
        write('App/Documents/odd \\xff\\x1b name'.encode('latin-1'), b'odd')
        write('App/Documents/script', b'#!/bin/sh', 0o4755)
        os.setxattr('App/Documents/a.txt', 'user.note', b'kept')
        os.setxattr('App/Documents', 'user.place', b'\\x00\\xff')
        os.link('App/Documents/a.txt', 'App/Documents/hard')
        for place in ['Library', 'tmp']: os.link('App/Documents/Notes/00.txt', 'App/' + place + '/linked')
        os.mkfifo('App/tmp/pipe')
        os.makedirs('App/Library/Application Support/empty')
        os.chmod('App/Library/Application Support/empty', 0o700)
        with open('App/Library/Caches/sparse', 'wb') as f:
            f.write(b'begin'); f.seek(8 << 20); f.write(b'end')
        write('App/Library/Caches/large', bytes(range(256)) * 12000)
        write('App/Documents/empty', b'')
        for path, names, files in os.walk('App', topdown=False): os.utime(path, ns=(10**18, 1500000000 * 10**9 + 7))
        """)

    /// Changes of all kinds to the container, run in the directory of the sandbox.
    static let change = """
        import os, shutil, sys
        os.chdir(sys.argv[1])
        open('App/Documents/b.txt', 'w').write('changed')
        times = os.stat('App/Documents/Notes/03.txt')
        with open('App/Documents/Notes/03.txt', 'r+b') as f: f.write(b'NOTE')
        os.unlink('App/Documents/Notes/04.txt')
        os.makedirs('App/Documents/Added/deep'); open('App/Documents/Added/deep/file', 'w').write('added')
        os.rename('App/Documents/Notes/05.txt', 'App/Documents/Notes/moved.txt')
        os.unlink('App/Documents/Notes/06.txt'); os.mkdir('App/Documents/Notes/06.txt')
        open('App/Documents/Notes/06.txt/inside', 'w').write('x')
        shutil.rmtree('App/Library/Caches/old'); open('App/Library/Caches/old', 'w').write('a file')
        os.unlink('App/Documents/link'); os.symlink('b.txt', 'App/Documents/link')
        os.chmod('App/Documents/script', 0o644)
        os.removexattr('App/Documents/a.txt', 'user.note')
        os.setxattr('App/Documents', 'user.place', b'other')
        os.setxattr('App/Library', 'user.added', b'1')
        os.chmod('App/Library/Application Support/empty', 0o755)
        shutil.rmtree('App/Documents/Inbox')
        open('App/SystemData/new', 'w').write('new')
        os.utime('App/tmp', (1, 1))
        shutil.copy2('App/Library/linked', 'App/Library/copied'); os.replace('App/Library/copied', 'App/Library/linked')
        os.unlink('App/Documents/Notes/01.txt'); os.link('App/Documents/Notes/02.txt', 'App/Documents/Notes/01.txt')
        """

    /// - Parameter parent: A directory on the desired file system.
    static func sandbox(on parent: String = TestFiles.directory) throws -> SharingSandbox {
        try SharingSandbox(copyOf: template.get(), on: parent)
    }
}

extension SharingSandbox {
    /// Runs a Python program in the sandbox's directory, which is its first argument.
    func script(_ program: String, _ arguments: String...) throws {
        try Python.run(program, [self("")] + arguments)
    }

    /// Describes everything below a directory, with the names of each file that has several and the times of
    /// directories.
    func wholeTree(_ path: String) throws -> [String] {
        let found = try Python.lines(
            """
            import collections, os, stat, sys
            os.chdir(sys.argv[1])
            files = collections.defaultdict(list)
            for path, _, names in os.walk(b'.'):
                print(ascii(path), os.lstat(path).st_mtime_ns)
                for name in names:
                    status = os.lstat(os.path.join(path, name))
                    if stat.S_ISREG(status.st_mode): files[status.st_ino].append(os.path.join(path, name))
            for names in files.values():
                if len(names) > 1: print('one file:', sorted(names))
            """, [self(path)])
        return try tree(path) + found.sorted()
    }

    /// Keeps the container under a name.
    func keep(_ name: String, _ words: String...) throws {
        let kept = try run(["keep", "App", "--name", name] + words)
        try #require(kept.status == 0, "\(kept.errors)")
    }
}
