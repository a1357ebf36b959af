import ArgumentParser
import ContainerModel
import ContainerStore
import Documents
import FileTree
import Screen

/// Options that describe a container and its app, on every command that applies rules. They count for that command
/// alone, except for `app-info`, which remembers the information about the app.
struct AppInfoOptions: ParsableArguments {
    @Option(
        help: """
            Open the directory as this kind of container, whatever it looks like. For a file, this is the directory \
            that contains it.
            """
    )
    var kind: ContainerKind?

    @Option(
        name: .customLong("container"),
        help: "With --kind: the container's directory, for paths of items in it.", completion: .directory)
    var directory: String?

    @Option(
        help: """
            The app's Info.plist, if it is not beside the container. Like the keys below, it overrides what was found; \
            `sandglass app-info` remembers it.
            """,
        completion: .file(extensions: ["plist"])
    )
    var appInfo: String?

    @Flag(help: "Use the Info.plist even if it belongs to another app.")
    var forceAppInfo = false

    @Option(help: ArgumentHelp("The value of UIFileSharingEnabled.", valueName: "answer"))
    var fileSharing: Answer?

    @Option(help: ArgumentHelp("The value of LSSupportsOpeningDocumentsInPlace.", valueName: "answer"))
    var opensInPlace: Answer?

    @Option(help: ArgumentHelp("The value of UIApplicationExitsOnSuspend.", valueName: "answer"))
    var exitsOnSuspend: Answer?

    @Option(
        name: .customLong("persistent-wifi"),
        help: ArgumentHelp("The value of UIRequiresPersistentWiFi.", valueName: "answer"))
    var persistentWiFi: Answer?

    @OptionGroup var store: StoreOptions

    @OptionGroup var names: NamesOptions

    @OptionGroup var zips: NamesEncodingOptions

    @OptionGroup(title: "Encrypted backups") var passphrase: PassphraseOptions

    /// Finds the container of a path and the path inside it, with the app information given or remembered. Prints the
    /// container's faults.
    /// - Parameter isNamed: As in `ContainerStore.locate`; true for commands that may change something.
    /// - Throws: `ContainerStoreError`; `Failure` if the given information is unusable, or if the path is behind a
    ///   fault of the container.
    func locate(_ path: String, isNamed: Bool = false, as actor: ActingParty? = nil) throws -> (
        Container, ContainerPath
    ) {
        try locate(argumentBytes(path), isNamed: isNamed, as: actor)
    }

    /// Finds the container of a path given as bytes.
    /// - Throws: As `locate(_: String)`.
    func locate(
        _ path: [UInt8], isNamed: Bool = false, as actor: ActingParty? = nil
    ) throws -> (Container, ContainerPath) {
        let given = try given()
        let (container, item) = try find(path, isNamed: isNamed, as: actor)
        try container.reportFaults(onTheWayTo: item)
        return (try adding(given, to: container), item)
    }

    /// Calls `locate`; if the path names an item of a package beside the container in it, calls `beside` with that.
    /// - Returns: nil if it is such an item.
    func locating<Found>(
        _ path: String, _ locate: () throws -> Found, beside: (PackageItem) throws -> Void
    ) throws -> Found? {
        // With a kind, the directory would be opened whatever is beside it.
        if kind != nil, let item = ContainerStore.packageItem(argumentBytes(path)) {
            try beside(item)
            return nil
        }
        do {
            return try locate()
        } catch let error as ContainerStoreError {
            guard let item = error.packageItem else { throw error }
            try beside(item)
            return nil
        }
    }

