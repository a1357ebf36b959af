import Jobs
import System
import TestSupport
import Testing

@testable import Transactions

extension Scene {
    /// Calls `body` with a scene whose host directory is on a file system of this type, mounted for it alone.
    static func with(_ type: String, _ options: String, _ body: (Scene, TemporaryDirectory) throws -> Void) throws {
        try withTemporaryDirectory { place in
            try PrivateMounts.with(type, options, on: place) { _ in
                try body(try Scene(hostOn: place.path), place)
            }
        }
    }

    /// Makes `nobody`, whose rights `withoutPrivileges` leaves, the owner of everything.
    func giveAway() {
        guard isRoot else { return }
        _ = try? runCommand(["chown", "-R", "nobody", home.path] + (other.map { [$0.path] } ?? []))
    }

    /// Makes this process the owner of the state directory again, after `giveAway()`: no other's is trusted.
    func takeBackState() {
        guard isRoot else { return }
        _ = try? runCommand(["chown", "-R", "root", home("state")])
    }

    /// Returns the lines of `state()` for one side: `host` or `container`.
    func state(_ side: String) throws -> [String] { try state().filter { $0.hasPrefix(side) } }

    /// Expects nothing that only a transaction in progress may have: no temporary, no trash note without its item,
    /// nothing to recover.
    func expectNoRests(_ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try temporaries() == [], comment, sourceLocation: sourceLocation)
        #expect(try journal.recover().isEmpty, comment, sourceLocation: sourceLocation)
        #expect(
            DiskState.names(in: home("data/Trash/files")).map { $0 + ".trashinfo" }.sorted()
                == DiskState.names(in: home("data/Trash/info")), comment, sourceLocation: sourceLocation)
    }
}

extension Outcome {
    /// Returns the errno of each failure, keyed by its path relative to `directory`.
    func failures(below directory: String) -> [String: Int32] {
        var found: [String: Int32] = [:]
        for failure in failures.first {
            let path = String(decoding: failure.hostPath, as: UTF8.self)
            found[path.hasPrefix(directory + "/") ? String(path.dropFirst(directory.count + 1)) : path] = failure.errno
        }
        return found
    }
}
