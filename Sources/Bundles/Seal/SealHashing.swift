import ContainerModel
import FileTree
import Formats
import Jobs
import Synchronization
import System

/// The digests of files and code pages, which several threads compute together.
final class SealHashing: Sendable {
    /// A file to hash.
    struct Wanted {
        let path: ContainerPath
        let size: UInt64
        var sha1: Bool
        var sha256: Bool
    }

    /// The digests of a file.
    struct Digests {
        var sha1: [UInt8]?
        var sha256: [UInt8]?
        /// Why there are none.
        var problem: String?
    }

    /// Code pages to compare with a code directory.
    struct Pages {
        let file: Descriptor
        /// Where the image begins in the file.
        let start: UInt64
        let directory: CodeDirectory
    }

    /// Something that a thread does at once.
    private enum Unit {
        /// Files that follow each other, which are often in one directory.
        case files(Range<Int>)
        /// Pages of a code directory.
        case pages(Int, Range<Int>)
    }

    private struct State {
        var digests: [Digests?]
        var altered: [[Int]]
        var problems: [String?]
    }

    private let tree: any FileTree
    private let wanted: [Wanted]
    private let pages: [Pages]
    private let units: [Unit]
    private let progress: ProgressMeter
    private let cancellation: Cancellation
    private let next = Atomic(0)
    private let state: Mutex<State>

    private static let bufferLength = 1 << 20
    /// The number of bytes of code that a thread takes at once.
    private static let codeLength = 4 << 20

    init(
        in tree: any FileTree, _ wanted: [Wanted], _ pages: [Pages], progress: ProgressMeter, cancellation: Cancellation
    ) {
        (self.tree, self.wanted, self.pages) = (tree, wanted, pages)
        (self.progress, self.cancellation) = (progress, cancellation)
        var units: [Unit] = []
        for (index, code) in pages.enumerated() where code.directory.pageCount > 0 {
            let length = code.directory.pageSize.map { max(1, Self.codeLength / $0) } ?? 1
            for start in stride(from: 0, to: code.directory.pageCount, by: length) {
                units.append(.pages(index, start..<min(code.directory.pageCount, start + length)))
            }
        }
        self.units = units + FileReading.units(wanted.map(\.size)).map { .files($0) }
        let code = pages.reduce(UInt64(0)) { $0.addingSaturated($1.directory.codeLimit) }
        progress.expect(
            files: UInt64(wanted.count), bytes: wanted.reduce(code) { $0.addingSaturated($1.size) })
        state = Mutex(
            State(
                digests: Array(repeating: nil, count: wanted.count), altered: Array(repeating: [], count: pages.count),
                problems: Array(repeating: nil, count: pages.count)))
    }

    /// The digests of the files, in their order.
    var digests: [Digests?] { state.withLock { $0.digests } }

    /// The numbers of the altered pages of each code directory, and why pages could not be read.
    var altered: [(pages: [Int], problem: String?)] {
        state.withLock { state in zip(state.altered, state.problems).map { ($0.sorted(), $1) } }
    }

    /// Computes everything; blocks until it is done.
    func computeAll() {
        guard !units.isEmpty else { return }
        WorkerPool.onAllCores { self.work() }
    }

    private func work() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.bufferLength, alignment: 4_096)
        defer { buffer.deallocate() }
        while !cancellation.isCancelled {
            let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
            guard number < units.count else { return }
            switch units[number] {
            case .files(let range):
                for index in range where !cancellation.isCancelled {
                    progress.beginItem(wanted[index].path.bytes)
                    let digests = digests(of: wanted[index], through: buffer)
                    state.withLock { $0.digests[index] = digests }
                    progress.add(files: 1)
                }
            case .pages(let index, let range): compare(index, range, through: buffer)
            }
        }
    }

    private func digests(of wanted: Wanted, through buffer: UnsafeMutableRawBufferPointer) -> Digests {
        var found = Digests()
        var sha1 = wanted.sha1 ? Digest(.sha1) : nil
        var sha256 = wanted.sha256 ? Digest(.sha256) : nil
        do throws(FileTreeError) {
            let file = try tree.openFile(wanted.path)
            do throws(Errno) {
                // Read to the current end of the file: appended data is a change as well.
                _ = try FileReading.read(
                    file, 0..<UInt64(Int64.max), through: buffer, progress: progress, cancellation: cancellation
                ) { bytes in
                    sha1?.add(bytes)
                    sha256?.add(bytes)
                }
            } catch {
                throw FileTreeError(errno: error.rawValue, operation: "read the file")
            }
        } catch {
            found.problem = error.message
            return found
        }
        found.sha1 = sha1?.end()
        found.sha256 = sha256?.end()
        return found
    }

    private func compare(_ index: Int, _ range: Range<Int>, through buffer: UnsafeMutableRawBufferPointer) {
        let code = pages[index]
        let directory = code.directory
        let size = directory.pageSize.map { UInt64($0) } ?? directory.codeLimit
        let start = UInt64(range.lowerBound) * size
        let end = min(directory.codeLimit, start + UInt64(range.count) * size)
        var altered: [Int] = []
        var digest = Digest(directory.hashType.algorithm)
        var page = range.lowerBound
        var filled: UInt64 = 0
        func finish() {
            let found = digest.end().prefix(directory.hashType.length)
            if !found.elementsEqual(directory.digest(ofPage: page)) { altered.append(page) }
            page += 1
            filled = 0
        }
        var problem: String?
        do throws(Errno) {
            let read = try FileReading.read(
                code.file, code.start + start..<code.start + end, through: buffer, progress: progress,
                cancellation: cancellation
            ) { bytes in
                var rest = bytes[...]
                while !rest.isEmpty {
                    let part = rest.prefix(Int(min(UInt64(rest.count), size - filled)))
                    digest.add(UnsafeRawBufferPointer(rebasing: part))
                    filled += UInt64(part.count)
                    rest = rest.dropFirst(part.count)
                    if filled == size { finish() }
                }
            }
            if filled > 0 { finish() }
            if read < end - start, !cancellation.isCancelled { problem = "the file became shorter while it was read" }
        } catch {
            problem = FileTreeError(errno: error.rawValue, operation: "read the file").message
        }
        state.withLock { state in
            state.altered[index] += altered
            state.problems[index] = state.problems[index] ?? problem
        }
    }
}
