package import ContainerModel
package import ContainerStore
import FileTree
package import FoundationEssentials
package import Reports

/// The items that attributes exclude from backups, by their own or an inherited one: the output of `exclude --list`.
package struct ExclusionList {
    /// One item. Its JSON keys are stable.
    package struct Row: Encodable, Sendable {
        /// Always `item`, to distinguish it from the last line.
        package let row = "item"
        /// One of the item's own attributes.
        package struct Attribute: Encodable, Sendable {
            /// The name as stored.
            package let name: String
            /// The kinds of backup that it concerns: `every`, `icloud`, `unencrypted`.
            package let backups: String
            /// `attribute`, or `AppleDouble` if it is stored in the `._name` file next to the item.
            package let storedIn: String
        }

        /// The path from the container's root; invalid UTF-8 is replaced.
        package let path: String
        /// The bytes of a path that is not UTF-8: base64 in JSON.
        package let pathBytes: Data?
        /// `directory`, `file`, `symbolic link`, …
        package let kind: String
        /// The logical size in bytes; only for files.
        package let size: UInt64?
        /// When the contents were last changed, ISO 8601.
        package let changed: String?
        /// The item's own attributes; empty if only a directory above excludes it.
        package let own: [Attribute]
        /// The nearest directory above that has an attribute.
        package let inheritedFrom: String?
        /// Whether the item was rewritten and lost its attribute.
        package let isLost: Bool
        /// The file in the same directory that still has the attribute this one has apparently lost.
        package let lostTo: String?
        /// The path as bytes.
        @Unreported package private(set) var rawPath: ContainerPath
    }

    /// The totals, in the last line. JSON keys are stable.
    package struct Totals: Encodable, Hashable, Sendable {
        /// Always `total`, to distinguish it from the items.
        package let row = "total"
        /// The number of items of all kinds that attributes exclude.
        package fileprivate(set) var items = 0
        /// The logical size of the files among them, in bytes; each hard link counts. Saturates at the maximum.
        package fileprivate(set) var bytes: UInt64 = 0
        /// The number of items that have lost their attribute.
        package fileprivate(set) var lost = 0

        fileprivate mutating func add(_ row: Row) {
            if row.isLost {
                lost += 1
            } else {
                items += 1
                bytes = bytes.addingSaturated(row.size ?? 0)
            }
        }

        /// The totals as text.
        package var lines: [String] {
            let lostText = lost == 0 ? "" : "; \(Pluralized.items(lost)) lost the attribute"
            guard items > 0 else {
                return ["No attribute excludes anything from backups\(lostText)."]
            }
            return ["", "\(Pluralized.items(items)), \(ByteCount.short(bytes)), excluded from backups\(lostText)."]
        }
    }

    /// The totals so far.
    package private(set) var totals = Totals()

    private var walk: ContainerWalk
    private let container: Container
    private var waiting: [Row] = []
    /// Paths that had the attribute when last examined and have not been reached yet.
    private var missing: Set<ContainerPath>
    /// Directories and items that could not be examined.
    private var unexamined: [ContainerPath] = []

    /// Creates the list of a container.
    /// - Parameter start: The first item of the traversal.
    package init(of container: Container, from start: ContainerPath = .root) {
        walk = ContainerWalk(of: container, from: start)
        self.container = container
        missing = Set(container.exclusions.remembered(from: start))
    }

    /// Returns the next step; nil at the end. Items that are not excluded are skipped, unless they were when last
    /// examined. The items found excluded are stored at the end.
    package mutating func next() -> ReportStep<Row>? {
        let step = nextStep()
        if case .row(let row)? = step { totals.add(row) }
        return step
    }

    private mutating func nextStep() -> ReportStep<Row>? {
        if let row = waiting.popLast() { return .row(row) }
        while let step = walk.next() {
            switch step {
            case .leaving: continue
            case .failure(let path, let error):
                unexamined.append(path)
                return .failure(path, error)
            case .item(let item):
                missing.remove(item.path)
                let finding = container.exclusions.note(
                    item.path, item.status, isExcluded: !item.attributes.isEmpty)
                if finding != .lost, let lost = lostAttribute(item) { waiting = [lost] }
                if !item.exclusion().isEmpty || finding == .lost { return .row(Row(item, isLost: finding == .lost)) }
                if let lost = waiting.popLast() { return .row(lost) }
            }
        }
        // Items that the traversal did not reach are taken to be deleted, unless they are below a directory that could
        // not be read.
        for path in missing where !unexamined.contains(where: { path == $0 || path.isInside($0) }) {
            container.exclusions.forget(path)
        }
        missing = []
        container.keepExclusions()
        return nil
    }

    /// Returns a row for a file that lost its attribute to `item`: macOS writes `name.sb-xxxxxxxx-xxxxxx` next to
    /// `name` and swaps the two, so a leftover with the attribute shows that `name` had it before it was rewritten.
    private func lostAttribute(_ item: ContainerWalk.Item) -> Row? {
        guard item.type == .file, item.attributes.contains(where: { !$0.isInAppleDouble }),
            let name = Self.nameBeforeRewriting(item.name),
            let path = item.path.parent?.appending(name: name),
            let status = try? item.directory.status(of: name, path: path), status.kind == .file,
            ExclusionReader.attributes(of: name, in: item.directory).isEmpty
        else { return nil }
        return Row(path, status, inheritedFrom: item.coveredBy?.path, lostTo: item.path)
    }

    private static func nameBeforeRewriting(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let mark = Array(".sb-".utf8)
        let starts = name.indices.dropLast(mark.count).filter { name[$0...].starts(with: mark) }
        guard let start = starts.last, start > name.startIndex else { return nil }
        return name[..<start]
    }
}

extension ExclusionList.Row {
    fileprivate init(_ item: ContainerWalk.Item, isLost: Bool) {
        self.isLost = isLost
        path = item.path.reportText
        pathBytes = item.path.reportBytes
        kind = item.status.kind.title
        size = item.type == .file ? item.status.size : nil
        changed = ISO8601.text(secondsSince1970: item.status.modified)
        own = item.attributes.map { found in
            Attribute(
                name: found.name,
                backups: found.excludes.title,
                storedIn: found.isInAppleDouble ? "AppleDouble" : "attribute"
            )
        }
        inheritedFrom = item.coveredBy?.path.reportText
        lostTo = nil
        rawPath = item.path
    }

    fileprivate init(_ path: ContainerPath, _ status: ItemStatus, inheritedFrom: ContainerPath?, lostTo: ContainerPath)
    {
        self.path = path.reportText
        pathBytes = path.reportBytes
        kind = status.kind.title
        size = status.size
        changed = ISO8601.text(secondsSince1970: status.modified)
        own = []
        isLost = true
        self.inheritedFrom = inheritedFrom?.reportText
        self.lostTo = lostTo.reportText
        rawPath = path
    }
}
