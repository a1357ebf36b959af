package import ContainerModel
package import FileTree
package import Jobs

/// What counts as a difference, and what is told about it.
package struct ComparisonOptions: Sendable {
    /// Whether files with the same size and the same time of last change count as equal, without being read.
    package var isQuick = false
    /// Whether other times of last change are differences.
    package var comparesTimes = false
    /// The number of equal lines around each difference of a text.
    package var context = 0
    /// Whether the texts in files that only one side has are told.
    package var reportsNewTexts = false
    /// Whether new property lists, databases and files of cookies are told with what they hold.
    package var opensNew = false
    /// Whether differences that follow from others of the same file, such as counters and histories, are told one by one.
    package var reportsFollowing = false
    /// Whether a single difference of the contents of a file is enough.
    package var reportsOnlyFirst = false

    package init() {}
}

/// What a comparison has read, and what it could not.
package struct ComparisonSummary: Sendable {
    /// Something that could not be compared.
    package struct Problem: Hashable, Sendable {
        /// The path of the item from where both sides begin.
        package let path: ContainerPath
        /// Whether the first side has the problem; nil if it is not known.
        package let isBefore: Bool?
        /// The reason, as a sentence without a full stop.
        package let reason: String
        /// Whether it is damaged, rather than unreadable.
        package let isDamage: Bool
    }

    /// Why two files count as equal.
    package enum Proof: Sendable {
        /// They are one file.
        case identity
        /// They have the same digest in time points, or are unchanged since one was kept.
        case digests
        /// Their contents were read.
        case contents
        /// They have the same size and time of last change, which proves nothing.
        case sizeAndTime
    }

    /// The number of items on both sides, each counted once.
    package var items = 0
    /// The number of files that count as equal, by the reason why.
    package var proofs: [Proof: Int] = [:]
    /// The number of differences.
    package var differences = 0
    /// The number of files on both sides whose data protection class is known on one side only, and is no difference.
    package var oneSidedClasses = 0
    /// The items that could not be compared, the first ones of many.
    package var problems = BoundedList<Problem>()
    /// Whether there were too many differences to find out which items were moved.
    package var hasSkippedMoves = false
}

