import CSystem
package import ContainerModel
import ContainerStore
package import Disk
package import Formats

/// What is known of one entry of a directory, beyond its name: what the listing and the right pane show.
///
/// A class, though it never changes: every picture looks at those of all its rows, and copying this many fields each
/// time costs more than the rest of the picture.
package final class EntryFacts: Sendable {
    package struct Link: Hashable, Sendable {
        /// As it is written in the link: bytes, not sanitized.
        package let target: [UInt8]
        package let destination: LinkDestination
    }

    package let status: ItemStatus
    package let modified: LocalTime
    package let owner: String
    package let group: String
    /// Which backups the entry's own attributes keep it out of.
    package let exclusion: BackupKinds
    /// The entries of the access control list that go beyond the mode.
    package let accessControlList: [String]
    package let link: Link?
    /// What the first bytes say that the file is.
    package let signature: FileSignature?

    package init(
        status: ItemStatus,
        modified: LocalTime,
        owner: String,
        group: String,
        exclusion: BackupKinds = [],
        accessControlList: [String] = [],
        link: Link? = nil,
        signature: FileSignature? = nil
    ) {
        self.status = status
        self.modified = modified
        self.owner = owner
        self.group = group
        self.exclusion = exclusion
        self.accessControlList = accessControlList
        self.link = link
        self.signature = signature
    }
}

extension EntryFacts {
    /// Looks at an entry of an open directory, or with an empty name at the directory itself. Work for a worker.
    ///
    /// - Parameter path: of the directory.
    /// - Throws: `DiskError`; `notFound` where the entry is gone.
    package convenience init(
        of name: ArraySlice<UInt8>,
        in directory: Descriptor,
        at path: ContainerPath,
        root: RootedDirectory,
        names: inout AccountNames
    ) throws(DiskError) {
        let itemPath = path.appending(name: name) ?? path
        let status = try ItemStatus(of: name, in: directory, path: itemPath)
        let attributes = ExtendedAttributes.names(of: name, in: directory)
        var link: Link?
        if status.kind == .link, let target = try? RootedDirectory.linkTarget(of: name, in: directory, path: itemPath) {
            link = Link(target: target, destination: root.destination(ofLink: itemPath))
        }
        self.init(
            status: status,
            modified: LocalTime(secondsSince1970: status.modified),
            owner: names.user(status.user),
            group: names.group(status.group),
            exclusion: ExclusionReader.ownExclusion(of: name, in: directory, attributes: attributes),
            accessControlList: EntryFacts.accessControlList(of: name, in: directory, attributes, &names),
            link: link,
            signature: status.kind == .file && status.size > 0
                ? (try? FileContents.head(of: Array(name), in: directory, length: FileSignature.length))
                    .flatMap(FileSignature.init)
                : nil
        )
    }

    private static func accessControlList(
        of name: ArraySlice<UInt8>,
        in directory: Descriptor,
        _ attributes: [[UInt8]],
        _ names: inout AccountNames
    ) -> [String] {
        let attribute = Array(PosixAccessControlList.attribute.utf8)
        guard attributes.contains(attribute),
            let value = ExtendedAttributes.value(of: attribute, on: name, in: directory)
        else { return [] }
        guard let list = try? PosixAccessControlList(value) else { return ["unreadable"] }
        return list.entries.compactMap { entry in
            let permissions = Permissions.triplet(entry.permissions)
            switch entry.tag {
            case .user: return "user \(names.user(entry.id)) \(permissions)"
            case .group: return "group \(names.group(entry.id)) \(permissions)"
            case .mask: return "mask \(permissions)"
            // The mode says the same.
            case .owner, .owningGroup, .other: return nil
            }
        }
    }
}

/// Names of users and groups of this computer, each looked up once.
package struct AccountNames: Sendable {
    private var users: [UInt32: String] = [:]
    private var groups: [UInt32: String] = [:]

    package init() {}

    /// The user's name, or its number where it has none.
    package mutating func user(_ id: UInt32) -> String {
        if let known = users[id] { return known }
        let name = Self.name(id, sandglass_user_name)
        users[id] = name
        return name
    }

    /// The group's name, or its number where it has none.
    package mutating func group(_ id: UInt32) -> String {
        if let known = groups[id] { return known }
        let name = Self.name(id, sandglass_group_name)
        groups[id] = name
        return name
    }

    private static func name(_ id: UInt32, _ lookUp: (UInt32, UnsafeMutablePointer<CChar>?, Int) -> Void) -> String {
        let name = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            buffer.initialize(repeating: 0)
            lookUp(id, buffer.baseAddress, buffer.count)
            return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        return name.isEmpty ? String(id) : name
    }
}

/// Modes as `ls` writes them.
package enum Permissions {
    /// `rwx` for the three lowest bits.
    package static func triplet(_ bits: UInt16) -> String {
        (bits & 4 != 0 ? "r" : "-") + (bits & 2 != 0 ? "w" : "-") + (bits & 1 != 0 ? "x" : "-")
    }

    /// Ten characters: the kind and three triplets, with the set-id and sticky bits.
    package static func text(_ status: ItemStatus) -> String {
        let kind: Character =
            switch status.kind {
            case .directory: "d"
            case .file, .unknown: "-"
            case .link: "l"
            case .fifo: "p"
            case .socket: "s"
            case .characterDevice: "c"
            case .blockDevice: "b"
            }
        var characters = Array(
            triplet(status.permissions >> 6) + triplet(status.permissions >> 3) + triplet(status.permissions))
        for (bit, place, letter) in [(UInt16(0o4000), 2, "s"), (0o2000, 5, "s"), (0o1000, 8, "t")]
        where status.permissions & bit != 0 {
            characters[place] = Character(characters[place] == "x" ? letter : letter.uppercased())
        }
        return String(kind) + String(characters)
    }
}
