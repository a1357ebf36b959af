import Demonstration
import Session
import Synchronization

/// The demonstration that a browser makes when it is asked to, as `demo` does: in a temporary directory, which is removed
/// when the browser exits.
final class TemporaryDemonstration: Sendable {
    private struct Made: Sendable {
        /// The directory that contains everything.
        var root: [UInt8]
        /// The path of the data container.
        var data: [UInt8]
        /// Sentences for the user, not sanitized.
        var notes: [String]
    }

    private let made = Mutex<Made?>(nil)

    /// Makes it for a session.
    var maker: DemonstrationMaker {
        DemonstrationMaker(make: { self.make() }, contains: { self.contains($0) })
    }

    /// Makes it, unless that has been done.
    private func make() -> Result<[UInt8], DemonstrationMaker.Failure> {
        made.withLock { made in
            if let made { return .success(made.data) }
            do throws(DemonstrationError) {
                let containers = try HarborNotes.make()
                var notes = containers.notes
                if let problem = DemoCommand.register(containers) { notes.append(problem) }
                made = Made(root: containers.root, data: containers.data, notes: notes)
                return .success(containers.data)
            } catch {
                return .failure(DemonstrationMaker.Failure(error.message))
            }
        }
    }

    private func contains(_ path: [UInt8]) -> Bool {
        made.withLock { made in made.map { path.starts(with: $0.root + [0x2f]) } ?? false }
    }

    /// Removes it. Waits for the end of making it.
    /// - Returns: Sentences to show after the browser has ended, not sanitized.
    func remove() -> [String] {
        made.withLock { made in
            guard let old = made else { return [] }
            made = nil
            let isRemoved = DemonstrationDirectory.remove(old.root)
            let path = String(decoding: old.root, as: UTF8.self)
            return old.notes + (isRemoved ? [] : ["could not remove all of \(path)"])
        }
    }
}
