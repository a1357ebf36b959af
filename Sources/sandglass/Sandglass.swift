import ArgumentParser
import CStart
import ContainerModel
import ContainerStore
import FileSharing
import Screen
import System

@main
struct Sandglass: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sandglass",
        abstract: "Browse an iOS app's containers, and move files in and out by Apple's rules.",
        discussion: """
            Name an .xcappdata package, a simulator directory, a copy of an app's data, or a path inside one:

              sandglass WeightTracker.xcappdata        browse it (the same as `sandglass browse …`)
              sandglass ls -l WeightTracker.xcappdata  list it
              sandglass explain App.xcappdata/AppData/Library/Caches
              sandglass demo                           browse a demonstration container

            Beside each item, four columns show what the app may do with it on a device: R read, W write, D delete, \
            and B backed up. `sandglass explain PATH` explains them. In the browser, ? shows all keys.
            """,
        version: Release.line,
        groupedSubcommands: CommandSection.groups,
        // Where a command is named, the parser would read the options of the default one for nothing.
        defaultSubcommand: isCommandNamed ? nil : BrowseCommand.self
    )

    /// Whether the first argument is the name of a command with options.
    private static let isCommandNamed =
        CommandLine.argc > 1
        && CommandLine.unsafeArgv[1].map { sandglass_is_command($0) && strcmp($0, "help") != 0 } == true

    /// Parses the command line and runs the command.
    ///
    /// The most common call, with nothing but a path, bypasses the parser, whose checks by reflection take as long as
    /// everything else up to the first frame.
    static func main() {
        sandglass_fix_time_zone()
        do {
            try reportingFailures(start)
        } catch {
            end(with: error)
        }
    }

    private static func start() throws {
        // What killed runs have left would be mounted forever.
        SourceMounts.removeAbandoned()
        PassphraseOptions.askAtTerminal()
        try refuseMistypedCommand()
        if CommandLine.argc == 2, let argument = CommandLine.unsafeArgv[1], isPath(argument) {
            return try browse(Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument))))
        }
        if let lines = try askedHelp() { return try print(lines) }
        if let shell = askedCompletions() { return try writeOutput(Array(Completions.script(for: shell).utf8)) }
        var command = try namedCommand() ?? parseAsRoot(arguments)
        reportUnfinishedRuns(before: command)
        try command.run()
    }

    /// Returns the command that the command line names, parsed without the others: to make all of them ready takes most
    /// of the time of a short command.
    /// - Returns: nil if the first argument names none, or if the complete parser has to be asked, for help and for the
    ///   message about a mistake.
    private static func namedCommand() -> (any ParsableCommand)? {
        guard let name = arguments.first, let named = CommandSection.command(named: name) else { return nil }
        return (try? named.parseAsRoot(Array(arguments.dropFirst()))) as? any Command
    }

    /// The arguments, as the parser takes them.
    private static var arguments: [String] {
        let words = Array(CommandLine.arguments.dropFirst())
        return words.first == "set" ? SetCommand.puttingNumbersLast(words) : words
    }

    /// Reports the items that killed runs have left outside of containers, and removes them where possible. The browser
    /// does so itself, on its screen.
    private static func reportUnfinishedRuns(before command: any ParsableCommand) {
        guard !(command is BrowseCommand || command is DemoCommand || command is RunCommand) else { return }
        ReadOnlyOptions.reportProblems()
        let messages = UnfinishedRuns.collect(
            isReadOnly: CommandLine.arguments.contains("--read-only") || ReadOnlyOptions.isSet,
            isSeen: isatty(STDERR_FILENO) == 1)
        for message in messages { writeError("sandglass: \(DisplayText(message))") }
    }

    /// Returns the lines of help that the parser does not have: the commands by group, the list of topics, a topic;
    /// and the version.
    /// - Throws: `Failure` for `sandglass help WORD` if the word is neither a topic nor a command.
    private static func askedHelp() throws -> [String]? {
        let words = Array(CommandLine.arguments.dropFirst())
        if words == ["--version"] { return [Release.line] }
        if ["--help", "-h"].contains(words.first) { return GeneralHelp.commands }
        guard words.first == "help" else { return nil }
        guard let name = words.dropFirst().first else { return GeneralHelp.topics }
        if name.hasPrefix("-") { return nil }
        if name == "help" { return words.count == 2 ? GeneralHelp.commands : nil }
        if words.count == 2, let topic = HelpTopic.named(name) { return try GeneralHelp.lines(of: topic) }
        guard name.withCString({ sandglass_is_command($0) }) else {
            throw Failure(
                .usage,
                "\(DisplayText(name)) is neither a command nor a topic of help. The topics are \(HelpTopic.names).")
        }
        return nil
    }

    /// Returns the shell in `sandglass --generate-completion-script SHELL`. The parser's own script is not complete.
    private static func askedCompletions() -> CompletionShell? {
        let option = "--generate-completion-script"
        let words = CommandLine.arguments.dropFirst()
        guard let first = words.first, first == option || first.hasPrefix(option + "=") else { return nil }
        let name = first == option ? words.dropFirst().first : String(first.dropFirst(option.count + 1))
        return name.map { CompletionShell(rawValue: $0) } ?? CompletionShell.autodetected()
    }

    /// - Parameter lines: Sanitized lines.
    private static func print(_ lines: [String]) throws {
        var output = Output()
        for line in lines { try output.line(line) }
        try output.flush()
    }

    /// Ends the program with the parser's message: help, a version, completions, or an error.
    private static func end(with error: any Error) -> Never {
        // The parser would make the whole help to find that there is nothing to say.
        if let code = error as? ExitCode { System.exit(code.rawValue) }
        let code = exitCode(for: error)
        var message = fullMessage(for: error)
        guard !message.isEmpty else { exit(withError: code) }
        guard !code.isSuccess else {
            // Completions are for the shell; they were sanitized, and are exact whatever the locale.
            let isForShell = CommandLine.arguments.dropFirst().first == "---completion"
            let shown = isForShell ? message : CommandHelp.arranged(message, columns: GeneralHelp.columns)
            let text = Array((shown + "\n").utf8)
            do { try isForShell ? writeOutput(text) : writePrintable(text) } catch { exit(withError: error) }
            exit(withError: code)
        }
        // The message repeats arguments verbatim; a line feed in one of them would begin another line.
        for argument in CommandLine.arguments.dropFirst() where argument.utf8.contains(0x0a) {
            let value = argument.split(separator: "=", maxSplits: 1).last.map(String.init) ?? ""
            for text in [argument, value] where text.utf8.contains(0x0a) {
                message = message.replacing(text, with: DisplayText(text).description)
            }
        }
        for line in message.split(separator: "\n", omittingEmptySubsequences: false) { writeError(String(line)) }
        exit(withError: code)
    }

    /// Refuses a first argument that is neither a command nor an existing path, but nearly the name of a command, or
    /// followed by operands: the default command would take it for its only path.
    /// - Throws: `Failure`
    private static func refuseMistypedCommand() throws {
        guard CommandLine.argc > 1, let first = CommandLine.unsafeArgv[1] else { return }
        let (slash, dot) = (CInt(UInt8(ascii: "/")), CInt(UInt8(ascii: ".")))
        guard isPath(first), strchr(first, slash) == nil, strchr(first, dot) == nil, access(first, F_OK) != 0 else {
            return
        }
        let word = String(cString: first)
        guard !ContainerStore.isReserved(Array(word.utf8)) else { return }
        var commands: [String] = []
        while let name = sandglass_command(Int32(commands.count)) { commands.append(String(cString: name)) }
        let near = NameLikeness.nearest(to: Array(word.utf8), among: commands.map { Array($0.utf8) })
        let beginning = commands.filter { word.count >= 3 && $0.hasPrefix(word) }
        let meant =
            near.map { String(decoding: $0, as: UTF8.self) } ?? ForeignCommand.counterparts[word] ?? beginning.first
            ?? ForeignCommand.oneLetterApart(from: word, among: commands)
        let hasOperands = CommandLine.argc > 2 && CommandLine.unsafeArgv[2].map { $0[0] != 0x2d } == true
        guard meant != nil || hasOperands else { return }
        let advice = meant.map { "Did you mean `sandglass \($0)`?" } ?? "`sandglass --help` lists the commands."
        throw Failure(.usage, "\(DisplayText(word)) is neither a command nor an existing path. \(advice)")
    }

    /// Returns whether an argument can only be a path: neither an option nor the name of a command.
    private static func isPath(_ argument: UnsafePointer<CChar>) -> Bool {
        // Avoids creating the parser's configuration, and strings, only for this: each path to the browser comes here.
        argument[0] != CChar(UInt8(ascii: "-")) && argument[0] != 0 && !sandglass_is_command(argument)
    }
}
