import ContainerModel
import FileTree
import Jobs
import Synchronization
import System
import TestSupport
import Testing

extension RootedDirectory {
    /// Returns the last report of a count, and expects that the figures only grow from report to report.
    func count(
        _ directories: [ContainerPath],
        threads: Int = 2,
        pool: WorkerPool? = nil,
        cancellation: Cancellation = Cancellation()
    ) -> [ContainerPath: DirectoryTotal] {
        let last = Mutex<[ContainerPath: DirectoryTotal]>([:])
        let shrunk = Mutex<[ContainerPath]>([])
        let done = Semaphore()
        let pool = pool ?? WorkerPool(threads: threads)
        SizeCounter(of: self, pool: pool, threads: threads)
            .count(directories, cancellation: cancellation) { totals in
                last.withLock { last in
                    for (path, total) in totals where total.items < last[path, default: total].items {
                        shrunk.withLock { $0.append(path) }
                    }
                    last = totals
                }
            }
        // The jobs of the count are already queued: all are over once each of the threads has reached one of these.
        let gate = Semaphore()
        for _ in 0..<threads {
            pool.submit {
                done.signal()
                gate.wait()
            }
        }
        for _ in 0..<threads { done.wait() }
        for _ in 0..<threads { gate.signal() }
        #expect(shrunk.withLock { $0 } == [])
        return last.withLock { $0 }
    }
}

/// The totals of trees according to Python's `os.walk`.
enum Walk {
    /// Prints, for each argument after the first, the bytes of the regular files below that directory, each file once,
    /// and the number of entries.
    private static let script = Script.text("counting")

    static func totals(_ directory: TemporaryDirectory, _ paths: [String]) throws -> [ContainerPath: DirectoryTotal] {
        var totals: [ContainerPath: DirectoryTotal] = [:]
        for line in try Python.lines(script, [directory.path] + paths) {
            let parts = line.split(separator: " ", omittingEmptySubsequences: false)
            guard let path = ContainerPath(String(parts[0])), let bytes = UInt64(parts[1]) else { continue }
            totals[path] = DirectoryTotal(bytes, items: Int(parts[2]) ?? -1)
        }
        return totals
    }
}

extension DirectoryTotal {
    /// Creates the total of a complete count.
    init(_ bytes: UInt64, items: Int, unreadable: Int = 0) {
        self.init()
        self.bytes = bytes
        self.items = items
        self.unreadable = unreadable
        isComplete = true
    }
}
