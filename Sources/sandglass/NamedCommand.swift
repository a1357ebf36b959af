import ArgumentParser

/// The command that the command line names, parsed without the others.
///
/// The parser makes all commands of a tree ready before it looks at the first argument, and tries to read two further
/// ones for the option `--generate-completion-script`: together half of the time that a short command takes.
enum NamedCommand {
    /// A root with one command.
    private struct Root: ParsableCommand {
        static let configuration: CommandConfiguration = {
            var configuration = CommandConfiguration(
                commandName: "sandglass", version: Sandglass.version, subcommands: named.map { [$0] } ?? [])
            // A root that says so is not asked for completions.
            configuration._superCommandName = ""
            return configuration
        }()
    }

    /// The type of the command that the first argument names.
    private static let named: (any ParsableCommand.Type)? = CommandLine.arguments.dropFirst().first
        .flatMap { CommandSection.command(named: $0) }

    /// Parses the command line.
    /// - Returns: The command; nil if the first argument names none, or if the complete parser has to be asked, for a
    ///   message that mentions the others.
    static func parsed() -> (any ParsableCommand)? {
        guard let named, let command = try? Root.parseAsRoot() else { return nil }
        let kind = type(of: command)
        return kind == named || named.configuration.subcommands.contains { $0 == kind } ? command : nil
    }
}
