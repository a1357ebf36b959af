import ContainerModel
import FileTree
import Formats
package import FoundationEssentials
import Reports

extension Explanation.Report {
    /// An item, as it is on this computer. JSON keys are stable, and match `ls` where both have them.
    package struct Details: Encodable, Sendable {
        /// The type that a file's first bytes indicate; nil for other items, and if they indicate none.
        package let contents: String?
        /// The logical size in bytes; omitted for directories.
        package let size: UInt64?
        /// The modification time in ISO 8601, UTC; omitted outside the years 1 to 9999.
        package let modified: String?
        /// The time of creation in ISO 8601, UTC; omitted where the file system or the archive does not tell it.
        package let created: String?
        /// The permissions in four octal digits; omitted if they are not known.
        package let mode: String?
        /// The number of the data protection class, where the source records it.
        package let protectionClass: Int?
        /// The owner's name, or the numeric ID if it has no name; omitted if it is not known.
        package let owner: String?
        /// The group's name, or the numeric ID if it has no name; omitted if it is not known.
        package let group: String?
        /// The entries of the access control list that are not part of the mode.
        package let accessControlList: [String]
        /// The mode and owner that rsync keeps of the item on the device; omitted if it keeps none.
        package let original: Original?
        /// Whether mode, owner and access control list have any effect, which they do not in an archive.
        package let isModeInForce: Bool
        /// The number of hard links.
        package let hardLinks: UInt32
        /// The target of a symbolic link, as stored in the link; invalid UTF-8 is replaced.
        package let target: String?
        /// The bytes of a target that is not UTF-8: base64 in JSON.
        package let targetBytes: Data?
        /// Where a symbolic link leads.
        package let leadsTo: LinkEnd?

        init(_ facts: EntryFacts) {
            contents = facts.signature?.title
            size = facts.status.kind == .directory ? nil : facts.status.size
            modified = ISO8601.text(secondsSince1970: facts.status.modified)
            created = facts.status.birthTime.flatMap { ISO8601.text(secondsSince1970: $0.seconds) }
            mode = Permissions.octal(facts.status)
            let protection = facts.status.protection
            protectionClass = protection == .unknown ? nil : protection.rawValue
            owner = facts.status.knowsAccess ? facts.owner : nil
            group = facts.status.knowsAccess ? facts.group : nil
            accessControlList = facts.accessControlList
            original = facts.original.map { Original($0) }
            isModeInForce = facts.isModeInForce
            hardLinks = facts.status.links
            target = facts.link.map { String(decoding: $0.target, as: UTF8.self) }
            targetBytes = facts.link.flatMap { bytesUnlessText($0.target) }
            leadsTo = facts.link.map { LinkEnd($0.destination) }
        }
    }

    /// The mode and owner of an item on the device that it comes from.
    package struct Original: Encodable, Sendable {
        /// The permissions in four octal digits.
        package let mode: String
        /// The ID of the owner.
        package let user: UInt32
        /// The ID of the group.
        package let group: UInt32

        init(_ status: RsyncStatus) {
            mode = Permissions.octal(status.permissions)
            user = status.user
            group = status.group
        }
    }

    /// Where a symbolic link leads.
    package struct LinkEnd: Encodable, Sendable {
        /// `inside` or `outside` the container; `absolute`, `missing`, `loop`, `unreadable`.
        package let state: String
        /// The item's path from the container's root, if it is inside; invalid UTF-8 is replaced.
        package let path: String?
        /// The bytes of a path that is not UTF-8: base64 in JSON.
        package let pathBytes: Data?
        /// The item's kind, if it is inside.
        package let kind: String?

        init(_ destination: LinkDestination) {
            var item: (path: ContainerPath, kind: ItemKind)?
            switch destination {
            case .inside(let path, let kind): (state, item) = ("inside", (path, kind))
            case .outside: state = "outside"
            case .absolute: state = "absolute"
            case .missing: state = "missing"
            case .loop: state = "loop"
            case .unreadable: state = "unreadable"
            }
            path = item?.path.reportText
            pathBytes = item?.path.reportBytes
            kind = item?.kind.title
        }
    }
}
