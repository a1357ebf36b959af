import Screen
import System
import TestSupport
import Testing

@Suite("The manual, the topics of help, and completions", .onManyThreads)
struct ManualTests {
    @Test("mandoc finds no fault in any page")
    func pages() throws {
        let names = try runCommand(["ls", Self.pages.path]).lines.filter { $0.hasPrefix("sandglass") }
        #expect(names.count > ParsedCommand.all.count + 20)
        let pages = try names.map { try readFile(Self.pages(String($0))) }
        for page in pages { #expect(page.starts(with: ".TH ".utf8) && page.allSatisfy { $0 < 0x80 }) }
        let result = try runCommand(
            ["mandoc", "-Tlint", "-Wwarning"] + names.map { Self.pages(String($0)) })
        #expect(result.status == 0, "\(result.text)")
        // A page is printed as it is installed.
        for (words, name) in [([], "sandglass.1"), (["ls"], "sandglass-ls.1"), (["backups"], "sandglass-backups.7")] {
            #expect(try runCommand([sandglass, "manual"] + words).stdout == readFile(Self.pages(name)))
        }
    }

    /// A directory with all pages.
    private static let pages: TemporaryDirectory = {
        let directory = TemporaryDirectory()
        directory.removeAtExit()
        _ = try? runCommand([sandglass, "manual", "--install", directory("usr")])
        _ = try? runCommand(["sh", "-c", "mv \"$0\"/usr/share/man/man?/* \"$0\"", directory.path])
        return directory
    }()

    /// Returns a page as text, without what makes it bold on a printer.
    private static func formatted(_ page: [UInt8], columns: Int) throws -> String {
        try runCommand(["mandoc", "-Tutf8", "-Owidth=\(columns)"], input: page).text.replacing(/.\u{8}/, with: "")
    }

    @Test("a page has all that help has", arguments: ParsedCommand.all)
    func complete(command: ParsedCommand) throws {
        let name = "sandglass-" + command.words.joined(separator: "-") + ".1"
        let shown = try Self.formatted(try readFile(Self.pages(name)), columns: 500)
        for argument in command.shownArguments where argument.names != nil {
            #expect(shown.contains(argument.shown), "\(argument.shown)")
            if let abstract = argument.abstract { #expect(shown.contains(abstract.prefix(60)), "\(abstract)") }
        }
    }

    @Test("the program's page lists the topics, and a command's page contains the topic of its name")
    func topics() throws {
        let page = try run("manual").text
        #expect(page.contains(".SH TOPICS") && page.contains(".BR \"sandglass\\-backups\" (7)"))
        #expect(page.contains(".BR \"sandglass\\-undo\" (1)"))
        #expect(try run("manual", "undo").text.contains(".SH \"UNDO AND THE JOURNAL\""))
        #expect(try run("manual", "nonesuch").status == 66)
    }

    @Test("help lists the topics, and explains commands as --help does")
    func help() throws {
        let list = try run("help").text
        for topic in ["badges", "backups", "statuses"] { #expect(list.contains("\n  \(topic) ")) }
        #expect(try run("help", "ls").text == run("ls", "--help").text)
    }

    @Test("one command installs the pages and the completions, and lists the files written")
    func installed() throws {
        let folder = TemporaryDirectory()
        let result = try run("manual", "--install", folder("usr"))
        #expect(result.status == 0, "\(result.errors)")
        let files = try runCommand(["find", folder("usr"), "-type", "f", "-perm", "644"]).lines.map(String.init)
        #expect(Set(files) == Set(result.lines.map(String.init)))
        #expect(files.filter { $0.hasSuffix(".1") }.count == ParsedCommand.all.count + 1)
        for file in [
            "man/man1/sandglass.1", "man/man1/sandglass-demo-snapshot-hide.1", "man/man7/sandglass-backups.7",
            "bash-completion/completions/sandglass",
            "zsh/site-functions/_sandglass", "fish/vendor_completions.d/sandglass.fish",
        ] {
            #expect(files.contains(folder("usr/share/\(file)")), "\(file)")
        }
        let directories = try runCommand(["find", folder("usr"), "-type", "d", "!", "-perm", "755"]).text
        #expect(directories.isEmpty)
        // Again, over the existing files.
        #expect(try run("manual", "--install", folder("usr")).status == 0)
    }

    /// The completions that bash offers after a command line.
    private func completions(of line: String, home: String) throws -> String {
        let script = """
            source <("$1" --generate-completion-script bash)
            PATH=$(dirname "$1"):$PATH
            completer=$(complete -p sandglass | sed 's/.*-F \\([^ ]*\\).*/\\1/')
            COMP_WORDS=($2 ''); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE="$2 "; COMP_POINT=${#COMP_LINE}
            "$completer" sandglass '' "${COMP_WORDS[COMP_CWORD - 1]}"; printf '%s\\n' "${COMPREPLY[@]}"
            """
        return try runCommand(
            [
                "env", "HOME=\(home)", "XDG_CONFIG_HOME=\(home)/config", "XDG_STATE_HOME=\(home)/state", "bash", "-c",
                script,
                "bash", sandglass, line,
            ]
        ).text
    }

    @Test(
        "bash completes themes, senders, kinds, keys of manifests and containers that were changed",
        arguments: [
            ("sandglass browse --theme", ["dark", "high-contrast", "mine"]),
            ("sandglass deliver --from", ["mail", "airdrop", "files"]),
            ("sandglass ls --kind", ["app-group", "bundle"]), ("sandglass hash --ignore", ["born", "modified"]),
            ("sandglass undo --container", ["App"]), ("sandglass manual", ["snapshots", "verdict"]),
            ("sandglass help", ["badges", "formats", "usage"]), ("sandglass keys --preset", ["vim", "mc"]),
            ("sandglass grep --encoding", ["utf16", "base64"]),
        ] as [(String, [String])])
    func dynamic(line: (words: String, offers: [String])) throws {
        let sandbox = try SharingSandbox()
        try sandbox.write("config/sandglass/themes/mine.toml", "")
        if line.words.contains("undo") { #expect(try sandbox.run("mkdir", "App/Documents/new").status == 0) }
        let text = try completions(of: line.words, home: sandbox(""))
        for offer in line.offers { #expect(text.contains(offer), "\(text)") }
    }

    /// The completions that bash offers for the last word of a command line, in a directory.
    private func completions(ofWord word: String, after words: String, in directory: String) throws -> [String] {
        let script = """
            source <("$1" --generate-completion-script bash)
            PATH=$(dirname "$1"):$PATH; cd "$4"
            completer=$(complete -p sandglass | sed 's/.*-F \\([^ ]*\\).*/\\1/')
            COMP_WORDS=($2 "$3"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE="$2 $3"; COMP_POINT=${#COMP_LINE}
            "$completer" sandglass "$3" "${COMP_WORDS[COMP_CWORD - 1]}"; printf '%s\\n' "${COMPREPLY[@]}"
            """
        return try runCommand(
            [
                "env", "HOME=\(directory)", "XDG_STATE_HOME=\(directory)/state", "bash", "-c", script, "bash",
                sandglass,
                words, word, directory,
            ]
        ).text.split(separator: "\n").map(String.init)
    }

    @Test(
        "bash completes containers, their items, and places that are absent",
        arguments: [
            ("sandglass ls", "Ap", ["App"]), ("sandglass", "Ap", ["App"]), ("sandglass browse", "", ["App"]),
            ("sandglass explain", "App/", ["App/Documents", "App/Library", "App/tmp", "App/SystemData"]),
            ("sandglass explain", "App/Documents/In", ["App/Documents/Inbox"]),
            ("sandglass ls", "App/Documents/.", ["App/Documents/.hidden"]), ("sandglass ls", "App/none/", []),
            ("sandglass deliver x --to", "App/Doc", ["App/Documents"]),
            ("sandglass ls", "App/Library/Application\\ Support/We", ["App/Library/Application Support/We here"]),
            ("sandglass ls", "\"App/Library/Application Support/We", ["App/Library/Application Support/We here"]),
        ] as [(String, String, [String])])
    func items(words: String, word: String, offers: [String]) throws {
        let sandbox = try SharingSandbox()
        try sandbox.write("App/Documents/.hidden", bytes: [])
        try sandbox.write("App/Library/Application Support/We here", bytes: [])
        let found = try completions(ofWord: word, after: words, in: sandbox(""))
        #expect(
            Set(offers).isSubset(of: found) && found.allSatisfy { $0.hasPrefix(word.filter { !"\\\"".contains($0) }) },
            "\(found)")
        #expect(!offers.isEmpty || found.isEmpty)
    }

    @Test("a name that bash would run as a command is completed, and not run")
    func hostileNames() throws {
        let sandbox = try SharingSandbox()
        let names = [
            "$(touch PWNED)", "`touch PWNED`", "a b", "q\"q", "s's", "{x,y}", "~root", "$HOME", "back\\slash", "*",
        ]
        for name in names { try sandbox.write("App/Documents/hostile/\(name)", bytes: []) }
        let found = try completions(ofWord: "App/Documents/hostile/", after: "sandglass ls", in: sandbox(""))
        #expect(Set(found) == Set(names.map { "App/Documents/hostile/\($0)" }))
        // The same for the paths in the journal.
        _ = try runCommand(["cp", "-a", sandbox("App"), sandbox("$(touch PWNED) app")])
        #expect(try sandbox.run("mkdir", "$(touch PWNED) app/Documents/new").status == 0)
        let used = try completions(ofWord: "", after: "sandglass undo --container", in: sandbox(""))
        #expect(used.contains { $0.hasSuffix("/$(touch PWNED) app") }, "\(used)")
        #expect(try runCommand(["find", sandbox(""), "-name", "PWNED"]).text.isEmpty)
    }

    @Test("help about anything but a command or a topic is refused")
    func unknownTopic() throws {
        let result = try runCommand([sandglass, "help", "nope"])
        #expect(result.status == 64 && result.errors.contains("nope is neither a command nor a topic"))
        #expect(try runCommand([sandglass, "help", "ls"]).status == 0)
    }

    @Test("the synopsis of a page is filled")
    func synopsis() throws {
        let shown = try Self.formatted(try readFile(Self.pages("sandglass-grep.1")), columns: 80)
        let lines = shown.split(separator: "\n").drop { !$0.contains("SYNOPSIS") }.prefix {
            !$0.contains("DESCRIPTION")
        }
        #expect(lines.count > 3 && lines.allSatisfy { $0.count <= 90 })
    }

    @Test("interactive shells complete themes, also the user's own", arguments: ["zsh", "fish"])
    func interactive(shell: String) throws {
        let sandbox = try SharingSandbox()
        try sandbox.write("config/sandglass/themes/mine.toml", "")
        let terminal = try sandbox.completing(shell)
        try terminal.send("sandglass browse --theme \t")
        try terminal.waitFor("high-contrast")
        try terminal.waitFor("mine")
    }
}
