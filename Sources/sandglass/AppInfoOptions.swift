import ArgumentParser
import ContainerModel
import ContainerStore
import Screen

/// What can be said by hand about the app of a container, on every command that asks rules.
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

    /// Finds the container that a path lies in and the path in it, with what is known of the app from now on.
    /// Faults of the container are said.
    /// - Parameter isNamed: as `ContainerStore.locate` takes it; for what may change something.
    /// - Throws: `ContainerStoreError`; `Failure` where what is given is of no use, or the path is behind a fault of the
    ///   container, and then nothing is remembered.
    func locate(_ path: String, isNamed: Bool = false) throws -> (Container, ContainerPath) {
        try locate(argumentBytes(path), isNamed: isNamed)
    }

    /// The same for a path of bytes.
    /// - Throws: as `locate(_: String)`.
    func locate(_ path: [UInt8], isNamed: Bool = false) throws -> (Container, ContainerPath) {
        let list = try appInfo.map { try AppInfoOptions.list(at: $0) }
        let (container, item) = try ContainerStore.locateMindingFaults(path, isNamed: isNamed)
        try container.tellFaults(onTheWayTo: item)
        return (try addingWhatIsGiven(to: container, list), item)
    }

    /// Adds what is given to what a path has led to, and remembers it for the container; nothing is done where nothing
    /// is given.
    /// - Throws: as `locate(_: String)`; `Failure` where the path has not led to one container.
    func adding(to opened: OpenedPath) throws -> OpenedPath {
        guard appInfo != nil || !answers.isEmpty else { return opened }
        guard case .container(let container, let start) = opened else {
            throw Failure(.usage, "there are several containers; Info.plist values need the path of one of them")
        }
        let list = try appInfo.map { try AppInfoOptions.list(at: $0) }
        return .container(try addingWhatIsGiven(to: container, list), at: start)
    }

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
            // What was asked can be answered all the same.
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
