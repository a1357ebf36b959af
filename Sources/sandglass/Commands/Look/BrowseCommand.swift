import ArgumentParser
import ContainerModel
import ContainerStore

struct BrowseCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "browse",
        abstract: "Browse a container in the terminal (the default).",
        discussion: """
            Move with j k h l or the arrow keys, change panes with Tab, filter with /, sort with s, go to a place with \
            g, choose another container with c, quit with q; ? shows all keys. ^Z covers the screen before the program \
            stops.

            Without a path, the container of the working directory is browsed. If there is none, choose: a container \
            that was open before, one that is found nearby, the demonstration, or any path.
            """
    )

    @Argument(help: "A container, a path inside one, or a directory that holds several.", completion: Completions.items)
    var path: String?

    @OptionGroup var options: BrowsingOptions
    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    func perform() throws { try browse(path.map(argumentBytes), options, app: app) }
}

extension ContainerKind: ExpressibleByArgument {
    /// The kind's name in reports without "container", in one word: `app-group`.
    private var word: String { name.split(separator: " ").joined(separator: "-") }

    private var name: String { title.hasSuffix(" container") ? String(title.dropLast(10)) : title }

    /// Creates the kind with a word, or with its name in reports; `appGroup` is the spelling of earlier versions.
    init?(argument: String) {
        let given = argument.lowercased()
        let found = Self.named.first {
            [$0.word, $0.name, $0.title, $0.rawValue].contains { $0.lowercased() == given }
        }
        guard let found else { return nil }
        self = found
    }

    static var allValueStrings: [String] { named.map(\.word) }

    /// The kinds that a directory may be called.
    private static var named: [ContainerKind] { allCases.filter { $0 != .systemDomain } }
}
extension ActingParty: ExpressibleByArgument {}
