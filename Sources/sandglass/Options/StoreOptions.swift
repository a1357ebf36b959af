import ArgumentParser
import ContainerStore
import Screen
import System
import TimePoints

/// The option of every command that keeps time points, or takes `@NAME`.
struct StoreOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The directory of the time points, to which @NAME refers, instead of $XDG_STATE_HOME/sandglass/keeps: a \
            store, which has a mark, or for `keep` an empty or new directory.
            """, valueName: "directory"),
        completion: .directory)
    var store: String?

    /// Lets `@NAME` refer to the store, before the first path is read.
    func validate() throws {
        guard let store else { return }
        let path = argumentBytes(store)
        // Where there is no such directory, there is no time point either.
        TimePointPath.use(store: HostPath(path)?.bytes ?? path)
    }

    /// Returns the store.
    /// - Throws: `Failure`
    func opened() throws -> TimePointStore {
        if let store, HostPath(argumentBytes(store)) == nil {
            throw Failure(.noInput, "\(DisplayText(store)): no such directory")
        }
        return try TimePointStore.current()
    }
}

extension Failure {
    init(_ error: TimePointError) {
        let status: Status =
            switch error.code {
            case .invalidName: .usage
            case .exists, .noDirectory, .cannotCreate: .cannotCreate
            case .notFound: .noInput
            case .notAStore: .data
            case .untrusted: .configuration
            case .refused: .refused
            case .locked: .temporary
            case .inputOutput: .inputOutput
            case .cancelled: .system
            }
        guard error.code != .cancelled else {
            self.init(error.message, code: 128 + SIGINT)
            return
        }
        let advice = error.missingName.map { "; \(TimePointPath.advice(onMissing: $0.utf8))" } ?? ""
        self.init(status, error.message + advice)
    }
}
