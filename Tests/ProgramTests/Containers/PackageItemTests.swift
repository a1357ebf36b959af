import TestSupport
import Testing

@Suite("Files of a package beside its container", .onManyThreads)
struct PackageItemTests {
    /// Creates a sandbox with a package, and with an app bundle in a simulator's directory.
    private func sandbox() throws -> SharingSandbox {
        try SharingSandbox(
            """
            write('P.xcappdata/AppData/Documents/file', b'file')
            write('P.xcappdata/AppData/Library/x', b'x')
            write('P.xcappdata/AppDataInfo.plist', plistlib.dumps({'CFBundleIdentifier': 'org.example.other'}))
            write(b'P.xcappdata/odd\\xff\\x1b', b'odd')
            os.symlink('AppData/Documents', 'P.xcappdata/way')
            write('Containers/Bundle/Application/5D5E1A5C-3F55-4D2A-9B59-0D1B6C5F7E11/E.app/Info.plist',
                plistlib.dumps({'CFBundleIdentifier': 'org.example.other'}))
            write('Containers/Bundle/Application/5D5E1A5C-3F55-4D2A-9B59-0D1B6C5F7E11/iTunesMetadata.plist', b'store')
            """)
    }

    static let items = [
        "P.xcappdata/AppDataInfo.plist",
        "Containers/Bundle/Application/5D5E1A5C-3F55-4D2A-9B59-0D1B6C5F7E11/iTunesMetadata.plist",
    ]

    @Test("an export contains only the file", arguments: items)
    func export(item: String) throws {
        let sandbox = try sandbox()
        let result = try sandbox.run("export", item, "--to", "host/out")
        #expect(result.status == 0, "\(result.errors)")
        let name = item.split(separator: "/").last!
        #expect(try sandbox.tree("host/out").count == 2)
        #expect(try sandbox.text("host/out/\(name)") == sandbox.text(item))
        #expect(try sandbox.run("undo", "1").status == 0)
        #expect(try sandbox.tree("host/out").count == 1)
    }

    @Test("a link of the package is exported as a link, and exporting into the container is refused")
    func exportLink() throws {
        let sandbox = try sandbox()
        #expect(try sandbox.run("export", "P.xcappdata/way", "--to", "host/out").status == 0)
        #expect(try runCommand(["readlink", sandbox("host/out/way")]).text == "AppData/Documents\n")
        let back = try sandbox.run("export", Self.items[0], "--to", "P.xcappdata/AppData/Documents")
        #expect(back.status == 64 && back.errors.contains("in the container itself"), "\(back.errors)")
    }

    @Test("ls and explain describe the file itself", arguments: items)
    func readable(item: String) throws {
        let sandbox = try sandbox()
        let name = item.split(separator: "/").last!
        let listed = try sandbox.run("ls", item)
        #expect(listed.status == 0 && listed.lines.count == 1, "\(listed.errors)")
        #expect(listed.text.hasPrefix("····") && listed.text.hasSuffix("  \(name)\n"))
        let explained = try sandbox.run("explain", item)
        #expect(explained.status == 0 && explained.text.hasPrefix("\(name)  ····\n"))
        #expect(explained.text.contains(" bytes\n") && !explained.text.contains(" · "))
        #expect(explained.text.contains("beside the container"))
        for command in ["ls", "explain"] {
            try python(
                """
                import json, os, sys
                report = json.load(sys.stdin)
                assert report['path'] == os.path.basename(sys.argv[1]), report
                assert report['kind'] == 'file' and report['size'] == os.path.getsize(sys.argv[1]), report
                assert report['badges'] == '····' and report['place'] == 'package', report
                """, sandbox(item), input: try sandbox.run(command, "--json", item).stdout)
        }
    }

    /// Commands that apply to containers only, or that change their contents; `@` is the item.
    static let refused = [
        "browse @", "info @", "verdict read @", "verdict delete @", "verdict copy App/Documents/a.txt @",
        "import host/file.txt --to @", "cp @ App/Documents/", "cp App/Documents/a.txt @", "mv @ App/Documents/",
        "mv App/Documents/a.txt @", "rm @", "rm --contents @", "mkdir @", "rename @ --to new", "edit @",
        "exclude @", "include @", "exclude --list @", "backup-set @", "purge --event low-storage @",
        "advise @", "snapshots @", "snapshots --remove @", "deliver host/plan.pdf --from mail --to @",
    ]

    @Test("every other command refuses the file with the reason, and changes nothing", arguments: items)
    func refuses(item: String) throws {
        let sandbox = try sandbox()
        let places = ["P.xcappdata", "App", "Containers"]
        let before = try places.map { try sandbox.tree($0) }
        for words in Self.refused {
            let arguments = words.split(separator: " ").map { $0 == "@" ? item : String($0) }
            let result = try sandbox.run(arguments, environment: ["EDITOR=true"])
            #expect(result.status == 65, "\(words): \(result.errors)")
            #expect(
                result.stdout.isEmpty && result.errors.contains("beside the container"), "\(words): \(result.errors)")
        }
        #expect(try places.map { try sandbox.tree($0) } == before)
        #expect(try sandbox.run("journal").stdout.isEmpty)
    }

    /// Commands that change something; `@` is a directory that contains nothing but a package.
    static let changing = [
        "rm --contents @", "rm --as owner @", "import host/file.txt --to @", "import host/file.txt --to @/",
        "mv App/Documents/a.txt @", "cp @ App/Documents/", "export @ --to host/out", "exclude @", "include @",
        "rename @ --to new", "purge --event low-storage @", "deliver host/file.txt --from mail --to @",
        "snapshots --remove @",
    ]

    @Test("a directory that holds a single package can be listed, and no command changes it")
    func holder() throws {
        let sandbox = try SharingSandbox("write('holder/P.xcappdata/AppData/Documents/file', b'file')")
        #expect(try sandbox.run("ls", "holder").text.contains("Documents/"))
        let before = try ["holder", "App", "host"].map { try sandbox.tree($0) }
        for words in Self.changing {
            let arguments = words.split(separator: " ").map { String($0).replacing("@", with: "holder") }
            let result = try sandbox.run(arguments)
            #expect(result.status == 65, "\(words): \(result.errors)")
            #expect(result.errors.contains("contains a container but is not one"), "\(words): \(result.errors)")
        }
        #expect(try ["holder", "App", "host"].map { try sandbox.tree($0) } == before)
    }

    @Test("the package's directory stands for its container, with and without a slash", arguments: ["", "/", "/."])
    func package(ending: String) throws {
        let sandbox = try sandbox()
        let listed = try sandbox.run("ls", "P.xcappdata\(ending)")
        #expect(listed.lines.map { $0.split(separator: " ").last } == ["Documents/", "Library/"], "\(listed.errors)")
        #expect(try sandbox.run("import", "host/file.txt", "--to", "P.xcappdata\(ending)").status == 0)
        #expect(try sandbox.has("P.xcappdata/AppData/Documents/file.txt"))
    }
}
