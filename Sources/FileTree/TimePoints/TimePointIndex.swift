import ContainerModel
import System

/// The items of a time point.
struct TimePointIndex: Sendable {
    /// The facts about an item beyond those of every tree.
    struct Details {
        /// Where the SHA-256 of the contents begins in `digests`; nil if there are none in the store.
        var digest: Int?
        var changed: Int64
        var changedNanoseconds: UInt32
        var born: Int64?
        var bornNanoseconds: UInt32?
        /// Whether the nanoseconds of the last change of the contents are known.
        var knowsNanoseconds: Bool
        var links: UInt32
        var protection: ProtectionClass
        /// The file in the container.
        var identity: FileIdentity
        /// Whether its times tell whether it has still the same contents.
        var isToldByTimes: Bool
    }

    /// The description of the time point.
    let header: TimePointManifest.Header
    /// The items; each entry's ordinal is an index of `details`, which hard links share.
    private(set) var tree: TreeIndex
    private(set) var details: [Details] = []
    private var digests: [UInt8] = []
    /// The files and directories whose contents could not be read.
    private(set) var missing: Set<ContainerPath> = []
    /// The items that are not as they were kept.
    let problems: TreeProblems

    /// Reads a time point.
    /// - Throws: `TimePointManifest.Problem`
    init(_ bytes: [UInt8]) throws(TimePointManifest.Problem) {
        var reader = try TimePointReader(bytes)
        header = reader.header
        var builder = TreeIndexBuilder(rootModified: 0, depth: .max, medium: TimePointTree.title)
        var linked: [FileIdentity: UInt32] = [:]
        while let item = try reader.next() {
            let status = item.status
            var entry = TreeIndex.Entry()
            entry.kind = status.kind
            entry.permissions = status.permissions
            (entry.user, entry.group, entry.size) = (status.user, status.group, status.size)
            (entry.modified, entry.modifiedNanoseconds) = (status.modified, status.modifiedNanoseconds)
            let identity = status.identity
            let mayBeLinked = status.kind == .file && status.links > 1
            if mayBeLinked, let known = linked[identity] {
                entry.ordinal = known
            } else {
                entry.ordinal = UInt32(details.count)
                if mayBeLinked { linked[identity] = entry.ordinal }
                details.append(
                    Details(
                        digest: item.digest.isEmpty ? nil : digests.count, changed: status.changed,
                        changedNanoseconds: status.changedNanoseconds, born: status.born,
                        bornNanoseconds: status.bornNanoseconds, knowsNanoseconds: status.knowsNanoseconds,
                        links: status.links, protection: status.protection, identity: identity,
                        isToldByTimes: item.contents == .stored))
                digests += item.digest
            }
            if item.contents == .missing { missing.insert(item.path) }
            let path = item.path.isRoot ? [ContainerPath.dotName] : item.path.bytes
            let node = path.withUnsafeBufferPointer { builder.add($0, entry) }
            guard let node else { continue }
            if status.kind == .link { builder.index.setLinkTarget(item.target, of: node) }
            if !item.attributes.isEmpty { builder.index.setAttributes(item.attributes, of: node) }
        }
        builder.index.trim()
        tree = builder.index
        problems = builder.problems
    }

    /// Returns the details of an item; nil for a directory that was added because something is in it.
    func details(of node: TreeIndex.Node) -> Details? {
        let ordinal = tree.entry(node).ordinal
        return ordinal < details.count ? details[Int(ordinal)] : nil
    }

    /// Returns the SHA-256 of a file's contents.
    func digest(_ details: Details) -> ArraySlice<UInt8>? {
        details.digest.map { digests[$0..<$0 + TimePointManifest.digestLength] }
    }
}

extension ContainerPath {
    /// The name of a directory in itself.
    fileprivate static let dotName = UInt8(ascii: ".")
}
