package import ContainerModel
package import ContainerStore
package import FileTree
import Formats
package import FoundationEssentials

/// What attributes keep out of backups, item by item, its own told apart from inherited: what `exclude --list` prints.
package struct ExclusionList {
    /// One item. Its JSON keys are stable.
    package struct Row: Encodable, Sendable {
        /// An attribute of the item's own.
        package struct Attribute: Encodable, Sendable {
            /// As it is spelled there.
            package let name: String
            /// Which backups it is about: `every`, `icloud`, `unencrypted`.
            package let backups: String
            /// `attribute`, or `AppleDouble` where it stands in the `._name` beside.
            package let storedIn: String
        }

        package let path: String
        package let pathBytes: Data?
        package let kind: String
        package let size: UInt64?
        /// Of its own; empty where a directory above excludes it.
        package let own: [Attribute]
        /// The nearest directory above that has one.
        package let inheritedFrom: String?
        /// Whether a rewrite has dropped the attribute that it carried before.
        package let isLost: Bool
        /// The file beside that still has the attribute that this one seems to have lost.
        package let lostTo: String?
        package let rawPath: ContainerPath

        private enum CodingKeys: String, CodingKey {
            case path, pathBytes, kind, size, own, inheritedFrom, isLost, lostTo
        }
    }

    package enum Step {
        case row(Row)
        case failure(ContainerPath, FileTreeError)
    }

    private var walk: ContainerWalk
    private let container: Container
    private var waiting: [Row] = []
    /// What carried the attribute when it was last looked at, and was not met yet.
    private var missing: Set<ContainerPath>

    /// - Parameter start: the item to begin with; it counts too.
    package init(of container: Container, from start: ContainerPath = .root) {
        walk = ContainerWalk(of: container, from: start)
        self.container = container
        missing = Set(container.exclusions.remembered(from: start))
    }

    /// The next row; nil at the end. Items that nothing excludes are passed over, unless something did when they were
    /// last looked at. What is excluded now is remembered at the end.
    package mutating func next() -> Step? {
        if let row = waiting.popLast() { return .row(row) }
        while let step = walk.next() {
            switch step {
            case .leaving: continue
            case .failure(let path, let error): return .failure(path, error)
            case .item(let item):
                missing.remove(item.path)
                let finding = container.exclusions.note(
                    item.path, item.status, isExcluded: !item.attributes.isEmpty)
                if finding != .lost, let lost = lostAttribute(item) { waiting = [lost] }
                if !item.exclusion().isEmpty || finding == .lost { return .row(Row(item, isLost: finding == .lost)) }
                if let lost = waiting.popLast() { return .row(lost) }
            }
        }
        // What is gone needs no attribute any more.
        for path in missing { container.exclusions.forget(path) }
        missing = []
        container.keepExclusions()
        return nil
    }

    /// macOS writes `name.sb-xxxxxxxx-xxxxxx` beside `name` and swaps the two: one that was left behind with the
    /// attribute shows that `name` had it before it was rewritten.
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
        own = []
        isLost = true
        self.inheritedFrom = inheritedFrom?.reportText
        self.lostTo = lostTo.reportText
        rawPath = path
    }
}
