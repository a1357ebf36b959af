import TestSupport
import Testing

@Suite(.onManyThreads)
struct VerdictCommandTests {
    /// A question, the exit status, and a part of the answer: the rows of the rules document, written out by hand.
    struct Row: CustomTestStringConvertible {
        let words: [String]
        let status: Int32
        let says: String
        var testDescription: String { words.joined(separator: " ") }

        init(_ words: String, _ status: Int32, _ says: String) {
            self.words = words.split(separator: " ").map { String($0).replacing("_", with: " ") }
            self.status = status
            self.says = says
        }
    }

    static let rows = [
        Row("delete @Documents", 0, "the directory stays"),
        Row("delete @Documents/Inbox", 0, "the directory stays"),
        Row("delete @Library", 77, "empty it"),
        Row("delete @Library/Preferences", 77, "empty it"),
        Row("delete @Library/Application_Support", 0, "allowed"),
        Row("modify @.com.apple.containermanagerd.metadata.plist", 77, "metadata file"),
        Row("delete @Library/Caches", 0, "allowed"),
        Row("delete --caches-stay @Library/Caches", 0, "the directory stays"),
        Row("create-file @Documents/Inbox/new.txt", 77, "S3"),
        Row("create-file --sources @Documents/Inbox/new.txt", 77, "S0"),
        Row("createFile @Documents/Inbox/new.txt", 77, "do it in Documents"),
        Row("modify @Documents/Inbox/mail.pdf", 0, "moved out to Documents"),
        Row("rename @Documents/Inbox/mail.pdf @Documents/Inbox/other.pdf", 77, "Inbox"),
        Row("move @Documents/Inbox/mail.pdf @Documents/", 0, "allowed"),
        Row("move @Documents/Inbox/mail.pdf", 0, "no destination is given"),
        Row("rename @Library/Preferences", 77, "refused"),
        Row("delete @Documents/Inbox/mail.pdf", 0, "allowed"),
        Row("create-file @new.txt", 77, "Library/Caches"),
        Row("list @SystemData", 77, "S0"),
        Row("create-file @Library/SyncedPreferences/x", 77, "SB"),
        Row("modify @Library/Preferences/org.example.app.plist", 0, "UserDefaults"),
        Row("create-file @Library/Frameworks/x", 0, "cannot install frameworks"),
        Row("copy @Documents/a.txt @Library/Application_Support/", 0, "subdirectory"),
        Row("read --as user --file-sharing no @Documents/a.txt", 77, "UIFileSharingEnabled"),
        Row("read --as user --file-sharing yes @Documents/a.txt", 0, "allowed"),
        Row("read --as user @Documents/a.txt", 0, "unknown"),
        Row("read --as user --file-sharing yes @Library/Cookies/Cookies.binarycookies", 77, "Documents"),
        Row(
            "rename --as user --file-sharing yes --opens-in-place no @Documents/a.txt", 77,
            "LSSupportsOpeningDocumentsInPlace"),
        Row("create-file --file-sharing yes @Documents/new.sqlite", 0, "database"),
        Row("deliver --as system @Documents/Inbox/x", 0, "allowed"),
        Row("deliver --as system @Documents/x", 77, "Inbox"),
        Row("purge --as system --low-storage @Library/Caches/thumb", 0, "allowed"),
        Row("purge --as system --low-storage --running @Library/Caches/thumb", 77, "While the app runs"),
        Row("purge @Library/Caches/thumb", 77, "delete instead, as the app"),
        Row("purge --low-storage @Library/Caches/thumb", 77, "as the system"),
        Row("create-file --as user --file-sharing yes @Documents/Inbox/new.txt", 77, "do it in Documents"),
        Row("modify --as user --file-sharing yes --opens-in-place yes @Documents/Inbox/mail.pdf", 77, "Inbox"),
        Row("delete --as user --file-sharing yes @Documents/Inbox/mail.pdf", 0, "allowed"),
        Row("read --as user --file-sharing yes @Documents/Inbox/mail.pdf", 0, "allowed"),
        Row("read --locked --protection-class 1 @Documents/a.txt", 77, "unlock"),
        Row("read --locked --protection-class 2 @Documents/a.txt", 77, "CompleteUnlessOpen"),
        Row("modify --locked --protection-class 2 @Documents/a.txt", 77, "stays readable"),
        Row("create-file --locked --protection-class 2 @Documents/new.txt", 0, "allowed"),
        Row("create-file --locked --protection-class 1 @Documents/new.txt", 77, "neither read nor written"),
        Row("create-file --not-unlocked --protection-class 3 @Documents/new.txt", 77, "unlock"),
        Row("create-file --not-unlocked --protection-class 2 @Documents/new.txt", 0, "allowed"),
        Row("read --not-unlocked --protection-class 2 @Documents/a.txt", 77, "after starting"),
        Row("read --not-unlocked --protection-class 4 @Documents/a.txt", 0, "allowed"),
        Row("read --locked @Documents/a.txt", 0, "protection class"),
        Row("read --locked --protection-class 3 @Documents/a.txt", 0, "allowed"),
        Row("read --not-unlocked --protection-class 3 @Documents/a.txt", 77, "unlock"),
        Row("delete --as owner @SystemData/sys", 0, "owner"),
        Row("read @SystemData/sys", 77, "SystemData, contents"),
        Row("delete @Library/HTTPStorages", 0, "HTTPStorages, directory"),
    ]

