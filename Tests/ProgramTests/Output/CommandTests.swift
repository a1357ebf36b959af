import FoundationEssentials
import TestSupport
import Testing

/// Properties of every command, taken from the parser's own list, so that new commands are tested without further work.
@Suite("All commands", .onManyThreads)
struct CommandTests {
    /// Commands without output for scripts: they take the screen, or print a file as it is.
    private static let withoutJSON = ["browse", "demo", "run", "themes", "manual"]
    /// Without `snapshot-hide`, which takes seconds, and `watch`, which goes on; both have suites of their own.
    private static let withJSON = ParsedCommand.all.filter {
        $0.has("--json") && !["snapshot-hide", "watch"].contains($0.commandName)
    }
    /// Without `backup`, which takes a device.
    private static let withPath = ParsedCommand.all.filter { $0.takesPath && $0.commandName != "backup" }

    /// The JSON report of a failure.
    private struct FailureReport: Decodable {
        struct Error: Decodable {
            let message: String
            let status: Int32
        }
        let error: Error
    }

    /// Any JSON object.
    private struct JSONObject: Decodable {
        struct Key: CodingKey {
            let stringValue: String
            let intValue: Int? = nil
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        let isEmpty: Bool

        init(_ bytes: [UInt8]) throws { self = try JSONDecoder().decode(Self.self, from: Data(bytes)) }

        init(from decoder: any Decoder) throws { isEmpty = try decoder.container(keyedBy: Key.self).allKeys.isEmpty }
    }

    @Test("help names the top-level commands of the parser's list, in its order")
    func list() throws {
        let commands = try ParsedCommand.read().filter { $0.words.count == 1 }.map(\.commandName)
        #expect(try !commands.isEmpty && commands == Self.listedCommands())
        #expect(try run("--version").status == 0)
    }

    /// The commands that help lists: the second column of its rows, after the name of the group or blanks.
    private static func listedCommands() throws -> [String] {
        let lines = try run("--help").lines
        let first = try #require(lines.first { $0.hasPrefix("look ") })
        let column = first.count - first.drop { $0 != " " }.drop { $0 == " " }.count
        return lines.drop { $0 != first }.dropLast().flatMap { line in
            line.dropFirst(column).prefix(untilBlanks: 2).split(separator: ", ").map(String.init)
        }
    }

    @Test("help and the manual state the purpose and the arguments of a command", arguments: ParsedCommand.all)
    func help(command: ParsedCommand) throws {
        let help = try runCommand([sandglass] + command.words + ["--help"])
        #expect(help.status == 0 && help.errors.isEmpty && !help.text.contains("\u{1b}"))
        let abstract = try #require(command.abstract)
        #expect(abstract.hasSuffix("."))
        // The parser wraps lines wherever it likes.
        let overview = help.stdout.prefix(1_000).split { $0 == 0x20 || $0 == 0x0a }.joined(separator: [0x20])
        #expect(overview.starts(with: "OVERVIEW: \(abstract)".utf8), "\(help.text)")
        // Flags that exclude each other are on one line: --one/--other.
        let separators = Set(" \n,/[]()".utf8)
        let named = Set(help.stdout.split { separators.contains($0) }.map(Array.init))
        for argument in command.shownArguments {
            let isNamed = named.contains(Array(argument.shown.utf8))
            let isExplained = argument.abstract?.utf8.last == UInt8(ascii: ".")
            #expect(isNamed && isExplained, "\(argument.shown)")
        }
    }

    @Test("the help command prints the same as --help")
    func helpCommand() throws {
        let command = try #require(ParsedCommand.all.first { $0.words.count == 2 }).words
        #expect(
            try runCommand([sandglass, "help"] + command).stdout
                == runCommand([sandglass] + command + ["--help"]).stdout)
    }

    @Test("an unknown option is a usage error that names the option", arguments: ParsedCommand.all)
    func unknownOption(command: ParsedCommand) throws {
        let wrong = try runCommand([sandglass] + command.line("none") + ["--nonesuch\u{1b}[2J"])
        #expect(wrong.status == 64 && wrong.stdout.isEmpty, "\(wrong.text)")
        #expect(wrong.errors.contains("--nonesuch") && !wrong.errors.contains("\u{1b}"), "\(wrong.errors)")
    }

    @Test("an invalid value of an option is a usage error that names the value")
    func unknownValue() throws {
        var seen: Set<[String]> = []
        for command in ParsedCommand.all {
            for argument in command.shownArguments where argument.kind == "option" {
                // Most options are shared by many commands.
                guard let values = argument.allValues, seen.insert([argument.shown] + values).inserted else { continue }
                let line = command.line("none").filter { $0 != argument.shown && !values.contains($0) }
                let wrong = try runCommand([sandglass] + line + [argument.shown, "nonesuch"])
                #expect(wrong.status == 64 && wrong.stdout.isEmpty, "\(command) \(argument.shown)")
                #expect(wrong.errors.contains("'nonesuch'"), "\(command) \(argument.shown): \(wrong.errors)")
            }
        }
        #expect(seen.count > 5)
    }

