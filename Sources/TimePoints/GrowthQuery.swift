package import ContainerModel
package import ContainerStore
import FileTree
import Jobs
package import Queries

/// What makes a container grow: its largest and newest files, and those whose sizes changed most since its latest time
/// point.
package struct GrowthReport: Sendable {
    /// A file.
    package struct File: Hashable, Sendable {
        package let path: ContainerPath
        /// The logical size.
        package let bytes: UInt64
        /// The modification time in seconds since 1970.
        package let modified: Int64

        package init(_ path: ContainerPath, bytes: UInt64, modified: Int64) {
            (self.path, self.bytes, self.modified) = (path, bytes, modified)
        }
    }

    /// A file whose size is another one than in the time point.
    package struct Change: Hashable, Sendable {
        package let path: ContainerPath
        /// The logical size in the time point; nil if it was not there.
        package let before: UInt64?
        /// The logical size now; nil if it is gone.
        package let after: UInt64?

        package init(_ path: ContainerPath, from before: UInt64?, to after: UInt64?) {
            (self.path, self.before, self.after) = (path, before, after)
        }

        /// The number of bytes between both sizes.
        package var difference: UInt64 {
            let (one, other) = (before ?? 0, after ?? 0)
            return max(one, other) - min(one, other)
        }
    }

    /// The largest first.
    package var largest: [File] = []
    /// The newest first.
    package var newest: [File] = []
    /// The name of the time point; nil if the container has none.
    package var point: String?
    /// The greatest change first.
    package var changes: [Change] = []
    /// The number of items that could not be read, and are missing.
    package var unreadable = 0
    /// Why there is nothing to compare with, although there is a time point, or why nothing could be read; not
    /// sanitized.
    package var problem: String?

    package init() {}
}

/// A query for what makes the container grow.
package struct GrowthQuery: Query {
    /// As many files are reported of each kind.
    package static let maximum = 20

    package init() {}

    package var effort: QueryEffort { .walk }
    package var task: QueryTask? { QueryTask("find what grows") }

    package func run(in context: QueryContext, answer: @escaping @Sendable (GrowthReport) -> Void) {
        var report = GrowthReport()
        var before = Self.sizesBefore(context, &report)
        var largest = Ranking<GrowthReport.File> { ($0.bytes, $1.path) > ($1.bytes, $0.path) }
        var newest = Ranking<GrowthReport.File> { ($0.modified, $1.path) > ($1.modified, $0.path) }
        var changes = Ranking<GrowthReport.Change> { ($0.difference, $1.path) > ($1.difference, $0.path) }
        var unread: Set<ContainerPath> = []
        var walk = TreeWalk(of: context.container.tree)
        while !context.isCancelled, let step = walk.next() {
            switch step {
            case .item(let item) where item.status.kind == .file:
                let (path, size) = (item.path, item.status.size)
                let file = GrowthReport.File(path, bytes: size, modified: item.status.modified)
                context.progress.add(files: 1, bytes: size)
                largest.insert(file)
                newest.insert(file)
                guard report.point != nil else { continue }
                let old = before.removeValue(forKey: path)
                if old != size { changes.insert(GrowthReport.Change(path, from: old, to: size)) }
            case .failure(let path, let error):
                unread.insert(path)
                if path.isRoot { report.problem = error.message }
            case .item, .leaving: break
            }
        }
        guard !context.isCancelled else { return }
        // What could not be read is not gone.
        for (path, size) in before where !sequence(first: path, next: \.parent).contains(where: unread.contains) {
            changes.insert(GrowthReport.Change(path, from: size, to: nil))
        }
        report.unreadable = unread.count
        (report.largest, report.newest, report.changes) = (largest.elements, newest.elements, changes.elements)
        answer(report)
    }

    /// Returns the sizes of the files in the latest time point of the container, and names it in the report.
    private static func sizesBefore(
        _ context: QueryContext, _ report: inout GrowthReport
    ) -> [ContainerPath: UInt64] {
        let container = context.container.description
        var sizes: [ContainerPath: UInt64] = [:]
        do {
            let points = try TimePointStore.current().points()
            guard let point = points.last(where: { $0.isOf(container, alone: true) }) else { return [:] }
            guard
                case .container(let kept, _) = try ContainerStore.open(
                    point.hostPath, readsDevices: false, cancellation: context.cancellation)
            else { return [:] }
            var walk = TreeWalk(of: kept.tree)
            while !context.isCancelled, let step = walk.next() {
                if case .item(let item) = step, item.status.kind == .file { sizes[item.path] = item.status.size }
            }
            report.point = point.name
        } catch let error as TimePointError {
            report.problem = error.message
        } catch let error as ContainerStoreError {
            report.problem = error.sentence(about: String(decoding: error.hostPath, as: UTF8.self))
        } catch {}
        return sizes
    }
}

extension TimePointStore.Point {
    /// Whether a container, or another one of its app, was kept.
    /// - Parameter alone: Whether only the container counts, wherever it was, but not itself if it is a time point.
    package func isOf(_ container: ContainerDescription, alone: Bool = false) -> Bool {
        guard let header else { return false }
        let isOfApp = header.identifier != nil && header.identifier == container.app.identifier
        return header.hostPath == container.hostPath.bytes
            || isOfApp && (!alone || header.kind == container.kind && hostPath != container.hostPath.bytes)
    }
}

/// The first elements in an order, of however many.
private struct Ranking<Element> {
    private(set) var elements: [Element] = []
    private let precedes: (Element, Element) -> Bool

    init(_ precedes: @escaping (Element, Element) -> Bool) { self.precedes = precedes }

    mutating func insert(_ element: Element) {
        if elements.count == GrowthQuery.maximum {
            guard let last = elements.last, precedes(element, last) else { return }
            elements.removeLast()
        }
        elements.insert(element, at: elements.firstIndex { precedes(element, $0) } ?? elements.count)
    }
}
