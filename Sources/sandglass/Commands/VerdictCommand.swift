import ArgumentParser
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Inspection
import Screen

struct VerdictCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verdict",
        abstract: "Show whether the rules allow an operation, which rule decides, and what works instead.",
        discussion: """
            Nothing is changed. Neither the item nor the destination needs to exist. A path that ends in a slash names a \
            directory, and so does each standard place of a container. If the destination is a directory, the item keeps its \
            name in it.

            The exit status is 0 if the operation is allowed or becomes another one, and 77 if it is refused.

              sandglass verdict delete App.xcappdata/AppData/Documents
              sandglass verdict modify --locked --protection-class 1 App.xcappdata/AppData/Documents/a.txt
              sandglass verdict move App.xcappdata/AppData/Documents/a.txt App.xcappdata/AppData/tmp/
            """
    )

    @Argument(help: "\(Operation.allValueStrings.joined(separator: ", ")).")
    var operation: Operation

    @Argument(help: "An item of a container.", completion: .file())
    var path: String

    @Argument(help: "The destination, for rename, move and copy.", completion: .file())
    var destination: String?

    @Option(name: .customLong("as"), help: "The actor: app, user, system, owner.")
    var actor = ActingParty.app

    @OptionGroup(title: "State of the app and the device") var deviceState: DeviceStateOptions

    @Option(help: "The file's protection class, 1 to 4, if the container does not say.")
    var protectionClass: Int?

    @Flag(help: "Print a JSON object.")
    var json = false

    @OptionGroup(title: "The app's Info.plist") var app: AppInfoOptions

    func validate() throws {
        if let number = protectionClass, !(1...4).contains(number) {
            throw ValidationError("A protection class is a number from 1 to 4.")
        }
    }

    func run() throws { try reportingFailures(asJSON: json, judge) }

    private func judge() throws {
        let (container, itemPath) = try app.locate(path)
        let isDirectory = ContainerPath.namesDirectory(argumentBytes(path))
        var item = asked(itemPath, in: container, isDirectory: isDirectory)
        if item.type == .file {
            item.protection =
                protectionClass.map { ProtectionClass(number: $0) } ?? container.description.app.containerProtection
        }
        let report = VerdictReport(
            of: operation,
            on: item,
            to: try destination.map { try target($0, of: item, in: container) },
            as: actor,
            app: container.description.app,
            state: deviceState.state
        )
        if json {
            try writeLine(try JSONReport.object(report, faults: container.faults()))
        } else {
            try writeLine(
                "\(DisplayText(bytes: itemPath.isRoot ? [0x2e] : itemPath.bytes)): \(report.place), \(report.level)")
            for line in report.lines { try writeLine(DisplayText(line).description) }
        }
        if report.isRefused { throw ExitCode(Failure.Status.refused.rawValue) }
    }

    /// Returns the item as it exists, or as it would be created.
    private func asked(_ path: ContainerPath, in container: Container, isDirectory: Bool) -> Item {
        let kind = container.description.kind
        if let status = try? container.tree.status(path) {
            return Item(path, in: kind, type: ItemType(status.kind))
        }
        let isPlace = OpenRoots(container).isStandardDirectory(ItemAddress(container.root, path))
        return Item(path, in: kind, type: isDirectory || isPlace ? .directory : .file)
    }

    private func target(_ destination: String, of item: Item, in container: Container) throws -> Item {
        let (other, path) = try ContainerStore.locateMindingFaults(argumentBytes(destination))
        guard other.description.hostPath == container.description.hostPath else {
            throw Failure(
                .usage,
                "\(DisplayText(destination)) is in another container; verdict covers operations within one container")
        }
        let isDirectory = ContainerPath.namesDirectory(argumentBytes(destination))
        var target = asked(path, in: container, isDirectory: isDirectory)
        if operation != .rename, target.type == .directory, let name = item.path.lastComponent {
            target.path = path.appending(name: name) ?? path
        }
        target.type = item.type
        return target
    }
}

extension Operation: ExpressibleByArgument {
    /// Parses `create-file`, or `createFile` as spelled in JSON.
    public init?(argument: String) { self.init(spelled: argument) }

    /// The operations as spelled on the command line, such as `create-file`.
    public static var allValueStrings: [String] {
        allCases.map { operation in
            operation.rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
        }
    }
}
