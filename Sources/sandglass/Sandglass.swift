import ArgumentParser

@main
struct Sandglass: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sandglass",
        abstract: "Look into an iOS app's containers, with their permission and backup rules.",
        subcommands: [Browse.self, Demo.self],
        defaultSubcommand: Browse.self
    )
}
