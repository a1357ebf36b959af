import ArgumentParser
import FoundationEssentials

/// A command as the argument parser describes it, the source of help and completions as well.
struct CommandDescription: Decodable {
    let commandName: String
    let superCommands: [String]?
    let abstract: String?
    let discussion: String?
    let shouldDisplay: Bool
    let arguments: [Argument]?
    let subcommands: [CommandDescription]?

    struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String
        }

        let kind: String
        let shouldDisplay: Bool
        let sectionTitle: String?
        let isOptional: Bool
        let isRepeating: Bool
        let names: [Name]?
        let valueName: String?
        let defaultValue: String?
        let allValues: [String]?
        let abstract: String?
    }

    /// The program with all its commands.
    static func program() throws -> CommandDescription {
        struct Dump: Decodable { let command: CommandDescription }
        return try JSONDecoder().decode(Dump.self, from: Data(Sandglass._dumpHelp().utf8)).command
    }

    /// The words of the command line, the program's name first: `sandglass demo snapshot-hide`.
    var words: [String] { (superCommands ?? []) + [commandName] }

    /// The name of the manual page: `sandglass-demo-snapshot-hide`.
    var pageName: String { words.joined(separator: "-") }

    /// The commands that help lists.
    var shownSubcommands: [CommandDescription] {
        (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
    }

    /// The arguments that help lists.
    var shownArguments: [Argument] { (arguments ?? []).filter(\.shouldDisplay) }

    /// The command and all below it.
    var all: [CommandDescription] { [self] + shownSubcommands.flatMap(\.all) }
}

extension CommandDescription.Argument {
    /// The spellings: `-n`, `--dry-run`.
    var spellings: [String] { (names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name } }
}
