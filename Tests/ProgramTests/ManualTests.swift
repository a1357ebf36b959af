import Screen
import System
import TestSupport
import Testing

@Suite("The manual, the topics of help, and completions")
struct ManualTests {
    private static let topics = ["badges", "rules", "cover", "keys", "themes", "formats"]

    @Test("man and mandoc find no fault in any page", .enabled(if: hasCommand("groff") || hasCommand("mandoc")))
    func pages() throws {
        for command in [""] + ParsedCommand.all.map(\.description) {
            let page = try runCommand([sandglass, "manual"] + command.split(separator: " ").map(String.init))
            #expect(page.status == 0 && page.text.hasPrefix(".TH "), "\(command): \(page.errors)")
            #expect(page.stdout.allSatisfy { $0 < 0x80 }, "\(command)")
            if hasCommand("groff") {
                let result = try runCommand(["groff", "-man", "-ww", "-Kutf8", "-Tutf8", "-z"], input: page.stdout)
                #expect(result.status == 0 && result.errors.isEmpty, "\(command): \(result.errors)")
            }
            if hasCommand("mandoc") {
                let result = try runCommand(["mandoc", "-Tlint", "-Wwarning"], input: page.stdout)
                #expect(result.status == 0, "\(command): \(result.text)")
            }
        }
    }

    @Test("a page has all that help has", .enabled(if: hasCommand("mandoc")), arguments: ParsedCommand.all)
    func complete(command: ParsedCommand) throws {
        let page = try runCommand([sandglass, "manual"] + command.words)
        let shown = try runCommand(["mandoc", "-Tutf8", "-Owidth=500"], input: page.stdout).text
            .replacing(/.\u{8}/, with: "")
        for argument in command.shownArguments where argument.names != nil {
            #expect(shown.contains(argument.shown), "\(argument.shown)")
            if let abstract = argument.abstract { #expect(shown.contains(abstract.prefix(60)), "\(abstract)") }
        }
    }

    @Test("a topic of help is printed and part of the program's page", arguments: topics)
    func topic(name: String) throws {
        let help = try run("help", name)
        #expect(help.status == 0 && help.lines.count > 4, "\(help.errors)")
        let page = try run("manual").text
        let title = name == "cover" ? "THE COVER" : name.uppercased()
        #expect(page.contains(".SH \"\(title)\""))
    }

    @Test("help tells of the topics, and of commands as before")
    func help() throws {
        let general = try run("--help").text
        for topic in Self.topics { #expect(general.contains(topic)) }
        #expect(try run("help", "ls").text == run("ls", "--help").text)
        #expect(try run("help").text == general)
        #expect(try run("help", "nonesuch").status != 0 || run("help", "nonesuch").text == general)
    }

    @Test("one command installs the pages and the completions, and says what it wrote")
    func installed() throws {
        let folder = TemporaryDirectory()
        let result = try run("manual", "--install", folder("usr"))
        #expect(result.status == 0, "\(result.errors)")
        let files = try runCommand(["find", folder("usr"), "-type", "f", "-perm", "644"]).lines.map(String.init)
        #expect(Set(files) == Set(result.lines.map(String.init)))
        #expect(files.count == ParsedCommand.all.count + 1 + 3)
        for file in [
            "man/man1/sandglass.1", "man/man1/sandglass-demo-snapshot-hide.1", "bash-completion/completions/sandglass",
            "zsh/site-functions/_sandglass", "fish/vendor_completions.d/sandglass.fish",
        ] {
            #expect(files.contains(folder("usr/share/\(file)")), "\(file)")
        }
        let directories = try runCommand(["find", folder("usr"), "-type", "d", "!", "-perm", "755"]).text
        #expect(directories.isEmpty)
        // Again, over what is there.
        #expect(try run("manual", "--install", folder("usr")).status == 0)
    }

    /// What bash offers after a command line.
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
        .enabled(if: hasCommand("bash")),
        arguments: [
            ("sandglass browse --theme", ["dark", "high-contrast", "mine"]),
            ("sandglass deliver --from", ["mail", "airdrop", "files"]),
            ("sandglass ls --kind", ["app-group", "bundle"]), ("sandglass hash --ignore", ["born", "modified"]),
            ("sandglass undo --container", ["App"]), ("sandglass manual", ["snapshots", "verdict"]),
        ] as [(String, [String])])
    func dynamic(line: (words: String, offers: [String])) throws {
        let sandbox = try SharingSandbox()
        try sandbox.write("config/sandglass/themes/mine.toml", "")
        if line.words.contains("undo") { #expect(try sandbox.run("mkdir", "App/Documents/new").status == 0) }
        let text = try completions(of: line.words, home: sandbox(""))
        for offer in line.offers { #expect(text.contains(offer), "\(text)") }
    }

    @Test(
        "interactive shells complete themes, also the user's own", arguments: ["zsh", "fish"].filter { hasCommand($0) })
    func interactive(shell: String) throws {
        let sandbox = try SharingSandbox()
        try sandbox.write("config/sandglass/themes/mine.toml", "")
        #expect(try sandbox.run("manual", "--install", sandbox("usr")).status == 0)
        let program = sandglass.split(separator: "/").dropLast().joined(separator: "/")
        let share = sandbox("usr/share")
        try sandbox.write(
            ".zshrc",
            "PS1='ready> '; fpath=(\(share)/zsh/site-functions $fpath)\nautoload -U compinit; compinit -u -D\n")
        try sandbox.write("config/fish/config.fish", "function fish_prompt; echo 'ready> '; end\n")
        let terminal = try PseudoTerminal(
            "/usr/bin/env", ["PATH=/\(program):/usr/bin:/bin", shell, "-i"],
            environment: [
                "TERM": "xterm-256color", "ZDOTDIR": sandbox(""), "HOME": sandbox(""), "LC_ALL": "C.UTF-8",
                "XDG_CONFIG_HOME": sandbox("config"), "XDG_DATA_DIRS": "\(share):/usr/share",
            ], size: Size(columns: 100, rows: 40))
        try terminal.waitFor("ready>")
        try terminal.send("sandglass browse --theme \t")
        try terminal.waitFor("high-contrast")
        try terminal.waitFor("mine")
    }
}
