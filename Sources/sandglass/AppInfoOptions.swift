import ArgumentParser
import ContainerModel
import ContainerStore
import Screen

/// Options that describe a container's app, on every command that applies rules.
struct AppInfoOptions: ParsableArguments {
    @Option(
        help: """
            The app's Info.plist, if it is not beside the container. It is remembered for this container, as are \
            the keys below, which override what was found.
            """,
        completion: .file(extensions: ["plist"])
    )
    var appInfo: String?

    @Option(help: "UIFileSharingEnabled: yes, no, or unknown to forget the value given earlier.")
    var fileSharing: Answer?

    @Option(help: "LSSupportsOpeningDocumentsInPlace: yes, no, unknown.")
    var opensInPlace: Answer?

    @Option(help: "UIApplicationExitsOnSuspend: yes, no, unknown.")
    var exitsOnSuspend: Answer?

    @Option(name: .customLong("persistent-wifi"), help: "UIRequiresPersistentWiFi: yes, no, unknown.")
    var persistentWiFi: Answer?

    /// Finds the container of a path and the path inside it, with the app information given or remembered. Prints the
    /// container's faults.
    /// - Parameter isNamed: As in `ContainerStore.locate`; true for commands that may change something.
    /// - Throws: `ContainerStoreError`; `Failure` if the given information is unusable, or if the path is behind a
    ///   fault of the container, and then nothing is remembered.
    func locate(_ path: String, isNamed: Bool = false) throws -> (Container, ContainerPath) {
        try locate(argumentBytes(path), isNamed: isNamed)
    }

    /// Finds the container of a path given as bytes.
    /// - Throws: As `locate(_: String)`.
    func locate(_ path: [UInt8], isNamed: Bool = false) throws -> (Container, ContainerPath) {
        let list = try appInfo.map { try AppInfoOptions.list(at: $0) }
        let (container, item) = try ContainerStore.locateMindingFaults(path, isNamed: isNamed)
        try container.tellFaults(onTheWayTo: item)
        return (try addingWhatIsGiven(to: container, list), item)
    }

    /// Adds the given app information to the container that was opened, and remembers it; does nothing if none was
    /// given.
    /// - Throws: As `locate(_: String)`; `Failure` if the path did not lead to a single container.
    func adding(to opened: OpenedPath) throws -> OpenedPath {
        guard !givesNothing else { return opened }
        guard case .container(let container, let start) = opened else {
            throw Failure(.usage, "there are several containers; Info.plist values need the path of one of them")
        }
        let list = try appInfo.map { try AppInfoOptions.list(at: $0) }
        return .container(try addingWhatIsGiven(to: container, list), at: start)
    }

    /// Whether nothing is said about the app.
    var givesNothing: Bool { appInfo == nil && answers.isEmpty }

    private var answers: [(key: GivenAppInfo.Key, answer: Answer)] {
        let given: [(GivenAppInfo.Key, Answer?)] = [
            (.fileSharing, fileSharing), (.openingInPlace, opensInPlace), (.exitsOnSuspend, exitsOnSuspend),
            (.persistentWiFi, persistentWiFi),
        ]
        return given.compactMap { key, answer in answer.map { (key, $0) } }
    }

    private func addingWhatIsGiven(to container: Container, _ list: GivenAppInfo?) throws -> Container {
        let memory = AppInfoStore()
        let recalled = container.recallingAppInfo(from: memory)
        for problem in recalled.description.problems.dropFirst(container.description.problems.count) {
            writeError("sandglass: \(DisplayText(problem))")
        }
        guard list != nil || !answers.isEmpty else { return recalled }
        var given = list ?? recalled.description.given
        for (key, answer) in answers { given.set(answer, for: key) }
        do throws(StateError) {
            try memory.remember(given, for: container.description)
        } catch {
            // The command can be carried out nevertheless.
            writeError("sandglass: not remembered: \(DisplayText(error.message))")
        }
        return container.knowing(given)
    }

    private static func list(at path: String) throws -> GivenAppInfo {
        do throws(GivenListError) {
            return try AppInfoStore.list(at: argumentBytes(path))
        } catch {
            throw Failure(error.isReadable ? .data : .noInput, "\(DisplayText(path)): \(DisplayText(error.message))")
        }
    }
}

extension Answer: ExpressibleByArgument {}
