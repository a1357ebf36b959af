import ArgumentParser
import ContainerModel

struct BrowseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "browse",
        abstract: "Browse a container in the terminal. This is what happens without a command.",
        discussion: """
            j k h l or the arrows move, Tab changes the pane, / filters, s sorts, g goes to a place, c chooses another \
            container, ? shows all keys, q quits. ^Z covers the screen before the program stops.
            """
    )

    @Argument(help: "A container, a path inside one, or a directory that holds several.", completion: .file())
    var path = "."

    @Option(help: "Take the directory as such a container: data, bundle, appGroup, iCloud, system.")
    var kind: ContainerKind?

    @OptionGroup var options: BrowsingOptions
    @OptionGroup(title: "What is known of the app") var app: AppInfoOptions

    func run() throws { try reportingFailures { try browse(path, as: kind, options, app: app) } }
}

extension ContainerKind: ExpressibleByArgument {}
extension ActingParty: ExpressibleByArgument {}
