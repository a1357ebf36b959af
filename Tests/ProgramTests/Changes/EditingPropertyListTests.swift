import System
import TestSupport
import Testing

@Suite("Editing binary property lists as text", .onManyThreads)
struct EditingPropertyListTests {
    private static let path = "App/Library/Preferences/org.example.app.plist"

    /// A list with a date that has a fraction, which Python writes to the second only and XML cannot hold.
    private static let template = SharingSandbox.template(
        """
        list = {'edited': 'before', 'when': __import__('datetime').datetime(2020, 1, 2, 3, 4, 5),
            'uid': plistlib.UID(7), 'large': 2**64 - 1, 'data': bytes(range(256)), 'real': 1 / 3, 'z': 1, 'a': 2}
        bytes = plistlib.dumps(list, fmt=plistlib.FMT_BINARY, sort_keys=False)
        import struct
        whole = struct.pack('>d', (list['when'] - __import__('datetime').datetime(2001, 1, 1)).total_seconds())
        exact = struct.pack('>d', struct.unpack('>d', whole)[0] + 0.123456)
        assert whole in bytes
        write('\(path)', bytes.replace(whole, exact), 0o600)
        write('expected.plist', bytes.replace(whole, exact).replace(b'before', b'after!'))
        os.setxattr('\(path)', 'user.com.apple.metadata:com_apple_backup_excludeItem', b'x')
        write('App/Documents/Inbox/mail.plist', bytes)
        write('host/list.plist', bytes)
        os.mkdir('temporary')
        """)

    private let sandbox: SharingSandbox

    init() throws { sandbox = try SharingSandbox(copyOf: Self.template.get()) }

    private func edit(_ path: String = path, _ options: String..., by editor: String) throws -> CommandResult {
        try sandbox.run(
            ["edit", path] + options, environment: ["EDITOR=\(editor)", "TMPDIR=\(sandbox("temporary"))"])
    }

    private func leftovers() throws -> [String] {
        try runCommand(["find", sandbox("temporary"), "-type", "f"]).lines.map(String.init)
    }

    @Test("the editor gets XML, the binary form is written back with all other values, and undo restores the old bytes")
    func saved() throws {
        let before = try sandbox.tree("App")
        let result = try edit(by: "f() { cp \"$1\" '\(sandbox("seen"))'; sed -i s/before/after!/ \"$1\"; }; f")
        #expect(result.status == 0 && result.errors.contains("edit: 1 file, "), "\(result.errors)")
        #expect(try sandbox.text("seen").hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist"))
        // plistlib wrote this one with the same uniquing and order.
        #expect(try readFile(sandbox(Self.path)) == readFile(sandbox("expected.plist")))
        let file = try #require(try sandbox.tree("App").first { $0.contains("org.example.app.plist") })
        #expect(file.contains("0o100600") && file.contains("com_apple_backup_excludeItem"), "\(file)")
        #expect(try leftovers() == [])
        #expect(try sandbox.run("undo", "--container", "App").status == 0)
        #expect(try sandbox.tree("App") == before)
    }

    @Test(
        "a text without a changed value writes nothing",
        arguments: ["true", "f() { cp \"$1\" \"$1.x\"; mv \"$1.x\" \"$1\"; }; f", "sed -i 's/\\t/  /'"])
    func unchanged(_ editor: String) throws {
        let before = try sandbox.tree("App")
        let result = try edit(by: editor)
        #expect(result.status == 0 && result.errors.contains("nothing was changed"), "\(result.errors)")
        #expect(try sandbox.tree("App") == before)
        #expect(try leftovers() == [])
    }

    @Test("without a terminal, a text that cannot be read is kept, and its line and path are printed")
    func mistake() throws {
        let before = try sandbox.tree("App")
        let result = try edit(by: "sed -i 's:before</string:before</sting:'")
        let kept = try #require(try leftovers().first)
        #expect(result.status == 65 && result.errors.contains("nothing was saved: line 6, column "), "\(result.errors)")
        #expect(result.errors.contains("your text is kept in \(kept)"), "\(result.errors)")
        #expect(String(decoding: try readFile(kept), as: UTF8.self).contains("<string>before</sting>"))
        #expect(try sandbox.tree("App") == before)
    }

