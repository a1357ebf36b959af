import ContainerModel
import Jobs
import Synchronization
import System

/// A count in progress: the directories still to be read and the sums so far.
///
/// Directories are distributed among the threads. A large directory is itself shared, since every thread that reads
/// from the same descriptor gets another part of it. The newest directory is read first, which keeps few descriptors
/// open.
final class SizeCount: Sendable {
    typealias Report = @Sendable ([ContainerPath: DirectoryTotal]) -> Void

    private static let bufferSize = 64 * 1_024
    /// The interval between two reports, in nanoseconds.
    private static let reportInterval: UInt64 = 100_000_000

    /// A directory to be read.
    private struct Item {
        enum Source {
            /// A requested directory, by its path.
            case requested(ContainerPath)
            /// An entry of an open directory; the name ends with NUL.
            case child(of: Descriptor, name: [UInt8])
            /// The rest of a directory that another thread has started to read.
            case rest(of: Descriptor)
        }

        let source: Source
        /// The index in `sums` of the requested directory that it counts toward.
        let sum: Int
        /// Its index in `steps`, if it is on the path to a requested directory.
        let step: Int?
    }

    /// A requested directory.
    private struct Sum {
        let path: ContainerPath
        /// The nearest requested directory above it.
        let parent: Int?
        /// The items counted here but not below another requested directory.
        var own = DirectoryTotal()
        var isPresent = false
        /// The number of unfinished items that count toward it.
        var pending = 0
    }

    /// A directory on the path to a requested one.
    private struct Step {
        var children: [[UInt8]: Int] = [:]
        var sum: Int?
    }

    private struct State {
        var sums: [Sum]
        /// Files with several hard links: their size, and the requested directories in which they were found.
        var hardLinked: [FileIdentity: (size: UInt64, sums: Set<Int>)] = [:]
        var lastReport: UInt64
    }

    private let root: RootedDirectory
    private let cancellation: Cancellation
    private let report: Report
    private let steps: [Step]
    private let queue: WorkQueue<Item>
    private let state: Mutex<State>

    init(
        root: RootedDirectory,
        directories: [ContainerPath],
        cancellation: Cancellation,
        report: @escaping Report
    ) {
        self.root = root
        self.cancellation = cancellation
        self.report = report
        var steps = [Step()]
        var sums: [Sum] = []
        var items: [Item] = []
        // Shorter paths first, so that a directory precedes those inside it.
        for path in Set(directories).sorted(by: { $0.bytes.count < $1.bytes.count }) {
            var step = 0
            var parent = steps[0].sum
            for component in path.components {
                if let next = steps[step].children[Array(component)] {
                    step = next
                } else {
                    steps.append(Step())
                    steps[step].children[Array(component)] = steps.count - 1
                    step = steps.count - 1
                }
                parent = steps[step].sum ?? parent
            }
            steps[step].sum = sums.count
            if parent == nil { items.append(Item(source: .requested(path), sum: sums.count, step: step)) }
            sums.append(Sum(path: path, parent: parent, pending: parent == nil ? 1 : 0))
        }
        self.steps = steps
        queue = WorkQueue(items)
        state = Mutex(State(sums: sums, lastReport: MonotonicClock.now()))
    }

