import ArgumentParser
import ContainerStore
import Screen
import System
import TimePoints

/// The option of commands that keep time points, or use those of another store.
struct StoreOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The directory of the time points, instead of $XDG_STATE_HOME/sandglass/keeps: a store, which has a mark, \
            or an empty or new directory.
            """, valueName: "directory"),
        completion: .directory)
    var store: String?

    /// Returns the store, to which `@NAME` refers from now on.
    /// - Throws: `Failure`
    func opened() throws -> TimePointStore {
        if let store {
            guard let path = HostPath(argumentBytes(store)) else {
                throw Failure(.noInput, "\(DisplayText(store)): no such directory")
            }
            TimePointPath.use(store: path.bytes)
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
        self.init(status, error.message)
    }
}
