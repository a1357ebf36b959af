import System
import TestSupport
import Testing

/// Metadata that packages, archives and backups keep beyond contents. Python's plistlib, sqlite3 and zipfile read them.
@Suite("Metadata of packed items", .onManyThreads)
struct PackedMetadataTests {
    /// Defines `double`, which writes an AppleDouble file (RFC 1740; xnu's vfs_xattr.c).
    private static let double = Script.text("packed_metadata_double")

    /// Prints the extended attributes of each record of a backup.
    private static let recorded = """
        import plistlib, sqlite3, sys
        con = sqlite3.connect('file:%s/Manifest.db?immutable=1' % sys.argv[1], uri=True)
        for path, record in con.execute('SELECT relativePath, file FROM Files ORDER BY relativePath'):
            objects = plistlib.loads(record)['$objects']
            list = objects[1].get('ExtendedAttributes')
            if list is not None: print(path, sorted(plistlib.loads(objects[list.data]).items()))
        """

    @Test("a backup keeps resource forks and Finder information as attributes of the record")
    func forks() throws {
        let container = try SampleContainer(
            """
            \(Self.double)
            for name in ['a', 'b', 'c']: open('Documents/' + name, 'w').close()
            double('Documents/._a', b'FORK' * 50000, b'TEXTttxt'.ljust(32, b'\\0'), {'org.example.x': b'1'})
            os.setxattr('Documents/b', 'user.com.apple.ResourceFork', b'fork')
            double('Documents/._c')
            """)
        let folder = TemporaryDirectory()
        let packed = try run("pack", "--backup", container.path, folder("B"))
        #expect(packed.status == 0, "\(packed.errors)")
        let expected = try Python.lines(
            """
            print('Documents/a', [('com.apple.FinderInfo', b'TEXTttxt'.ljust(32, b'\\0')),
                ('com.apple.ResourceFork', b'FORK' * 50000), ('org.example.x', b'1')])
            print('Documents/b', [('com.apple.ResourceFork', b'fork')])
            """)
        #expect(try Python.lines(Self.recorded, folder("B")) == expected)
    }

