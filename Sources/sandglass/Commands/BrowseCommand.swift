import ArgumentParser
import ContainerModel

struct BrowseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "browse",
        abstract: "Browse a container in the terminal. This is the default command.",
        discussion: """
            Move with j k h l or the arrow keys, change panes with Tab, filter with /, sort with s, go to a place with g, \
            choose another container with c, quit with q; ? shows all keys. ^Z covers the screen before the program stops.
            """
    )

    @Argument(help: "A container, a path inside one, or a directory that holds several.", completion: .file())
    var path = "."

    @Option(help: "Treat the directory as this kind of container: data, bundle, appGroup, iCloud, system.")
    var kind: ContainerKind?

    @OptionGroup var options: BrowsingOptions
    @OptionGroup(title: "The app's Info.plist") var app: AppInfoOptions

    func run() throws { try reportingFailures { try browse(argumentBytes(path), as: kind, options, app: app) } }
}

extension ContainerKind: ExpressibleByArgument {}
extension ActingParty: ExpressibleByArgument {}
