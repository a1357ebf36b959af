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
        var waiting = Dictionary(after.items.map { (after.name(of: $0), $0) }) { first, _ in first }
        for item in before.items {
            guard !mustStop else { return }
            let name = before.name(of: item)
            let place = address + [Array(name.utf8)]
            guard let other = waiting.removeValue(forKey: name) else {
                tell(Difference(.removed, .item, at: place, before: .string(item.status.kind.title)))
                continue
            }
            try compare(item, in: before, other, in: after, at: place, depth: depth)
        }
        for item in after.items {
            let name = after.name(of: item)
            guard waiting[name] != nil else { continue }
            tell(
                Difference(
                    .added, .item, at: address + [Array(name.utf8)], after: .string(item.status.kind.title)))
        }
    }

    private func compare(
        _ item: ArchiveListing.Item, in before: ArchiveListing, _ other: ArchiveListing.Item, in after: ArchiveListing,
        at address: [[UInt8]], depth: Int
    ) throws(DocumentFailure) {
        let (kind, otherKind) = (item.status.kind, other.status.kind)
        guard kind == otherKind else {
            return tell(
                Difference(.changed, .kind, at: address, before: .string(kind.title), after: .string(otherKind.title)))
        }
        if kind == .link {
            let (target, otherTarget) = (before.target(of: item.path), after.target(of: other.path))
            guard target != otherTarget else { return }
            return tell(
                Difference(
                    .changed, .target, at: address, before: target.map { .bytes($0) },
                    after: otherTarget.map { .bytes($0) }))
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

extension JSONValue {
    /// A name or path as text; invalid UTF-8 is replaced.
    static func bytes(_ bytes: [UInt8]) -> JSONValue { .string(String(decoding: bytes, as: UTF8.self)) }
}
