import Demonstration
import Session
import Synchronization

/// The demonstration that a browser makes when it is asked to, as `demo` does: in a temporary directory, which is
/// removed when the browser exits.
final class TemporaryDemonstration: Sendable {
    private struct Made: Sendable {
        /// The directory that contains everything.
        var root: [UInt8]
        /// The path of the data container.
        var data: [UInt8]
        /// Sentences for the user, not sanitized.
        var notes: [String]
    }

    private struct State: Sendable {
        /// What was made; nil before it is complete, and after it was removed.
        var made: Made?
        /// Whether the browser has ended, after which nothing is made.
        var isOver = false
    }

    /// Never held for long: the browser's loop asks whether a path is in it.
    private let state = Mutex(State())
    /// Held while it is made, so that it is made once.
    private let making = Mutex(())

    /// Makes it for a session.
    var maker: DemonstrationMaker {
        DemonstrationMaker(make: { self.make() }, contains: { self.contains($0) })
    }

    /// Makes it, unless that has been done.
    private func make() -> Result<[UInt8], DemonstrationMaker.Failure> {
        making.withLock { _ in
            let present = state.withLock { $0 }
            if let made = present.made { return .success(made.data) }
            guard !present.isOver else { return .failure(DemonstrationMaker.Failure("the browser has ended")) }
            do throws(DemonstrationError) {
                let containers = try HarborNotes.make()
                var notes = containers.notes
                if let problem = DemoCommand.register(containers) { notes.append(problem) }
                let made = Made(root: containers.root, data: containers.data, notes: notes)
                state.withLock { $0.made = made }
                return .success(containers.data)
            } catch {
                return .failure(DemonstrationMaker.Failure(error.message))
            }
        }
    }

    private func contains(_ path: [UInt8]) -> Bool {
        state.withLock { $0.made }.map { path.starts(with: $0.root + [0x2f]) } ?? false
    }

    /// Removes it. Waits for the end of making it.
    /// - Returns: Sentences to show after the browser has ended, not sanitized.
    func remove() -> [String] {
        // Anyone who has not begun to make it by now does not.
        state.withLock { $0.isOver = true }
        let made = making.withLock { _ in
            state.withLock { state in
                defer { state.made = nil }
                return state.made
            }
        }
        guard let made else { return [] }
        let isRemoved = DemonstrationDirectory.remove(made.root)
        let path = String(decoding: made.root, as: UTF8.self)
        return made.notes + (isRemoved ? [] : ["could not remove all of \(path)"])
    }
}