    @Test("the attributes of the root are kept in each form")
    func root() throws {
        let container = try SampleContainer(
            """
            os.setxattr('.', 'user.org.example.note', b'of the root')
            """)
        let excluded = "user.com.apple.metadata:com_apple_backup_excludeItem"
        let folder = TemporaryDirectory()
        #expect(try run("pack", "--backup", container.path, folder("B")).status == 0)
        #expect(try Python.lines(Self.recorded, folder("B")) == [" [('org.example.note', b'of the root')]"])
        try Python.run(
            "import os, sys; os.setxattr(sys.argv[1], sys.argv[2], b'com.apple.MobileBackup')",
            [container.path, excluded])
        #expect(try run("pack", container.path, folder("P.xcappdata")).status == 0)
        #expect(try run("pack", container.path, folder("Z.zip")).status == 0)
        // From an archive, and from a backup, to a package again.
        #expect(try run("pack", folder("Z.zip"), folder("Q.xcappdata")).status == 0)
        #expect(try run("pack", folder("Z.zip"), folder("Y.zip")).status == 0)
        #expect(try run("unpack", folder("B"), "org.example.app", folder("U.xcappdata")).status == 0)
        let attributes = """
            import os, sys
            print(sorted((n, os.getxattr(sys.argv[1], n)) for n in os.listxattr(sys.argv[1])))
            """
        let expected = "[('\(excluded)', b'com.apple.MobileBackup'), ('user.org.example.note', b'of the root')]"
        for name in ["P.xcappdata", "Q.xcappdata"] {
            #expect(try Python.lines(attributes, folder("\(name)/AppData")) == [expected], "\(name)")
        }
        #expect(
            try Python.lines(attributes, folder("U.xcappdata/AppData")) == [
                "[('user.org.example.note', b'of the root')]"
            ])
        for name in ["Z", "Y"] {
            let found = try Python.lines(
                """
                import sys, zipfile
                data = zipfile.ZipFile(sys.argv[1]).read('__MACOSX/%s.xcappdata/._AppData' % sys.argv[2])
                print(data[:4].hex(), b'com_apple_backup_excludeItem' in data, b'of the root' in data)
                """, folder("\(name).zip"), name)
            #expect(found == ["00051607 True True"], "\(name)")
        }
    }

    @Test("dates that a zip cannot hold are the nearest ones, and the files are named")
    func dates() throws {
        let times = [-400 * 86_400, 5, 1_900 * 86_400, 29_220 * 86_400, 49_700 * 86_400, 51_000 * 86_400]
        let container = try SampleContainer(
            """
            for time in \(times):
                path = 'Documents/t%d' % time
                open(path, 'w').close()
                os.utime(path, (time, time))
            """)
        let folder = TemporaryDirectory()
        let packed = try run("pack", container.path, folder("P.zip"))
        #expect(packed.status == 74)
        let named = packed.errors.split(separator: "\n").filter { $0.contains("its date could not be kept") }
        #expect(named.count == 2, "\(packed.errors)")
        #expect(named.allSatisfy { $0.contains("t\(times[0])") || $0.contains("t\(times[5])") }, "\(named)")
        // The extended time stamp (0x5455) of Info-ZIP, of 32 bits, and the date of MS-DOS, from 1980 to 2107.
        let found = try Python.lines(
            """
            import struct, sys, zipfile
            for info in zipfile.ZipFile(sys.argv[1]).infolist():
                name = info.filename.split('/')[-1]
                if not name.startswith('t'): continue
                place = info.extra.index(b'UT')
                print(name, struct.unpack('<I', info.extra[place + 5:place + 9])[0], info.date_time[0])
            """, folder("P.zip"))
        let kept = [0, 5, times[2], times[3], times[4], Int(UInt32.max)]
        let years = ["1980", "1980", "1980", "2050", "2106", "2106"]
        let expected = zip(times, zip(kept, years)).map { "t\($0) \($1.0) \($1.1)" }
        #expect(Set(found) == Set(expected), "\(found)")
    }

    @Test("an item with attributes and an AppleDouble file has both in a zip, in one place")
    func doubles() throws {
        let container = try SampleContainer(
            """
            \(Self.double)
            open('Documents/a', 'w').close()
            double('Documents/._a', b'FORK', attributes={'org.example.x': b'1', 'org.example.y': b'2'})
            os.setxattr('Documents/a', 'user.org.example.z', b'3')
            os.setxattr('Documents/a', 'user.org.example.y', b'other')
            """)
        let folder = TemporaryDirectory()
        let packed = try run("pack", container.path, folder("P.zip"))
        // Two values of one attribute.
        #expect(packed.status == 74 && packed.errors.contains("the value of org.example.y in its AppleDouble file"))
        let found = try Python.lines(
            """
            import sys, zipfile
            archive = zipfile.ZipFile(sys.argv[1])
            names = [name for name in archive.namelist() if name.endswith('._a')]
            data = archive.read(names[0])
            print(names, [word in data for word in (b'org.example.x', b'org.example.y', b'other', b'org.example.z', b'FORK')])
            """, folder("P.zip"))
        #expect(found == ["['__MACOSX/P.xcappdata/AppData/Documents/._a'] [True, True, True, True, True]"])
        let again = try run("pack", folder("P.zip"), folder("Q.xcappdata"))
        #expect(again.status == 0, "\(again.errors)")
        #expect(try readFile(folder("Q.xcappdata/AppData/Documents/._a")).suffix(4) == Array("FORK".utf8)[...])
    }

    @Test("an archive does not differ from its container until an attribute does, although it has attributes in files")
    func differences() throws {
        let container = try SampleContainer(
            """
            \(Self.double)
            os.mkdir('Library/Caches/d')
            for path in ['.', 'tmp', 'Documents', 'Library/Caches/d', 'Documents/a', 'Documents/b', 'tmp/._e']:
                if not os.path.isdir(path): open(path, 'w').close()
                os.setxattr(path, 'user.org.example.x', path.encode())
                os.setxattr(path, 'user.empty', b'')
            open('tmp/c', 'w').close()
            double('tmp/._c', b'FORK', attributes={'org.example.y': b'2'})
            os.setxattr('tmp/c', 'user.org.example.z', b'3')
            """)
        let folder = TemporaryDirectory()
        let packed = try run("pack", container.path, folder("P.zip"))
        #expect(packed.status == 0, "\(packed.errors)")
        for sides in [(folder("P.zip"), container.path), (container.path, folder("P.zip"))] {
            let compared = try run("diff", sides.0, sides.1)
            #expect(compared.status == 0 && compared.text.isEmpty, "\(compared.text)")
        }
        try Python.run(
            """
            import os, sys
            os.chdir(sys.argv[1])
            os.setxattr('Documents/a', 'user.org.example.x', b'other')
            os.setxattr('Documents/b', 'user.org.example.more', b'')
            os.removexattr('Library/Caches/d', 'user.empty')
            """, [container.path])
        let changed = try run("diff", folder("P.zip"), container.path)
        let told = changed.lines.filter { $0.hasPrefix("removed") || $0.hasPrefix("changed") }
        #expect(changed.status == 1 && told.count == 3, "\(changed.text)")
        for name in ["._a", "._b", "._d"] { #expect(told.contains { $0.hasSuffix(name) }, "\(changed.text)") }
    }

    @Test("an AppleDouble file that has attributes itself is named, since an archive has no place for them")
    func attributesOfDoubles() throws {
        let container = try SampleContainer(
            """
            \(Self.double)
            open('tmp/c', 'w').close()
            double('tmp/._c', b'FORK')
            for path in ['tmp/c', 'tmp/._c']: os.setxattr(path, 'user.org.example.x', b'1')
            """)
        let folder = TemporaryDirectory()
        let packed = try run("pack", container.path, folder("P.zip"))
        #expect(packed.status == 74 && packed.errors.contains("tmp/._c: its own attributes"), "\(packed.errors)")
    }

    @Test("of two AppleDouble files of one item in a zip, the one that is left out is named")
    func twoDoubles() throws {
        let folder = TemporaryDirectory()
        try Python.run(
            """
            \(Self.double)
            import os, sys, zipfile
            os.chdir(sys.argv[1])
            double('one', attributes={'org.example.one': b'1'})
            double('two', attributes={'org.example.two': b'2'})
            with zipfile.ZipFile('a.zip', 'w') as z:
                for name in ['Documents/a', 'Library/b', 'tmp/c']: z.writestr('App/' + name, name)
                z.write('one', 'App/Documents/._a')
                z.write('two', '__MACOSX/App/Documents/._a')
            """, [folder.path])
        let packed = try run("pack", folder("a.zip"), folder("P.xcappdata"))
        #expect(packed.status == 65 && packed.errors.contains("__MACOSX/App/Documents/._a"), "\(packed.errors)")
        #expect(try readFile(folder("P.xcappdata/AppData/Documents/._a")) == readFile(folder("one")))
    }

    @Test("a package that is packed again keeps its AppDataInfo.plist", arguments: ["P.xcappdata", "P.zip"])
    func information(_ name: String) throws {
        let folder = TemporaryDirectory()
        try Python.run(
            """
            import datetime, os, plistlib, sys
            os.chdir(sys.argv[1])
            for name in ['Documents', 'Library/Preferences', 'tmp']: os.makedirs('A.xcappdata/AppData/' + name)
            with open('A.xcappdata/AppDataInfo.plist', 'wb') as f:
                plistlib.dump({'CFBundleIdentifier': 'org.example.app', 'XCApplicationName': 'Example',
                    'XCDownloadDate': datetime.datetime(2020, 1, 2), 'XCOther': ['kept']}, f)
            """, [folder.path])
        #expect(try run("pack", folder("A.xcappdata"), folder(name)).status == 0)
        // An archive is packed once more, from which the list comes out again.
        if name == "P.zip" { #expect(try run("pack", folder(name), folder("P.xcappdata")).status == 0) }
        #expect(
            try readFile(folder("P.xcappdata/AppDataInfo.plist")) == readFile(folder("A.xcappdata/AppDataInfo.plist")))
        let other = try run("pack", "--bundle-id", "org.example.other", folder("A.xcappdata"), folder("O.xcappdata"))
        #expect(other.status == 0)
        let list = try Python.lines(
            """
            import plistlib, sys
            print(sorted(plistlib.load(open(sys.argv[1], 'rb')).items()))
            """, folder("O.xcappdata/AppDataInfo.plist"))
        #expect(
            list == [
                "[('CFBundleIdentifier', 'org.example.other'), ('XCApplicationName', 'Example'), "
                    + "('XCDownloadDate', datetime.datetime(2020, 1, 2, 0, 0)), ('XCOther', ['kept'])]"
            ])
    }
}
