import Screen
import System
import TestSupport
import Testing
import VirtualTerminal

@Suite("Copying how code finds an item", .onManyThreads)
struct ExplainPartTests {
    private static let uuid = "6B1F0C52-93D4-4E0B-8C57-2A4D9E7F1B30"
    private static let code =
        "FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0].appending(path: \"a.txt\")"

    @Test("one part of the explanation is printed alone, also for an item that is not there")
    func parts() throws {
        let directory = TemporaryDirectory()
        for name in ["Documents", "Library", "tmp"] { try directory.makeDirectory("\(Self.uuid)/\(name)") }
        let explain = [sandglass, "explain", directory("\(Self.uuid)/Documents/a.txt"), "--only"]
        #expect(try runCommand(explain + ["code"]).text == Self.code + "\n")
        let path = "/private/var/mobile/Containers/Data/Application/\(Self.uuid)/Documents/a.txt\n"
        #expect(try runCommand(explain + ["device-path"]).text == path)
        let system = try runCommand([sandglass, "explain", directory("\(Self.uuid)/SystemData"), "--only", "code"])
        #expect(system.status == 65 && String(decoding: system.stderr, as: UTF8.self).contains("no call leads there"))
    }

    @Test(
        "explain prints at most 12 rows of 80 columns wherever the item is, and everything with --sources",
        arguments: [[], ["--file-sharing", "yes", "--opens-in-place", "no"], ["--locked"], ["--as", "owner"]])
    func rows(options: [String]) throws {
        let directory = TemporaryDirectory()
        for name in ["Documents/Inbox", "Library/Preferences", "tmp", "SystemData"] {
            try directory.makeDirectory("App/\(name)")
        }
        let long = String(repeating: "n", count: 255)
        let wide = String(repeating: "航", count: 85)
        directory.write("App/Documents/\(long)", "x")
        for item in [
            "", "Documents", "Documents/Inbox", "Documents/\(long)", "Documents/Inbox/\(wide)", "Library",
            "Library/Application Support", "Library/Caches/\(wide)", "Library/Preferences", "Library/SplashBoard",
            "tmp",
            "SystemData", "SystemData/\(long)", "StoreKit",
        ] {
            let words = [sandglass, "explain"] + options + [directory("App/\(item)")]
            let lines = try runCommand(words).lines
            let rows = lines.map { (DisplayText(String($0)).width + 79) / 80 }
            #expect(rows.reduce(0, +) <= 12 && lines.count > 6, "\(lines)")
            #expect(lines.last?.hasSuffix(": --sources") == true, "\(lines)")
            let all = try runCommand(words + ["--sources"]).lines
            #expect(all.first?.hasPrefix(item.isEmpty ? "." : item) == true && all.count > lines.count, "\(all)")
        }
    }

    @Test("ls and explain show the same columns while the device is locked")
    func lockedListing() throws {
        let directory = TemporaryDirectory()
        for name in ["Documents", "Library", "tmp"] { try directory.makeDirectory("App/\(name)") }
        directory.write("App/Documents/a.txt", "x")
        directory.write(
            "App/.com.apple.mobile_container_manager.metadata.plist",
            """
            <plist version="1.0"><dict><key>MCMMetadataIdentifier</key><string>org.example.app</string>
            <key>MCMMetadataContentClass</key><integer>2</integer>
            <key>MCMMetadataActiveDPClass</key><integer>1</integer></dict></plist>
            """)
        for (state, badges) in [([], "RWDB"), (["--locked"], "··DB")] {
            let listed = try runCommand([sandglass, "ls"] + state + [directory("App/Documents")]).text
            let explained = try runCommand([sandglass, "explain"] + state + [directory("App/Documents/a.txt")]).text
            #expect(listed.hasPrefix(badges), "\(listed)")
            #expect(explained.hasPrefix("Documents/a.txt  \(badges)"), "\(explained)")
        }
    }

    @Test("an AppleDouble file is explained as the attributes of its item, and one without an item as a file")
    func appleDouble() throws {
        let directory = TemporaryDirectory()
        for name in ["Documents", "Library", "tmp"] { try directory.makeDirectory("App/\(name)") }
        directory.write("App/Documents/a.txt", "x")
        // The layout of an attribute in xnu's vfs_xattr.c, as in formats.md.
        try python(
            """
            import struct, sys
            name = b'user.note\\0'
            entry = struct.pack('>IIHB', 120 + 11 + len(name) + 4, 1, 0, len(name)) + name
            header = struct.pack('>IIIII12xHH', 0x41545452, 0, 400, 200, 1, 0, 1)
            body = (b'\\0' * 34 + header + entry).ljust(400, b'\\0')
            double = struct.pack('>II16xH', 0x00051607, 0x00020000, 2)
            double += struct.pack('>III', 9, 50, len(body)) + struct.pack('>III', 2, 50 + len(body), 0)
            for name in '._a.txt', '._b.txt': open(sys.argv[1] + '/' + name, 'wb').write(double + body)
            """, directory("App/Documents"))
        func remarks(_ name: String) throws -> String {
            try runCommand([sandglass, "explain", directory("App/Documents/\(name)")]).text
        }
        #expect(try remarks("._a.txt").contains("a backup keeps what it holds as attributes of a.txt"))
        #expect(try !remarks("._b.txt").contains("as attributes of"))
        #expect(try !remarks("a.txt").contains("as attributes of"))
    }

    @Test("no control byte of a path reaches the terminal with the reason why there is no code")
    func safeReason() throws {
        let directory = TemporaryDirectory()
        for name in ["Documents", "Library", "tmp", "SystemData"] { try directory.makeDirectory("App/\(name)") }
        for part in ["code", "device-path"] {
            let result = try runCommand([sandglass, "explain", directory("App/SystemData/x\u{1b}[31m"), "--only", part])
            #expect(!result.stderr.contains(0x1b))
            #expect(!result.stdout.contains(0x1b))
        }
    }

    @Test("a key in the explanation puts the code on the terminal's clipboard")
    func clipboard() throws {
        let directory = TemporaryDirectory()
        for name in ["Documents", "Library", "tmp"] { try directory.makeDirectory("App/\(name)") }
        directory.write("App/Documents/a.txt", "x")
        func tmux(_ words: String...) throws -> String {
            try runCommand(["tmux", "-S", directory("socket"), "-f", "/dev/null"] + words).text
        }
        let start = """
            exec env -u TMUX TERM=xterm-256color XDG_STATE_HOME="$1/state" XDG_CONFIG_HOME="$1/config" \
            tmux -S "$1/socket" -f /dev/null new-session -d -x 100 -y 40 "$0" "$1/App/Documents"
            """
        let starter = try PseudoTerminal("/bin/sh", ["-c", start, sandglass, directory.path])
        guard try starter.waitForExit() == .exited(0) else { throw ScriptError(description: starter.text) }
        defer { _ = try? tmux("kill-server") }
        // By default tmux does not let programs set its buffer.
        _ = try tmux("set-option", "-s", "set-clipboard", "on")
        func waitFor(_ text: String) throws {
            var polls = 0
            while try !tmux("capture-pane", "-p").contains(text) {
                polls += 1
                if polls > 3_000 { throw ScriptError(description: "no \(text): \(try tmux("capture-pane", "-p"))") }
                usleep(20_000)
            }
        }
        try waitFor("a.txt")
        _ = try tmux("send-keys", "E")
        try waitFor("copies the code")
        _ = try tmux("send-keys", "c")
        try waitFor("clipboard")
        #expect(try tmux("show-buffer") == Self.code)
        _ = try tmux("send-keys", "q")
    }

}