    /// Finds the container of a path as `locate` does, except that a framework, an extension, an XPC service or a test
    /// bundle that the path names is opened by itself, alone or inside an app.
    /// - Throws: As `locate(_: String)`.
    func locateBundle(_ path: String) throws -> (Container, ContainerPath) {
        guard kind == nil else { return try locate(path) }
        let bytes = argumentBytes(path)
        let found: (container: Container, item: ContainerPath)
        do {
            found = try locate(path)
        } catch let error as ContainerStoreError where [.notAContainer, .severalContainers].contains(error.code) {
            guard let alone = ContainerStore.codeBundle(at: bytes) else { throw error }
            return (try adding(try given(), to: alone), .root)
        }
        guard let named = HostPath(bytes) else { return found }
        // The only container in a bundle, such as the host of tests, is not the one named.
        let isAround =
            named != found.container.description.hostPath
            && found.container.description.hostPath.path(below: named) != nil
        let bundle =
            isAround ? ContainerStore.codeBundle(at: bytes) : ContainerStore.codeBundle(found.item, in: found.container)
        guard let bundle else { return found }
        return (try adding(try given(), to: bundle), .root)
    }

    /// Finds what a path names as `locateBundle` does, and besides that a file with code in no container, such as a
    /// library.
    /// - Throws: As `locate(_: String)`.
    func locateCode(_ path: String) throws -> (Container, ContainerPath) {
        do {
            return try locateBundle(path)
        } catch let error as ContainerStoreError where error.code == .notAContainer {
            guard kind == nil, let file = ContainerStore.codeFile(at: argumentBytes(path)) else { throw error }
            return (file.container, file.item)
        }
    }

    /// Finds an item and its container as `locate` does, except that a link in a container is an item itself, wherever
    /// it leads.
    /// - Throws: As `locate(_: String)`.
    func locateItem(
        _ path: [UInt8], isNamed: Bool = false, as actor: ActingParty? = nil
    ) throws -> (Container, ContainerPath) {
        try link(path, isNamed: isNamed, as: actor) ?? locate(path, isNamed: isNamed, as: actor)
    }

    /// Finds a file, and behind a colon the names that lead to a value in it. Prints what is wrong with the archive
    /// that it is in.
    /// - Parameter follows: Whether links in a container are followed out of it.
    /// - Throws: `Failure`
    func locateValue(_ argument: String, follows: Bool) throws -> DocumentLocator.Located {
        let locator = DocumentLocator(followsLinks: follows) { path throws(ContainerStoreError) in
            do {
                return try locateItem(path)
            } catch let error as ContainerStoreError {
                throw error
            } catch {
                return nil
            }
        }
        let located = try naming(argument) { try locator.locate(argumentBytes(argument)) }
        located.archive?.reportProblems()
        return located
    }

    /// Returns a link in a container; nil for other items. A link outside all containers may lead into one. A package
    /// stands for its container, so the name must be the same link there: the container may have another item of that
    /// name, or none.
    private func link(_ path: [UInt8], isNamed: Bool, as actor: ActingParty?) throws -> (Container, ContainerPath)? {
        guard let hostPath = HostPath(path), let status = hostPath.link, let parent = hostPath.parent,
            let (container, directory) = try? find(parent.bytes, isNamed: isNamed, as: actor),
            let item = directory.appending(name: hostPath.name), let found = try? container.tree.status(item),
            found.inode == status.inode, found.device == status.device
        else { return nil }
        try container.reportFaults(onTheWayTo: directory)
        return (try adding(try given(), to: container), item)
    }

    /// Finds the container of a path, as the given kind if there is one, and the path inside it, without information
    /// about the app.
    /// - Parameter actor: Who acts, for a command that has several: only the owner may have a directory judged as
    ///   another kind of container than it is, which a warning says.
    /// - Throws: `ContainerStoreError`; `Failure` if the path is behind a fault of the container.
    func find(
        _ path: [UInt8], isNamed: Bool = false, as actor: ActingParty? = nil
    ) throws -> (Container, ContainerPath) {
        guard let kind else { return try ContainerStore.locateMindingFaults(path, isNamed: isNamed) }
        let directory = directory.map(argumentBytes)
        do {
            return try ContainerStore.locateMindingFaults(path, in: directory, as: kind)
        } catch let error as ContainerStoreError where error.code == .recognized {
            guard actor == .owner else {
                throw actor == nil ? error : Failure(error, unless: "`--as owner` overrides that")
            }
            writeError(
                "sandglass: warning: \(Failure(error).message). The owner has it judged as the kind given, "
                    + "\(kind.title)")
            return try ContainerStore.locateMindingFaults(path, in: directory, as: kind, overriding: true)
        }
    }

