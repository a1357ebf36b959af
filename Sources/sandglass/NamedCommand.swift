import ArgumentParser

/// The command that the command line names, parsed without the others.
///
/// The complete parser makes all commands ready before it looks at the first argument, tries two more that ask for
/// completions, and makes the options of the named one twice: three quarters of the time that a short command takes.
enum NamedCommand {
    /// A root whose options are those of a command.
    private struct Root<Command: ParsableCommand>: ParsableCommand {
        static var configuration: CommandConfiguration {
            var configuration = CommandConfiguration(commandName: "sandglass", version: Sandglass.version)
            // A root that has a name above it is not asked for completions.
            configuration._superCommandName = ""
            return configuration
        }

        @OptionGroup var command: Command
    }

    /// Parses the command line.
    /// - Returns: The command; nil if the first argument names none, or if the complete parser has to be asked: for
    ///   help, for the message about a mistake, and for commands below this one, which take no arguments beside them.
    static func parsed() -> (any ParsableCommand)? {
        guard let name = CommandLine.arguments.dropFirst().first, let named = CommandSection.command(named: name) else {
            return nil
        }
        return parsed(as: named, Array(CommandLine.arguments.dropFirst(2)))
    }

    private static func parsed<Command: ParsableCommand>(
        as _: Command.Type, _ arguments: [String]
    ) -> (any ParsableCommand)? {
        (try? Root<Command>.parseAsRoot(arguments) as? Root<Command>)?.command
    }
}
