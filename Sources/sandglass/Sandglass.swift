import ArgumentParser

@main
struct Sandglass: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sandglass",
        abstract: "Look into an iOS app's containers, with their permission and backup rules.",
        subcommands: [Browse.self],
        defaultSubcommand: Browse.self
    )

    /// Parses the command line and runs what it asks for.
    ///
    /// The commonest call, with nothing but a path, does not go through the parser: its checks by reflection cost as
    /// much as all the rest up to the first picture.
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard let path = arguments.first, arguments.count == 1, isPath(path) else { return main(nil) }
        do {
            try browse(path, BrowseOptions())
        } catch {
            exit(withError: error)
        }
    }

    /// Whether an argument can only be a path: no option, and no command's name.
    private static func isPath(_ argument: String) -> Bool {
        guard !argument.hasPrefix("-"), !argument.isEmpty, argument != "help" else { return false }
        return !configuration.subcommands.contains { $0.configuration.commandName == argument }
    }
}