    @Test("on a terminal, a text that cannot be read is edited again or kept in a file", arguments: [true, false])
    func again(isRepeated: Bool) throws {
        let editor =
            "f() { if grep -q wrong \"$1\"; then sed -i 's:wrong:/string:' \"$1\"; "
            + "else sed -i 's:before</string:after!<wrong:' \"$1\"; fi; }; f"
        let terminal = try sandbox.terminal(
            ["edit", Self.path], environment: ["TMPDIR": sandbox("temporary"), "EDITOR": editor])
        try terminal.waitFor("Edit the text again? [Y/n]")
        #expect(terminal.text.contains("nothing was saved: line "))
        try terminal.send(isRepeated ? "\r" : "n\r")
        #expect(try terminal.waitForExit() == .exited(isRepeated ? 0 : 65))
        if isRepeated {
            #expect(try readFile(sandbox(Self.path)) == readFile(sandbox("expected.plist")))
        } else {
            #expect(terminal.outputText().contains("your text is kept in"))
        }
        #expect(try leftovers().isEmpty == isRepeated)
    }

    @Test("an outside change is noticed, and both versions are kept")
    func changedOutside() throws {
        let result = try edit(by: "f() { sed -i s/before/after!/ \"$1\"; printf theirs > '\(sandbox(Self.path))'; }; f")
        #expect(result.status == 73 && result.errors.contains("was changed by another process"), "\(result.errors)")
        #expect(try sandbox.text(Self.path) == "theirs")
        let mine = Self.path.replacing(".plist", with: " 2.plist")
        #expect(try readFile(sandbox(mine)) == readFile(sandbox("expected.plist")))
    }

    @Test("a list in Inbox is moved out in its binary form")
    func inbox() throws {
        let moved = try edit("App/Documents/Inbox/mail.plist", by: "sed -i s/before/after!/")
        #expect(moved.status == 0, "\(moved.errors)")
        #expect(try !sandbox.has("App/Documents/Inbox/mail.plist"))
        let list = try readFile(sandbox("App/Documents/mail.plist"))
        #expect(list.starts(with: "bplist00".utf8) && !list.contains(Array("before".utf8)))
    }

    /// Files that are not text, as hexadecimal digits, and the message about them.
    private static let others: [(digits: String, said: String)] = [
        ("53514c69746520666f726d6174203300", "a SQLite database, not text: the viewer or `sandglass show` shows its"),
        ("89504e470d0a1a0a0000", "a picture, not text"), ("504b030400000000", "an archive, not text"),
        ("ab4b5458203131bb0d0a1a0a", "an app-switcher snapshot, not text"), ("00010203", "not text: the viewer or"),
        ("62706c697374303000", "this property list cannot be edited as text"), ("cffaedfe00", "not text (Mach-O"),
    ]

    @Test("an editor gets nothing that is not text, unless the bytes themselves are wanted", arguments: others)
    func notText(digits: String, said: String) throws {
        let bytes = stride(from: 0, to: digits.utf8.count, by: 2).map { index in
            UInt8(digits.dropFirst(index).prefix(2), radix: 16)!
        }
        try sandbox.write(Self.path, bytes: bytes)
        let before = try sandbox.tree("App")
        let result = try edit(by: "touch '\(sandbox("opened"))'; printf x >")
        #expect(result.status == 65 && result.errors.contains("org.example.app.plist: \(said)"), "\(result.errors)")
        #expect(result.errors.hasSuffix("`sandglass edit --raw` (edit-bytes in the browser) opens its bytes\n"))
        #expect(try !sandbox.has("opened"))
        #expect(try sandbox.tree("App") == before)
        let raw = try edit(
            Self.path, "--raw", by: "f() { cmp \"$1\" '\(sandbox(Self.path))' && printf x >> \"$1\"; }; f")
        #expect(raw.status == 0, "\(raw.errors)")
        #expect(try readFile(sandbox(Self.path)) == bytes + [UInt8(ascii: "x")])
    }

    @Test("text in any encoding, XML lists and empty files are edited as they are")
    func text() throws {
        for text in [
            "", "<?xml version=\"1.0\"?><plist><dict/></plist>", "{ a = b; }", "caf\u{e9} \u{1}bc efgh ijkl mnop q",
        ] {
            try sandbox.write(Self.path, text)
            let result = try edit(by: "f() { printf x >> \"$1\"; }; f")
            #expect(result.status == 0, "\(result.errors)")
            #expect(try sandbox.text(Self.path) == text + "x")
        }
        let wide: [UInt8] = [0xff, 0xfe, 0x41, 0, 0x0a, 0]
        try sandbox.write(Self.path, bytes: wide)
        #expect(try edit(by: "f() { printf xx >> \"$1\"; }; f").status == 0)
        #expect(try readFile(sandbox(Self.path)) == wide + Array("xx".utf8))
    }
}
