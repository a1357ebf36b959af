import FileTree
import Jobs
import Synchronization
import System

/// Work on many files of a device, on several mounts of it at once.
enum MountLanes {
    /// The number of files that are worth further mounts: making one takes as long as a few files.
    static let minimum = 24
    /// The threads of the further mounts.
    private static let pool = WorkerPool(threads: FurtherMounts.maximum)

    /// What a lane has made of one piece of work.
    private enum Piece<Value: Sendable>: Sendable {
        case waiting
        case done(Value)
        /// A further mount has failed at it.
        case returned
    }

    /// Carries out pieces of work in any order. What a further mount fails at is done again on the first one, whose failures
    /// alone count.
    /// - Parameters:
    ///   - count: The number of pieces.
    ///   - directory: The directory on the device, as the first mount has it.
    ///   - goesOn: Returns whether a further piece may be begun.
    ///   - first: Carries out a piece on the first mount, perhaps again; runs on this thread.
    ///   - further: Returns what carries out pieces in the same directory on another mount; nil from that if it fails there.
    /// - Returns: The value of each piece; nil if it was not begun.
    static func map<Value: Sendable>(
        _ count: Int, in directory: Descriptor, while goesOn: @escaping @Sendable () -> Bool,
        first: (Int, _ isAgain: Bool) -> Value, further: @escaping @Sendable (Descriptor) -> (Int) -> Value?
    ) -> [Value?] {
        let pieces = Mutex<[Piece<Value>]>(Array(repeating: .waiting, count: count))
        let next = Mutex(0)
        let take: @Sendable () -> Int? = {
            guard goesOn() else { return nil }
            let index = next.withLock { next in
                defer { next += 1 }
                return next
            }
            return index < count ? index : nil
        }
        let ended = Semaphore()
        let lanes = count >= minimum && FurtherMounts.areOffered ? FurtherMounts.maximum : 0
        for number in 0..<lanes {
            pool.submit {
                defer { ended.signal() }
                guard goesOn(), let opened = FurtherMounts.open(directory, number: number + 1) else { return }
                let work = further(opened)
                while let index = take() {
                    let value = work(index)
                    pieces.withLock { $0[index] = value.map { .done($0) } ?? .returned }
                    // A mount that has failed once is not used again.
                    if value == nil { return }
                }
            }
        }
        while let index = take() {
            let value = first(index, false)
            pieces.withLock { $0[index] = .done(value) }
        }
        for _ in 0..<lanes { ended.wait() }
        return pieces.withLock { $0 }.enumerated().map { index, piece in
            switch piece {
            case .done(let value): value
            case .returned: goesOn() ? first(index, true) : nil
            case .waiting: nil
            }
        }
    }
}