    /// Runs on each thread until nothing is left.
    func work() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.bufferSize, alignment: 8)
        defer { buffer.deallocate() }
        while let item = queue.next() {
            var found = Found()
            if !cancellation.isCancelled { read(item, buffer, &found) }
            finish(item, found)
        }
    }

    /// The result of reading one directory.
    private struct Found {
        var total = DirectoryTotal()
        var isPresent = false
        /// Whether there were entries whose status could not be read, as in a directory that is readable but not
        /// searchable.
        var hasHiddenStatus = false
        var children: [Item] = []
        var hardLinked: [(FileIdentity, size: UInt64)] = []

        mutating func markUnreadable() {
            isPresent = true
            total.unreadable += 1
        }
    }

    private func finish(_ item: Item, _ found: Found) {
        state.withLock { state in
            state.sums[item.sum].own.add(found.total)
            if let step = item.step, let sum = steps[step].sum, found.isPresent { state.sums[sum].isPresent = true }
            for (identity, size) in found.hardLinked {
                state.hardLinked[identity, default: (size, [])].sums.insert(item.sum)
            }
            for child in found.children { state.sums[child.sum].pending += 1 }
            state.sums[item.sum].pending -= 1
            if MonotonicClock.now() - state.lastReport >= Self.reportInterval { reportTotals(&state) }
        }
        queue.finish(adding: found.children) { state.withLock { reportTotals(&$0) } }
    }

    /// Reports the totals: under the lock, so that reports are sequential and in order.
    private func reportTotals(_ state: inout State) {
        if !cancellation.isCancelled { report(totals(state)) }
        // Adding up many hard links may take longer than the interval; let the count continue in between.
        state.lastReport = MonotonicClock.now()
    }

    private func totals(_ state: borrowing State) -> [ContainerPath: DirectoryTotal] {
        var sums = state.sums
        for index in sums.indices { sums[index].own.isComplete = sums[index].pending == 0 }
        for (size, places) in state.hardLinked.values {
            var counted = Set<Int>()
            for place in places {
                var next: Int? = place
                while let sum = next {
                    if counted.insert(sum).inserted { sums[sum].own.add(bytes: size) }
                    next = sums[sum].parent
                }
            }
        }
        // Hard-linked bytes have been added to all ancestors already; propagate the others, children before parents.
        var upward = state.sums.map(\.own)
        for index in sums.indices.reversed() {
            guard let parent = sums[index].parent else { continue }
            sums[parent].own.add(upward[index])
            sums[parent].own.isComplete = sums[parent].own.isComplete && sums[index].own.isComplete
            upward[parent].add(upward[index])
        }
        var result: [ContainerPath: DirectoryTotal] = [:]
        for sum in sums where sum.isPresent { result[sum.path] = sum.own }
        return result
    }

    private func read(_ item: Item, _ buffer: UnsafeMutableRawBufferPointer, _ found: inout Found) {
        let directory: Descriptor
        var isShared = false
        switch item.source {
        case .requested(let path):
            do throws(FileTreeError) {
                directory = try root.openDirectory(path)
            } catch {
                // An item that is not a directory contains nothing.
                if !error.isDisappearance { found.markUnreadable() }
                return
            }
        case .child(let parent, let name):
            let opened = name.withUnsafeBytes {
                sandglass_open_component(
                    parent.number,
                    $0.assumingMemoryBound(to: CChar.self).baseAddress!,  // A name and its NUL.
                    O_RDONLY | O_DIRECTORY
                )
            }
            guard opened >= 0 else {
                // It was removed or replaced, for example by a symbolic link.
                if ![-ENOENT, -ENOTDIR, -ELOOP].contains(opened) { found.markUnreadable() }
                return
            }
            directory = Descriptor(owning: opened)
        case .rest(let begun):
            directory = begun
            isShared = true
        }
        found.isPresent = true
        while !cancellation.isCancelled {
            let filled = sandglass_read_entries(directory.number, buffer.baseAddress, buffer.count)
            if filled == -Int(EINTR) { continue }
            if filled < 0, filled != -Int(ENOENT) || FileSystemCapabilities.isRemote(directory) {
                found.total.unreadable += 1
            }
            if filled <= 0 { break }
            if !isShared, filled > buffer.count / 2 {
                isShared = true
                offerRest(of: directory, item)
            }
            count(UnsafeRawBufferPointer(rebasing: buffer[..<filled]), in: directory, item, &found)
        }
        // Count the directory once, regardless of the number of entries and threads involved.
        if found.hasHiddenStatus, case .rest = item.source { return }
        if found.hasHiddenStatus { found.total.unreadable += 1 }
    }

    /// Lets idle threads help with a directory that is larger than the buffer.
    private func offerRest(of directory: Descriptor, _ item: Item) {
        let copies = max(1, queue.waiting)
        state.withLock { $0.sums[item.sum].pending += copies }
        queue.add(Array(repeating: Item(source: .rest(of: directory), sum: item.sum, step: item.step), count: copies))
    }

    private func count(
        _ batch: UnsafeRawBufferPointer,
        in directory: Descriptor,
        _ item: Item,
        _ found: inout Found
    ) {
        let children = item.step.map { steps[$0].children } ?? [:]
        var status = sandglass_stat()
        for entry in RawEntries(batch) {
            found.total.items += 1
            var kind = entry.kind
            if kind == .file || kind == .unknown {
                // The name's NUL follows it in the buffer.
                let failure = entry.name.withMemoryRebound(to: CChar.self) {
                    sandglass_status(directory.number, $0.baseAddress!, &status)  // Names are never empty.
                }
                guard failure == 0 else {
                    if failure != -ENOENT { found.hasHiddenStatus = true }
                    continue
                }
                kind = ItemKind(mode: status.mode)
            }
            if kind == .file {
                if status.links > 1 {
                    let identity = FileIdentity(device: status.device, inode: status.inode)
                    found.hardLinked.append((identity, status.size))
                } else {
                    found.total.add(bytes: status.size)
                }
            } else if kind == .directory {
                var name = Array(entry.name)
                let step = children.isEmpty ? nil : children[name]
                name.append(0)
                let sum = step.flatMap { steps[$0].sum } ?? item.sum
                found.children.append(Item(source: .child(of: directory, name: name), sum: sum, step: step))
            }
        }
    }
}