    func validate() throws {
        if directory != nil, kind == nil {
            throw ValidationError("--container needs --kind, which says what kind of container the directory is.")
        }
    }

    /// Adds the given app information to the container that was opened; does nothing if none was given.
    /// - Throws: As `locate(_: String)`; `Failure` if the path did not lead to a single container.
    func adding(to opened: OpenedPath) throws -> OpenedPath {
        guard !givesNothing else { return opened }
        guard case .container(let container, let start) = opened else {
            throw Failure(.usage, "there are several containers; Info.plist values need the path of one of them")
        }
        return .container(try adding(try given(), to: container), at: start)
    }

    /// Opens a path to browse it as the given kind of container; nil if none is given.
    /// - Throws: As `locate(_: String)`.
    func openAsKind(_ path: [UInt8]) throws -> OpenedPath? {
        guard let kind else { return nil }
        guard let directory else { return try ContainerStore.open(path, as: kind) }
        let (container, item) = try ContainerStore.locateMindingFaults(path, in: argumentBytes(directory), as: kind)
        if (try? container.tree.directory(at: item)) != nil {
            return .container(container, at: ContainerStart(directory: item))
        }
        let start = ContainerStart(directory: item.parent ?? .root, entry: item.lastComponent.map { Array($0) })
        return .container(container, at: start)
    }

    /// Whether the options say nothing about the app.
    var givesNothing: Bool { appInfo == nil && answers.isEmpty }

    /// Returns the information from the options.
    /// - Throws: `Failure` if the Info.plist cannot be read or used.
    func given() throws -> AppInfoOverrides {
        var given = AppInfoOverrides()
        if let appInfo {
            try ContainerStore.refuseLinksOut(argumentBytes(appInfo))
            do throws(GivenListError) {
                given = try AppInfoStore.list(at: argumentBytes(appInfo))
            } catch {
                throw Failure(
                    error.code == .unusable ? .data : .noInput, "\(DisplayText(appInfo)): \(DisplayText(error.message))"
                )
            }
        }
        for (key, answer) in answers { given.set(answer, for: key) }
        return given
    }

    /// Returns the container with the remembered and the given information about its app.
    /// - Throws: `Failure` if the given Info.plist belongs to another app.
    func adding(_ given: AppInfoOverrides, to container: Container) throws -> Container {
        if let other = given.otherApp(than: container.description), !forceAppInfo {
            throw Failure(
                .data,
                "\(DisplayText(appInfo ?? "")) belongs to another app, \(DisplayText(other)); the container's is "
                    + "\(DisplayText(container.description.app.identifier ?? "unknown")). --force-app-info uses it "
                    + "anyway"
            )
        }
        let recalled = container.recallingAppInfo(adding: given)
        for problem in recalled.description.problems.dropFirst(container.description.problems.count) {
            writeError("sandglass: \(DisplayText(problem))")
        }
        return recalled
    }

    private var answers: [(key: AppInfoOverrides.Key, answer: Answer)] {
        let given: [(AppInfoOverrides.Key, Answer?)] = [
            (.fileSharing, fileSharing), (.openingInPlace, opensInPlace), (.exitsOnSuspend, exitsOnSuspend),
            (.persistentWiFi, persistentWiFi),
        ]
        return given.compactMap { key, answer in answer.map { (key, $0) } }
    }
}

extension Answer: ExpressibleByArgument {}