/// Compares two sides: first their items, then the contents of those that may differ, by what they mean.
///
/// Both sides are walked at the same time in the same order, and differences are told as they are found, so that memory
/// does not depend on the size of either side. Runs on the thread of the caller and on others.
package final class SideComparison {
    let before: ComparedTree
    let after: ComparedTree
    let options: ComparisonOptions
    let cancellation: Cancellation
    /// Says how many items have been compared.
    let progress: ProgressMeter
    var summary = ComparisonSummary()
    private let early: EarlyDifferences?
    var buffer: DifferenceBuffer
    var isStopped = false
    /// The only files whose contents may differ, if the first side is an earlier state of the second one; nil if metadata
    /// tell which may.
    var readFiles: Set<ContainerPath>?
    /// Tells which files are unchanged since the time point was kept that is one of the sides; nil if that is none, or if the
    /// other one is no directory of this computer.
    private(set) lazy var recordedFiles: RecordedFiles? = {
        guard let header = before.pointHeader ?? after.pointHeader,
            let present = (before.pointHeader == nil ? before : after).tree.writable
        else { return nil }
        return RecordedFiles(since: header, in: present)
    }()
    /// The pages of databases that differ, as far as they are known.
    var changedPages: [ContainerPath: Set<UInt32>] = [:]
    /// The databases that were compared by the file itself.
    var comparedDatabases: Set<ContainerPath> = []
    /// The directories and items that could not be read, of which nothing can be said.
    private var unreadable: Set<ContainerPath> = []

    /// Compares two sides.
    /// - Parameters:
    ///   - progress: Says how many items have been compared.
    ///   - receive: Receives each difference; returns whether more are wanted.
    /// - Throws: `FileTreeError` if one of them is not there.
    package static func compareSides(
        _ before: ComparedSide, _ after: ComparedSide, _ options: ComparisonOptions = ComparisonOptions(),
        cancellation: Cancellation = Cancellation(), progress: ProgressMeter = ProgressMeter(),
        _ receive: @escaping (Difference) -> Bool
    ) throws(FileTreeError) -> ComparisonSummary {
        try compareSides(before, after, options, cancellation: cancellation, progress: progress, early: nil, receive)
    }

    /// Compares two sides, and tells early what is found.
    /// - Throws: `FileTreeError` if one of them is not there.
    static func compareSides(
        _ before: ComparedSide, _ after: ComparedSide, _ options: ComparisonOptions, cancellation: Cancellation,
        progress: ProgressMeter, early: EarlyDifferences?, _ receive: @escaping (Difference) -> Bool
    ) throws(FileTreeError) -> ComparisonSummary {
        switch (before, after) {
        case (.item(let path, let tree, let container), .item(let other, let otherTree, let otherContainer)):
            let comparison = SideComparison(
                try ComparedTree(path, tree, container), try ComparedTree(other, otherTree, otherContainer), options,
                cancellation, progress, early: early, receive)
            return comparison.compareTrees()
        default: return try compareDocuments(before, after, options, cancellation, receive)
        }
    }

    init(
        _ before: ComparedTree, _ after: ComparedTree, _ options: ComparisonOptions, _ cancellation: Cancellation,
        _ progress: ProgressMeter, early: EarlyDifferences? = nil, _ receive: @escaping (Difference) -> Bool
    ) {
        self.before = before
        self.after = after
        self.options = options
        self.cancellation = cancellation
        self.progress = progress
        self.early = early
        buffer = DifferenceBuffer(early: early, receive)
    }

    private func compareTrees() -> ComparisonSummary {
        let old = SideWalk(of: before.tree, from: before.start, cancellation: cancellation)
        let new = SideWalk(of: after.tree, from: after.start, cancellation: cancellation)
        merge(old, new)
        old.abandon()
        new.abandon()
        endBuffer()
        summary.hasSkippedMoves = buffer.isFull
        return summary
    }

    /// Finds out what was moved, and tells what was held back until then.
    func endBuffer() {
        guard !isStopped else { return }
        buffer.end(
            digest: { [before, after] path, isAdded in (isAdded ? after : before).digest(of: path) },
            attributes: { attributeDifferences($0, $1) })
    }

    /// Walks along both sides, always on the one that is behind.
    private func merge(_ old: SideWalk, _ new: SideWalk) {
        var (one, other) = (next(of: old, isBefore: true), next(of: new, isBefore: false))
        while !isStopped, !cancellation.isCancelled {
            progress.reach(files: UInt64(summary.items), bytes: 0)
            early?.reachedItem()
            switch (one, other) {
            case (nil, nil): return
            case (let item?, nil):
                reportRemoved(item)
                one = next(of: old, isBefore: true)
            case (nil, let item?):
                reportAdded(item)
                other = next(of: new, isBefore: false)
            case (let item?, let otherItem?):
                let (path, otherPath) = (before.relative(item.path), after.relative(otherItem.path))
                if path == otherPath {
                    compare(item, otherItem)
                    one = next(of: old, isBefore: true)
                    other = next(of: new, isBefore: false)
                } else if path < otherPath {
                    reportRemoved(item)
                    one = next(of: old, isBefore: true)
                } else {
                    reportAdded(otherItem)
                    other = next(of: new, isBefore: false)
                }
            }
        }
    }

    /// Returns the next item of a side; nil at its end.
    private func next(of walk: SideWalk, isBefore: Bool) -> SideItem? {
        let side = isBefore ? before : after
        while let step = walk.next() {
            switch step {
            case .item(let item): return item
            case .failure(let path, let error):
                unreadable.insert(side.relative(path))
                note(side.relative(path), error, isBefore: isBefore)
            }
        }
        return nil
    }

    /// Whether an item is one that could not be read on one side, or below one.
    func isUnreadable(_ path: ContainerPath) -> Bool {
        guard !unreadable.isEmpty else { return false }
        return sequence(first: path, next: \.parent).contains { unreadable.contains($0) }
    }

    func note(_ path: ContainerPath, _ error: FileTreeError, isBefore: Bool?) {
        note(path, error.reason, isDamage: error.code == .damaged, isBefore: isBefore)
    }

    func note(_ path: ContainerPath, _ reason: String, isDamage: Bool = false, isBefore: Bool?) {
        summary.problems.append(
            ComparisonSummary.Problem(path: path, isBefore: isBefore, reason: reason, isDamage: isDamage))
    }
}
