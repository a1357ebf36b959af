import ContainerModel
import FileTree
package import Jobs
package import System

/// Checks that a copy contains all of a tree, before the original is removed.
package struct TreeComparison {
    /// How thoroughly to compare.
    package enum Closeness: Hashable, Sendable, CaseIterable {
        /// Names, kinds, sizes, and the targets of symbolic links.
        case sizes
        /// The contents of files as well.
        case contents
    }

    private let closeness: Closeness
    private let progress: ProgressMeter
    private let cancellation: Cancellation

    /// Creates a comparison.
    package init(_ closeness: Closeness, progress: ProgressMeter, cancellation: Cancellation) {
        self.closeness = closeness
        self.progress = progress
        self.cancellation = cancellation
    }

    /// Compares the item `name` of one open directory with the item `copyName` of another. Items that exist only in the
    /// copy are not differences.
    package func compare(
        _ name: ArraySlice<UInt8>,
        in original: Descriptor,
        with copyName: ArraySlice<UInt8>,
        in copy: Descriptor
    ) -> ComparisonReport {
        guard isName(name), isName(copyName) else {
            var report = ComparisonReport()
            report.differences.append(ComparisonReport.Difference(path: .root, kind: .unreadable(EINVAL)))
            return report
        }
        var pass = ComparisonPass(original, copy, closeness, progress, cancellation)
        withNullTerminated(name) { name in
            withNullTerminated(copyName) { copyName in pass.compareTopItem(name, with: copyName) }
        }
        return pass.report
    }
}

/// The comparison of one top-level item.
private struct ComparisonPass {
    private(set) var report = ComparisonReport()
    private let closeness: TreeComparison.Closeness
    private let progress: ProgressMeter
    private let cancellation: Cancellation
    private let stream = DirectoryStream()
    private let contents = ContentComparison()
    private var original: DirectoryChain
    private var copy: DirectoryChain
    /// For each directory on the current path, the subdirectories still to be compared.
    private var waiting: [NameStack] = []
    private var trail = ItemTrail()

    init(
        _ original: Descriptor,
        _ copy: Descriptor,
        _ closeness: TreeComparison.Closeness,
        _ progress: ProgressMeter,
        _ cancellation: Cancellation
    ) {
        self.original = DirectoryChain(original)
        self.copy = DirectoryChain(copy)
        self.closeness = closeness
        self.progress = progress
        self.cancellation = cancellation
    }

    private mutating func mustStop() -> Bool {
        if cancellation.isCancelled { report.isCancelled = true }
        return report.isCancelled
    }

    mutating func compareTopItem(_ name: UnsafePointer<CChar>, with copyName: UnsafePointer<CChar>) {
        guard compare(name, with: copyName) else { return }
        enter(name, copyName)
        while let top = waiting.indices.last {
            if mustStop() { return }
            if let below = waiting[top].pop() {
                enter(below, below)
            } else {
                waiting.removeLast()
                do throws(Refusal) {
                    try original.leave()
                    try copy.leave()
                } catch {
                    return note(.unreadable(error.errno), nil)
                }
                trail.leave()
            }
        }
    }

    private mutating func enter(_ name: UnsafePointer<CChar>, _ copyName: UnsafePointer<CChar>) {
        let first = sandglass_open_component(original.current.number, name, O_RDONLY | O_DIRECTORY)
        guard first >= 0 else { return note(.unreadable(-first), name) }
        let one = Descriptor(owning: first)
        let second = sandglass_open_component(copy.current.number, copyName, O_RDONLY | O_DIRECTORY)
        guard second >= 0 else { return note(.unreadable(-second), name) }
        original.enter(one)
        copy.enter(Descriptor(owning: second))
        trail.enter(name)
        waiting.append(NameStack())
        while !mustStop() {
            do throws(FileTreeError) {
                guard let entries = try stream.next(of: one) else { return }
                for entry in entries where !mustStop() && compare(entry.name, with: entry.name) {
                    waiting[waiting.count - 1].push(entry.name, length: entry.length)
                }
            } catch {
                return note(.unreadable(error.errno), nil)
            }
        }
    }

    /// - Returns: Whether both items are directories whose contents have to be compared.
    private mutating func compare(_ name: UnsafePointer<CChar>, with copyName: UnsafePointer<CChar>) -> Bool {
        if mustStop() { return false }
        progress.begin(UnsafeRawBufferPointer(start: name, count: strlen(name)))
        var one = sandglass_stat()
        let failure = sandglass_status(original.current.number, name, &one)
        guard failure == 0 else {
            note(.unreadable(-failure), name)
            return false
        }
        report.items += 1
        progress.add(files: 1)
        var other = sandglass_stat()
        let missing = sandglass_status(copy.current.number, copyName, &other)
        guard missing == 0 else {
            note(missing == -ENOENT ? .missing : .unreadable(-missing), name)
            return false
        }
        let kind = ItemKind(mode: one.mode)
        guard kind == ItemKind(mode: other.mode) else {
            note(.otherKind, name)
            return false
        }
        switch kind {
        case .directory: return true
        case .file: compareFiles(name, one, copyName, other)
        case .link: compareLinks(name, copyName)
        default: break
        }
        return false
    }

    private mutating func compareFiles(
        _ name: UnsafePointer<CChar>,
        _ status: sandglass_stat,
        _ copyName: UnsafePointer<CChar>,
        _ copyStatus: sandglass_stat
    ) {
        report.bytes = report.bytes.addingSaturated(status.size)
        guard status.size == copyStatus.size else { return note(.otherSize, name) }
        guard closeness == .contents else { return }
        do throws(Refusal) {
            let areEqual = try contents.compare(
                name, in: original.current, with: copyName, in: copy.current, cancellation)
            progress.add(bytes: status.size)
            if !areEqual, !mustStop() { note(.otherContents, name) }
        } catch {
            note(.unreadable(error.errno), name)
        }
    }

    private mutating func compareLinks(_ name: UnsafePointer<CChar>, _ copyName: UnsafePointer<CChar>) {
        let areEqual = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 8_192) { buffer in
            let half = buffer.count / 2
            let one = sandglass_read_link(original.current.number, name, buffer.baseAddress, half)
            let other = sandglass_read_link(
                copy.current.number, copyName, buffer.baseAddress.map { $0 + half }, half)
            return one >= 0 && one == other && buffer[..<one].elementsEqual(buffer[half..<half + one])
        }
        if !areEqual { note(.otherDestination, name) }
    }

    /// - Parameter name: An entry of the current directory; nil for the directory itself.
    private mutating func note(_ kind: ComparisonReport.Difference.Kind, _ name: UnsafePointer<CChar>?) {
        let path = name.map { trail.path(of: $0) } ?? trail.path
        report.differences.append(ComparisonReport.Difference(path: path, kind: kind))
    }
}
