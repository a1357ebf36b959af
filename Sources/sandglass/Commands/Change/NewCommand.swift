import ArgumentParser
import ContainerStore
import Inspection
import Packing
import Reports
import Screen
import System

struct NewCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Create an empty container in a package.",
        discussion: """
            The package has the directories that iOS makes when it installs an app, and records whose container it is, \
            for Xcode to install it, or for a scheme to take it as Application Data. `sandglass help packages` says \
            what it was compared with.

              sandglass new Notes.xcappdata --bundle-id com.example.notes --name Notes
            """
    )

    @Argument(help: "The path of the package, where nothing may exist; it ends in .xcappdata.")
    var path: String

    @Option(name: .customLong("bundle-id"), help: "The bundle identifier of the app.")
    var identifier: String

    @Option(help: "The name of the app.")
    var name: String?

    @Flag(help: "Print a JSON object.")
    var json = false

    @OptionGroup var readOnly: ReadOnlyOptions

    func perform() throws {
        guard path.hasPackageSuffix else {
            throw Failure(.usage, "\(DisplayText(path)): the path of a package ends in .xcappdata")
        }
        try ContainerStore.requireOutside(argumentBytes(path), isReadOnly: readOnly.isOn)
        try naming(path) { try EmptyContainer.make(at: argumentBytes(path), identifier: identifier, name: name) }
        if json { return try writeLine(try JSONReport.object(Made(path: path))) }
        try writeLine("\(DisplayText(path)): made")
    }

    /// The item made. JSON keys are stable.
    private struct Made: Encodable {
        /// The path as given.
        let path: String
    }
}

extension String {
    /// Whether a path has the suffix of a package.
    var hasPackageSuffix: Bool {
        var name = Substring(self)
        while name.count > 1, name.hasSuffix("/") { name = name.dropLast() }
        return name.hasSuffix(".xcappdata") && name != ".xcappdata" && !name.hasSuffix("/.xcappdata")
    }
}

extension Failure {
    init(_ error: PackingError, at path: String) {
        let message = "\(DisplayText(path)): \(DisplayText(error.message))"
        switch error.code {
        case .unsuitable: self.init(.data, message)
        case .exists: self.init(.cannotCreate, message)
        case .system: self.init(error.isForDestination ? .cannotCreate : .inputOutput, message)
        case .cancelled: self.init(message, code: 128 + SIGINT)
        }
    }
}
