package import Jobs
import System

/// How far containers are looked for below a directory that is none, and whether anything was left out.
package final class CandidateSearch {
    /// How many levels of directories are examined; 0 if only what is around the path counts.
    package let levels: Int
    /// The maximum number of entries examined in directories that are not containers.
    package let mostEntries: Int
    /// Whether archives are opened to find out what they hold. If not, their names say that they hold a container.
    let opensArchives: Bool
    /// Whether there are directories that were not examined.
    package internal(set) var isCutOff = false
    /// The number of entries so far.
    var examined = 0
    private let cancellation: Cancellation
    private let deadline: UInt64?

    /// - Parameter deadline: When to stop looking, as `MonotonicClock` has it; nil for no limit.
    package init(
        levels: Int = 2, mostEntries: Int = 4_096, opensArchives: Bool = true,
        cancellation: Cancellation = Cancellation(), deadline: UInt64? = nil
    ) {
        self.levels = levels
        self.mostEntries = mostEntries
        self.opensArchives = opensArchives
        self.cancellation = cancellation
        self.deadline = deadline
    }

    /// Whether as much has been looked at as may be.
    var isExhausted: Bool { examined >= mostEntries || isStopped }

    /// Whether the search was cancelled, or its time is over.
    var isStopped: Bool { cancellation.isCancelled || deadline.map { MonotonicClock.now() >= $0 } ?? false }
}