    @Test("a missing path is named in the error, with its exit status", arguments: withPath)
    func unknownPath(command: ParsedCommand) throws {
        let directory = TemporaryDirectory()
        let line = command.line(directory("none\u{1b}[2J/deeper"))
        let isJSON = command.has("--json")
        let result = try runCommand([sandglass] + line + (isJSON ? ["--json"] : []))
        #expect(result.status == 66 && !result.errors.contains("\u{1b}"), "\(result.text)")
        #expect(result.errors.hasPrefix("sandglass: \(directory.path)/none␛[2J/deeper"), "\(result.errors)")
        guard isJSON else { return #expect(result.stdout.isEmpty) }
        let report = try JSONDecoder().decode(FailureReport.self, from: Data(result.stdout))
        #expect(report.error.status == 66 && "sandglass: \(report.error.message)\n" == result.errors, "\(result.text)")
    }

    @Test("every command with output for scripts has the option --json")
    func hasJSON() {
        #expect(Self.withoutJSON == ParsedCommand.all.filter { !$0.has("--json") }.map(\.description))
    }

    @Test("a command with --json prints only JSON, whether it succeeds or fails", arguments: withJSON)
    func json(command: ParsedCommand) throws {
        // In a container, with an operation in the journal to list and undo.
        let sandbox = try SharingSandbox()
        #expect(try sandbox.run("import", "host/file.txt", "--to", "App/Documents/").status == 0)
        let result = try sandbox.run(
            command.line("Documents/a.txt") + ["--json"], environment: ["EDITOR=sed -i s/a/q/"], in: "App")
        if command.commandName == "grep" {
            // Nothing was found, and nothing is printed.
            return #expect(result.status == 1 && result.stdout.isEmpty, "\(result.errors)")
        }
        if ["diff", "keeps"].contains(command.commandName) {
            // Both sides are the same, and there is no time point: nothing is printed.
            return #expect(result.status == 0 && result.stdout.isEmpty, "\(result.errors)")
        }
        // 69: there is no device.
        #expect([0, 64, 65, 66, 69, 73, 77].contains(result.status), "\(result.errors)")
        // A single object, or one per line.
        let objects = (try? [JSONObject(result.stdout)]) ?? result.lines.map { try? JSONObject(Array($0.utf8)) }
        #expect(!objects.isEmpty && objects.allSatisfy { $0?.isEmpty == false }, "\(result.text)")
        #expect(!result.text.contains("\u{1b}") && !result.errors.contains("\u{1b}"))
    }

    @Test("completion scripts are generated, and the shells accept them", arguments: ["bash", "zsh", "fish"])
    func completion(name: String) throws {
        let result = try run("--generate-completion-script", name)
        #expect(result.status == 0 && !ParsedCommand.all.isEmpty)
        let words = Set(result.stdout.split { !($0 == 0x2d || (0x61...0x7a).contains($0)) }.map(Array.init))
        for command in ParsedCommand.all { #expect(words.contains(Array(command.commandName.utf8)), "\(command)") }
        #expect(try runCommand([name, "-n"], input: result.stdout).status == 0)
    }

    @Test("bash completes every command and its options")
    func offered() throws {
        // Each input line is a command line up to the cursor; its completions are printed on one line.
        let script = """
            source <("$1" --generate-completion-script bash)
            completer=$(complete -p sandglass | sed 's/.*-F \\([^ ]*\\).*/\\1/')
            while read -r -a COMP_WORDS; do
                COMP_WORDS[-1]=${COMP_WORDS[-1]#?}
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE="${COMP_WORDS[*]}" COMP_POINT=${#COMP_LINE} COMPREPLY=()
                "$completer" sandglass "${COMP_WORDS[-1]}" ''
                echo "${COMPREPLY[*]}"
            done
            """
        // The cursor is after the last word, which is marked because it may be empty.
        let lines = ["@"] + ParsedCommand.all.map { "\($0) @--" }
        let input = lines.map { "sandglass \($0)\n" }.joined()
        let result = try runCommand(["bash", "-c", script, "bash", sandglass], input: Array(input.utf8))
        let offers = result.lines.map { Set($0.split(separator: " ").map(String.init)) }
        try #require(offers.count == lines.count, "\(result.errors)")
        #expect(offers[0].isSuperset(of: ParsedCommand.all.filter { $0.words.count == 1 }.map(\.commandName)))
        for (command, offer) in zip(ParsedCommand.all, offers.dropFirst()) {
            let options = command.shownArguments.map(\.shown).filter { $0.hasPrefix("--") }
            #expect(offer.isSuperset(of: options), "\(command): \(Set(options).subtracting(offer))")
        }
    }
}

extension Substring {
    /// Returns the text up to a number of blanks.
    fileprivate func prefix(untilBlanks count: Int) -> Substring {
        firstRange(of: String(repeating: " ", count: count)).map { self[..<$0.lowerBound] } ?? self
    }
}