    @Test("every row of the rules is answered by one command", arguments: rows)
    func verdict(row: Row) throws {
        let fixture = try Fixture()
        let output = try run(row.words, fixture)
        #expect(output.status == row.status, "\(output.text)\(output.errors)")
        #expect(output.text.contains(row.says), "\(output.text)")
        if row.status == 77 { #expect(output.text.contains("instead")) }
    }

    @Test("one source is cited, and all with --sources, those of a warning too")
    func sources() throws {
        let fixture = try Fixture()
        let refused = try run(["create-file", "@Documents/Inbox/new.txt"], fixture)
        #expect(refused.lines.count { $0.hasPrefix("  source   ") } == 1, "\(refused.text)")
        #expect(refused.lines.contains("  sources  2 more: --sources"), "\(refused.text)")
        let cited = try run(["create-file", "--sources", "@Documents/Inbox/new.txt"], fixture)
        #expect(cited.lines.count { $0.hasPrefix("  source   ") } == 3, "\(cited.text)")
        #expect(!cited.text.contains("more: "))
        let preferences = "@Library/Preferences/org.example.app.plist"
        let warned = try run(["modify", preferences], fixture)
        #expect(warned.text.contains("(File System Programming Guide; more: --sources)"), "\(warned.text)")
        let all = try run(["modify", "--sources", preferences], fixture)
        #expect(all.lines.count { $0.hasPrefix("  source   ") && $0.contains("Library") } == 3, "\(all.text)")
    }

    @Test(
        "an unknown name or value is a usage error",
        arguments: [
            "fly @Documents", "delete --as cat @Documents", "delete --locked --not-unlocked @Documents",
            "read --protection-class 9 @Documents/a.txt", "delete --file-sharing maybe @Documents", "delete",
        ])
    func unknownNames(words: String) throws {
        let fixture = try Fixture()
        #expect(try run(words.split(separator: " ").map(String.init), fixture).status == 64)
    }

    @Test(
        "the edge of the sandbox is answered with 77, and with what works instead",
        arguments: [
            ("copy @Documents/a.txt %Documents/", 77, "sandglass deliver"),
            ("copy @Documents/a.txt %Documents/", 77, "sandglass export, sandglass import"),
            ("move --as user @Documents/a.txt %Documents/", 77, "sandbox.own-containers"),
            ("copy --as owner @Documents/a.txt %Documents/", 0, "allowed"),
            ("copy @SystemData/sys %Documents/", 77, "as the owner"),
            ("copy @Documents/a.txt +", 77, "sandglass export"),
            ("copy + @Documents/", 77, "sandglass import"),
            ("copy --as owner @Documents/a.txt +", 0, "allowed"),
            ("read +", 77, "sandbox.own-containers"),
            ("read --as user +none", 77, "sandbox.own-containers"),
            ("read --as owner +", 0, "computer"),
        ])
    func edgeOfTheSandbox(words: String, status: Int32, says: String) throws {
        let (one, other) = (try Fixture(), try Fixture(Self.otherApp))
        let outside = one.base + "/outside"
        _ = try Python.lines("import sys; open(sys.argv[1], 'w')", outside)
        let output = try run(
            words.split(separator: " ").map { word in
                switch word.first {
                case "%": other.path + "/" + word.dropFirst()
                case "+": outside + word.dropFirst()
                default: String(word)
                }
            }, one)
        #expect(output.status == status, "\(output.text)\(output.errors)")
        #expect(output.text.contains(says), "\(output.text)")
    }

    @Test("nothing is offered at the edge of the sandbox that would be refused as well")
    func alternativesAtTheEdge() throws {
        let (one, other) = (try Fixture(), try Fixture(Self.otherApp))
        // Unreadable items cannot be exported, and nothing can be imported into the other app's Inbox.
        for (from, to) in [("SystemData/sys", "Documents/"), ("Documents/a", "Documents/Inbox/")] {
            let output = try run(["copy", "@" + from, other.path + "/" + to], one)
            #expect(output.lines.filter { $0.contains("instead") }.count == 1, "\(output.text)")
        }
    }

    @Test("only operations that have a destination take one", arguments: ["read", "delete", "list"])
    func destination(operation: String) throws {
        let fixture = try Fixture()
        #expect(try run([operation, "@Documents/a.txt", "@tmp/"], fixture).status == 64)
    }

    @Test("two copies of one app's container are both its own")
    func ownCopies() throws {
        let (one, other) = (try Fixture(), try Fixture())
        let output = try run(["copy", "@Documents/a.txt", other.path + "/tmp/"], one)
        #expect(output.status == 0, "\(output.text)")
    }

    @Test("facts remembered about the destination's app count, and unknown ones are reported in the first line")
    func rememberedDestination() throws {
        let (one, other) = (try Fixture(), try Fixture())
        let copy = ["copy", "--as", "user", "--file-sharing", "yes", "@Documents/a.txt", other.path + "/Documents/"]
        let unknown = try run(copy, one)
        #expect(unknown.status == 0)
        #expect(unknown.text.contains("allowed, as far as known"), "\(unknown.text)")
        #expect(try one.run("app-info", other.path, "--set", "--file-sharing", "no").status == 0)
        let refused = try run(copy, one)
        #expect(refused.status == 77, "\(refused.text)")
    }

    private static let otherApp =
        "open(os.path.join(root, '../AppDataInfo.plist'), 'w').write('<plist version=\"1.0\"><dict>"
        + "<key>CFBundleIdentifier</key><string>org.example.other</string></dict></plist>')"

    private func run(_ words: [String], _ fixture: Fixture) throws -> Fixture.Output {
        let arguments = words.map { $0.hasPrefix("@") ? fixture.path + "/" + $0.dropFirst() : $0 }
        let result = try runCommand(
            ["env", "XDG_STATE_HOME=\(fixture.state)", Products.executable("sandglass"), "verdict"] + arguments
        )
        return Fixture.Output(
            status: result.status,
            lines: String(decoding: result.stdout, as: UTF8.self).split(separator: "\n").map(String.init),
            errors: String(decoding: result.stderr, as: UTF8.self)
        )
    }
}
