import ArgumentParser
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Inspection
import Reports
import Screen

struct VerdictCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "verdict",
        abstract: "Show whether the rules allow an operation, and why.",
        discussion: """
            Names the rule that decides with its first source, and what works instead; nothing is changed. Neither the \
            item nor the destination needs to exist. A path that ends in a slash names a directory, and so does each \
            standard place of a container. If the destination is a directory, the item keeps its name in it.

            Apps and users act only in an app's own containers: between the containers of two apps, and outside of all \
            containers, the answer says what works instead.

            The exit status is 0 if the operation is allowed or becomes another one, and 77 if it is refused.

              sandglass verdict delete App.xcappdata/AppData/Documents
              sandglass verdict modify --locked --protection-class 1 App.xcappdata/AppData/Documents/a.txt
              sandglass verdict move App.xcappdata/AppData/Documents/a.txt App.xcappdata/AppData/tmp/
            """
    )

    @Argument(help: "The operation to judge.")
    var operation: Operation

    @Argument(help: "An item.", completion: Completions.items)
    var path: String

    @Argument(help: "The destination, for rename, move and copy.", completion: Completions.items)
    var destination: String?

    @Option(name: .customLong("as"), help: ArgumentHelp("The actor.", valueName: "actor"))
    var actor = ActingParty.app

    @OptionGroup(title: "State of the app and the device") var deviceState: DeviceStateOptions

    @Option(help: "The file's protection class, 1 to 4, if the container does not say.")
    var protectionClass: Int?

    @Flag(help: "Cite all sources of the rule and of the warnings, not the first alone.")
    var sources = false

    @Flag(help: "Print a JSON object, which always has all sources.")
    var json = false

    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    func validate() throws {
        if destination != nil, !operation.hasDestination {
            throw ValidationError("Only rename, move and copy have a destination.")
        }
        if let number = protectionClass, !(1...4).contains(number) {
            throw ValidationError("A protection class is a number from 1 to 4.")
        }
    }

    func perform() throws {
        let item = try named(path) { (bytes: [UInt8]) in try app.locateItem(bytes, as: actor) }
        var goal: NamedPath?
        if let destination {
            goal = try named(destination) { bytes in
                // The destination need not be in the container that is given for the item.
                let given = app.directory != nil ? try? app.find(bytes, as: actor) : nil
                let (container, path) = try given ?? ContainerStore.locateMindingFaults(bytes)
                return (try app.adding(AppInfoOverrides(), to: container), path)
            }
        }
        for named in [item, goal] where named?.container?.description.kind == .systemDomain {
            throw Failure(
                .data,
                "\(DisplayText(bytes: named?.hostPath ?? [])): belongs to the system and to no app, so there is no "
                    + "verdict"
            )
        }
        let report = report(on: item, to: goal)
        if json {
            let refusal =
                report.refused ? Failure(.refused, "refused: \(DisplayText(report.rule.sentence))") : nil
            return try writeReport(report, on: item.container, refusal)
        }
        try writeLine("\(DisplayText(bytes: item.shownPath)): \(report.standing)")
        try writeLines(report.lines(citingAll: sources))
        if report.refused { throw ExitCode(Failure.Status.refused.rawValue) }
    }

    private func report(on named: NamedPath, to goal: NamedPath?) -> VerdictReport {
        let state = deviceState.state
        var item = asked(named)
        if item.type == .file {
            item.protection =
                protectionClass.map { ProtectionClass(number: $0) }
                ?? named.container?.description.app.containerProtection ?? .unknown
        }
        let target = goal.map { self.target($0, of: item, called: named.name) }
        let isWithin = goal == nil || goal?.container?.description.hostPath == named.container?.description.hostPath
        var open = OpenRoots()
        for container in [named.container, goal?.container] { if let container { open.add(container) } }
        let verdict = SharingRules(in: open, as: actor, state: state).verdict(
            operation, on: named.end(item), to: target.flatMap { target in goal?.end(target) })
        return VerdictReport(
            verdict, of: operation,
            at: named.container == nil ? named.hostPath : item.path.reportedBytes,
            named.container.map { RuleBook.standard.location(of: item, app: $0.description.app) },
            to: isWithin ? target?.path.reportedBytes : goal?.hostPath,
            as: actor)
    }

    /// A path of the command line: an item of a container, or of no container.
    private struct NamedPath {
        /// The container; nil for an item in none.
        var container: Container?
        /// The path in the container.
        var path = ContainerPath.root
        /// The path on this computer.
        var hostPath: [UInt8]
        /// Whether it names a directory, as far as can be seen without looking at the container.
        var isDirectory: Bool

        var shownPath: [UInt8] {
            container == nil ? hostPath : path.isRoot ? [0x2e] : path.bytes
        }

        /// The item's name.
        var name: [UInt8] {
            path.lastComponent.map { Array($0) } ?? hostPath.split(separator: 0x2f).last.map { Array($0) } ?? []
        }

        func end(_ item: Item) -> TransferEnd {
            container.map { .inside(item, $0.description) } ?? .outside(item.type)
        }
    }

    /// Finds a path. One outside of all containers need not exist either, if its directory does.
    private func named(
        _ path: String,
        _ locate: ([UInt8]) throws -> (Container, ContainerPath)
    ) throws -> NamedPath {
        let bytes = argumentBytes(path)
        let endsInSlash = ContainerPath.namesDirectory(bytes)
        do {
            let (container, inside) = try locate(bytes)
            let host = ItemAddress(container.root, inside).hostPath
            return NamedPath(container: container, path: inside, hostPath: host, isDirectory: endsInSlash)
        } catch let error as ContainerStoreError
            where [.notAContainer, .severalContainers, .notFound].contains(error.code)
        {
            guard let host = HostPath(bytes) else { throw error }
            let found = host.followingLinks()
            guard found != nil || host.parent?.followingLinks() != nil else { throw error }
            let isDirectory = endsInSlash || found.map { (try? RootedDirectory(hostPath: $0.bytes)) != nil } ?? false
            return NamedPath(hostPath: host.bytes, isDirectory: isDirectory)
        }
    }

    /// Returns the item as it exists, or as it would be created.
    private func asked(_ named: NamedPath) -> Item {
        guard let container = named.container else { return Item(.root, type: named.isDirectory ? .directory : .file) }
        let kind = container.description.kind
        let permitted = container.permitted(named.path)
        if let status = try? container.tree.status(named.path) {
            return Item(named.path, in: kind, type: ItemType(status.kind), permitted: permitted)
        }
        let type = RuleBook.standard.typeIfAbsent(
            named.path, in: kind, bundleIdentifier: container.description.app.identifier)
        let isPlace = OpenRoots(container).isStandardDirectory(ItemAddress(container.root, named.path))
        return Item(named.path, in: kind, type: named.isDirectory || isPlace ? .directory : type, permitted: permitted)
    }

    private func target(_ goal: NamedPath, of item: Item, called name: [UInt8]) -> Item {
        var target = asked(goal)
        if operation != .rename, target.type == .directory {
            target.path = target.path.appending(name: name) ?? target.path
            target.permitted = goal.container?.permitted(target.path) ?? .unrestricted
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
