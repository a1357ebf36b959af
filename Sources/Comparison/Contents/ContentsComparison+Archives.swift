import ContainerModel
import Documents
import FileTree
import Formats

/// Archives: by the items in them.
extension ContentsComparison {
    /// Compares the items of two archives.
    /// - Throws: `DocumentFailure` if an item cannot be read.
    func compare(
        _ before: ArchiveListing, _ after: ArchiveListing, at address: [[UInt8]], depth: Int
    ) throws(DocumentFailure) {
        let (known, others) = (before.itemsByName, after.itemsByName)
        let leftBefore = leavesFilesBeside
        leavesFilesBeside = true
        defer { leavesFilesBeside = leftBefore }
        /// Whether a file is compared with the database beside it, on both sides.
        func isPartOfDatabase(_ name: String) -> Bool {
            guard let base = Self.database(ofPart: name).map({ ExactString($0) }), let item = known[base],
                let other = others[base]
            else {
                return false
            }
            let part = ExactString(name)
            if let companion = known[part], before.isFalseCompanion(companion) { return false }
            if let companion = others[part], after.isFalseCompanion(companion) { return false }
            return before.isDatabase(item) && after.isDatabase(other)
        }
        var waiting = others
        for item in before.items {
            guard !mustStop else { return }
            let name = before.name(of: item)
            if item.status.kind == .file, isPartOfDatabase(name) {
                waiting[ExactString(name)] = nil
                continue
            }
            let place = address + [Array(name.utf8)]
            guard let other = waiting.removeValue(forKey: ExactString(name)) else {
                report(Difference(.removed, .item, at: place, before: .string(item.status.kind.title)))
                continue
            }
            try compare(item, in: before, other, in: after, at: place, depth: depth)
        }
        for item in after.items {
            let name = after.name(of: item)
            guard waiting[ExactString(name)] != nil, item.status.kind != .file || !isPartOfDatabase(name) else {
                continue
            }
            report(
                Difference(
                    .added, .item, at: address + [Array(name.utf8)], after: .string(item.status.kind.title)))
        }
    }

    /// Returns the name of the database that a log, a journal or an index belongs to by its name; nil for any other name.
    private static func database(ofPart name: String) -> String? {
        Companion.database(of: Array(name.utf8)[...]).map { String(decoding: $0, as: UTF8.self) }
    }

    private func compare(
        _ item: ArchiveListing.Item, in before: ArchiveListing, _ other: ArchiveListing.Item, in after: ArchiveListing,
        at address: [[UInt8]], depth: Int
    ) throws(DocumentFailure) {
        let (kind, otherKind) = (item.status.kind, other.status.kind)
        guard kind == otherKind else {
            return report(
                Difference(.changed, .kind, at: address, before: .string(kind.title), after: .string(otherKind.title)))
        }
        if kind == .link {
            let (target, otherTarget) = (before.target(of: item.path), after.target(of: other.path))
            guard target != otherTarget else { return }
            return report(
                Difference(
                    .changed, .target, at: address, before: target.map { .bytes($0) },
                    after: otherTarget.map { .bytes($0) }))
        }
        if let node = item.status.node, let otherNode = other.status.node, node != otherNode {
            return report(
                Difference(
                    .changed, .device, at: address, before: .string(node.text), after: .string(otherNode.text)))
        }
        guard kind == .file else { return }
        do throws(FileTreeError) {
            try compare(
                try before.file(at: item.path), try after.file(at: other.path), at: address, depth: depth + 1)
        } catch {
            throw DocumentFailure("\(String(decoding: item.path.bytes, as: UTF8.self)): \(error.reason)")
        }
    }
}

extension ArchiveListing {
    /// The items by their names.
    fileprivate var itemsByName: [ExactString: Item] {
        Dictionary(items.map { (ExactString(name(of: $0)), $0) }) { first, _ in first }
    }

    /// Whether an item has the name of a rollback journal or an index, but is none.
    fileprivate func isFalseCompanion(_ item: Item) -> Bool {
        guard item.status.kind == .file, let companion = item.path.asCompanion?.companion,
            Companion.refutable.contains(companion)
        else { return false }
        return (try? file(at: item.path))?.isFalse(companion) ?? false
    }

    /// Whether an item is an SQLite database.
    fileprivate func isDatabase(_ item: Item) -> Bool {
        item.status.kind == .file && (try? file(at: item.path))?.isDatabase == true
    }
}

extension JSONValue {
    /// A name or path as text; bytes that are not UTF-8 are written as `\xff`.
    static func bytes(_ bytes: [UInt8]) -> JSONValue { .string(String(name: bytes)) }
}
