import ContainerModel
import FileTree
import Jobs
import Synchronization
import System
import TestSupport
import Testing

struct SizeCounterFaultTests {
    /// Returns a pool whose only thread has no privileges.
    private func unprivilegedPool() -> WorkerPool {
        let pool = WorkerPool(threads: 1)
        pool.submit { dropPrivilegesOfThread() }
        return pool
    }

    private func give(_ directory: TemporaryDirectory) {
        if isRoot { _ = try? runCommand(["chown", "-R", "nobody", directory.path]) }
    }

    @Test("an unreadable directory is reported, and the rest is counted")
    func unreadable() throws {
        try withTemporaryDirectory { directory in
            try directory.write("123", to: "a/closed/file")
            try directory.write("12", to: "a/open/file")
            give(directory)
            #expect(chmod(directory("a/closed"), 0) == 0)
            let totals = try directory.rooted().count([.root, "a", "a/closed"], threads: 1, pool: unprivilegedPool())
            #expect(totals[.root] == DirectoryTotal(2, items: 4, unreadable: 1))
            #expect(totals["a"] == DirectoryTotal(2, items: 3, unreadable: 1))
            #expect(totals["a/closed"] == DirectoryTotal(0, items: 0, unreadable: 1))
        }
    }

    @Test("a directory whose entries can be listed but not examined is reported")
    func unsearchable() throws {
        try withTemporaryDirectory { directory in
            for number in 0..<10 { try directory.write("123", to: "named/file\(number)") }
            give(directory)
            #expect(chmod(directory("named"), 0o444) == 0)
            let totals = try directory.rooted().count([.root], threads: 1, pool: unprivilegedPool())
            #expect(totals[.root] == DirectoryTotal(0, items: 11, unreadable: 1))
        }
    }

    @Test("10,000 nested directories are counted")
    func deep() throws {
        try withTemporaryDirectory { directory in
            try makeDeepChain(10_000, in: directory)
            for threads in [1, 4] {
                let totals = try directory.rooted().count([.root], threads: threads)
                // A directory and a file at every level.
                #expect(totals == [.root: DirectoryTotal(10_000, items: 20_000)])
            }
        }
    }

    @Test("a cancelled count ends, and is not reported as complete")
    func cancelled() throws {
        try withTemporaryDirectory { directory in
            for number in 0..<200 { try directory.write("1", to: "d\(number % 10)/e\(number)/f") }
            let before = Cancellation()
            before.cancel()
            #expect(try directory.rooted().count([.root], cancellation: before) == [:])
            for _ in 0..<20 {
                let cancellation = Cancellation()
                let canceller = WorkerPool(threads: 1)
                canceller.submit { cancellation.cancel() }
                let totals = try directory.rooted().count([.root], threads: 4, cancellation: cancellation)
                #expect(totals[.root].map { !$0.isComplete || $0.items == 410 } ?? true)
            }
        }
    }

    @Test("a subtree that vanishes or turns into links during a count is not a failure")
    func vanishing() throws {
        try withTemporaryDirectory { directory in
            try directory.write("12345", to: "stays/file")
            let stop = Cancellation()
            let stopped = Semaphore()
            WorkerPool(threads: 1).submit {
                while !stop.isCancelled {
                    for number in 0..<20 { try? directory.write("1", to: "goes/\(number)/file") }
                    for number in 0..<20 {
                        unlink(directory("goes/\(number)/file"))
                        rmdir(directory("goes/\(number)"))
                        symlink("/", directory("goes/\(number)"))
                    }
                    for number in 0..<20 { unlink(directory("goes/\(number)")) }
                }
                stopped.signal()
            }
            let root = try directory.rooted()
            for _ in 0..<200 {
                let total = root.count([.root], threads: 2)[.root]
                #expect(total?.isComplete == true)
                #expect(total?.unreadable == 0)
                // Always the 5 bytes, never anything from `/`.
                #expect((5...25).contains(total?.bytes ?? 0))
            }
            stop.cancel()
            stopped.wait()
        }
    }

    @Test("reported totals only grow, and only the last one is complete")
    func reports() throws {
        try withTemporaryDirectory { directory in
            for number in 0..<300 { try directory.write("1", to: "d\(number % 30)/e\(number)/f") }
            let reports = Mutex<[DirectoryTotal]>([])
            let done = Semaphore()
            SizeCounter(of: try directory.rooted(), pool: WorkerPool(threads: 2), threads: 2)
                .count([.root], cancellation: Cancellation()) { totals in
                    guard let total = totals[.root] else { return }
                    reports.withLock { $0.append(total) }
                    if total.isComplete { done.signal() }
                }
            done.wait()
            let seen = reports.withLock { $0 }
            for (one, other) in zip(seen, seen.dropFirst()) {
                #expect(!one.isComplete && one.items <= other.items && one.bytes <= other.bytes)
            }
            #expect(seen.last == DirectoryTotal(300, items: 630))
        }
    }
}

/// Creates `levels` nested directories called `d`, each beside a file of one byte called `f`, relative to descriptors,
/// since the path would be too long for a system call.
func makeDeepChain(_ levels: Int, in directory: TemporaryDirectory) throws {
    let script = Script.text("size_counter_fault")
    try Python.run(script, [directory.path, String(levels)])
}
