import FoundationEssentials
import TestSupport
import Testing

/// A command as described by the argument parser (`--experimental-dump-help`), the source of help, completion scripts
/// and the manual. New commands are in the list without changes to the tests.
struct ParsedCommand: Sendable, Decodable, CustomStringConvertible {
    let commandName: String
    let abstract: String?
    let superCommands: [String]?
    let arguments: [Argument]?
    let subcommands: [ParsedCommand]?

    struct Argument: Sendable, Decodable {
        struct Name: Sendable, Decodable {
            let kind: String
            let name: String
        }
        /// How a shell completes the argument: `file` and `directory` mean a path. Words that the program itself
        /// completes are also paths, unless they name a theme, a command or rules.
        struct Completion: Sendable, Decodable {
            struct Anything: Sendable, Decodable {}
            let file: Anything?
            let directory: Anything?
            let custom: Anything?
        }

        let kind: String
        let isOptional: Bool
        let isRepeating: Bool
        let shouldDisplay: Bool
        let abstract: String?
        let names: [Name]?
        let preferredName: Name?
        let valueName: String?
        let allValues: [String]?
        let completionKind: Completion?

        var isPath: Bool {
            if completionKind?.custom != nil { return !["theme", "name", "command", "list"].contains(valueName) }
            return completionKind?.file != nil || completionKind?.directory != nil
        }

        /// The argument as shown in help: `--json`, `-l`, `<path>`.
        var shown: String {
            guard let preferredName else { return "<\(valueName ?? "")>" }
            return (preferredName.kind == "long" ? "--" : "-") + preferredName.name
        }
    }

    var description: String { words.joined(separator: " ") }

    /// The words that run the command, after the program's name: `["demo", "snapshot-hide"]`.
    var words: [String] { (superCommands ?? []).dropFirst() + [commandName] }

    /// The arguments shown in help.
    var shownArguments: [Argument] { (arguments ?? []).filter(\.shouldDisplay) }

    func has(_ option: String) -> Bool { shownArguments.contains { $0.shown == option } }

    /// Whether the command has an argument that is a path.
    var takesPath: Bool { shownArguments.contains { $0.kind == "positional" && $0.isPath } }

    /// Returns a complete command line: all required arguments, with `path` for each path.
    func line(_ path: String) -> [String] {
        var words = words
        var isNamed = false
        for argument in shownArguments where argument.kind == "positional" {
            if argument.isPath, !isNamed || !argument.isOptional {
                // If the argument is repeatable, the last value may be the destination.
                words += Array(repeating: path, count: argument.isRepeating ? 2 : 1)
                isNamed = true
            } else if !argument.isOptional {
                words.append(argument.allValues?.first ?? "x")
            }
        }
        for argument in shownArguments where argument.kind == "option" && !argument.isOptional {
            words += [argument.shown, argument.isPath ? path : argument.allValues?.first ?? "x"]
        }
        return words
    }

    /// All commands and subcommands, except the parser's own `help`.
    static let all = (try? read()) ?? []

    /// Reads the list of commands from the program.
    static func read() throws -> [ParsedCommand] {
        struct Tool: Decodable {
            let command: ParsedCommand
        }
        let dump = try run("--experimental-dump-help")
        let tool = try JSONDecoder().decode(Tool.self, from: Data(dump.stdout))
        return tool.command.below.filter { $0.words != ["help"] }
    }

    private var below: [ParsedCommand] { (subcommands ?? []).flatMap { [$0] + $0.below } }
}
