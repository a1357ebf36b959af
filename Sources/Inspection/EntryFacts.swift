package import ContainerModel
package import ContainerStore
package import FileTree
package import Formats

/// What is known of one entry of a directory, beyond its name: what the listing and the right pane show.
///
/// A class, though it never changes: every picture looks at those of all its rows, and copying this many fields each
/// time costs more than the rest of the picture.
package final class EntryFacts: Sendable {
    /// What a symbolic link says.
    package struct Link: Hashable, Sendable {
        /// As it is written in the link: bytes, not sanitized.
        package let target: [UInt8]
        /// Where that leads, inside the container or out of it.
        package let destination: LinkDestination
    }

    /// Its metadata, links not followed.
    package let status: ItemStatus
    /// When its contents last changed.
    package let modified: LocalTime
    /// The owner's name, or number where it has none.
    package let owner: String
    /// The group's name, or number where it has none.
    package let group: String
    /// Which backups the entry's own attributes keep it out of.
    package let exclusion: BackupKinds
    /// Whether it was excluded when it was last looked at, and was rewritten since without the attribute.
    package let hasLostExclusion: Bool
    /// The entries of the access control list that go beyond the mode.
    package let accessControlList: [String]
    /// Of symbolic links only.
    package let link: Link?
    /// What the first bytes say that the file is; nil also where they were not read.
    package let signature: FileSignature?

    /// Facts that are known already.
    package init(
        status: ItemStatus,
        modified: LocalTime,
        owner: String,
        group: String,
        exclusion: BackupKinds = [],
        hasLostExclusion: Bool = false,
        accessControlList: [String] = [],
        link: Link? = nil,
        signature: FileSignature? = nil
    ) {
        self.status = status
        self.modified = modified
        self.owner = owner
        self.group = group
        self.exclusion = exclusion
        self.hasLostExclusion = hasLostExclusion
        self.accessControlList = accessControlList
        self.link = link
        self.signature = signature
    }
}

extension EntryFacts {
    /// Looks at an entry of an open directory, or with an empty name at the directory itself. Work for a worker.
    ///
    /// - Parameters:
    ///   - path: of the directory.
    ///   - exclusions: what is remembered of the container's items; what is found now is noted there.
    ///   - readsSignature: whether a file is opened and its first bytes are read.
    /// - Throws: `FileTreeError`; `notFound` where the entry is gone.
    package convenience init(
        of name: ArraySlice<UInt8>,
        in directory: TreeDirectory,
        at path: ContainerPath,
        tree: any FileTree,
        names: inout AccountNames,
        exclusions: ExclusionIndex? = nil,
        readsSignature: Bool = true
    ) throws(FileTreeError) {
        let itemPath = path.appending(name: name) ?? path
        let status = try directory.status(of: name, path: itemPath)
        let attributes = directory.attributeNames(of: name)
        let exclusion = ExclusionReader.ownExclusion(of: name, in: directory, attributes: attributes)
        let finding = exclusions?.note(itemPath, status, isExcluded: !exclusion.isEmpty)
        var link: Link?
        if status.kind == .link, let target = try? directory.linkTarget(of: name, path: itemPath) {
            link = Link(target: target, destination: tree.destination(ofLink: itemPath))
        }
        self.init(
            status: status,
            modified: LocalTime(secondsSince1970: status.modified),
            owner: names.user(status.user),
            group: names.group(status.group),
            exclusion: exclusion,
            hasLostExclusion: finding == .lost,
            accessControlList: EntryFacts.accessControlList(of: name, in: directory, attributes, &names),
            link: link,
            signature: readsSignature && status.kind == .file && status.size > 0
                ? (try? directory.head(of: name, length: FileSignature.length))
                    .flatMap(FileSignature.init)
                : nil
        )
    }

    private static func accessControlList(
        of name: ArraySlice<UInt8>,
        in directory: TreeDirectory,
        _ attributes: [[UInt8]],
        _ names: inout AccountNames
    ) -> [String] {
        let attribute = Array(PosixAccessControlList.attribute.utf8)
        guard attributes.contains(attribute),
            let value = directory.attribute(attribute, of: name)
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
