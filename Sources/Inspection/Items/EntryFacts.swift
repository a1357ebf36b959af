package import ContainerModel
package import ContainerStore
package import FileTree
package import Formats

/// The details of a directory entry shown in the listing and the right pane besides its name.
///
/// A class although it is immutable: every frame reads the facts of all its rows, and copying this many fields each
/// time costs more than the rest of the frame.
package final class EntryFacts: Sendable {
    /// The target of a symbolic link.
    package struct Link: Hashable, Sendable {
        /// The target as stored in the link: bytes, not sanitized.
        package let target: [UInt8]
        /// Where the target leads, inside the container or outside.
        package let destination: LinkDestination
    }

    /// The metadata; symbolic links are not followed.
    package let status: ItemStatus
    /// The modification time of the contents.
    package let modified: LocalTime

    /// When it was changed and, where that is known, created, in words.
    package var times: [String] {
        let created = status.birthTime.map { "created \(LocalTime(secondsSince1970: $0.seconds).zoned)" }
        return ["changed \(modified.zoned)"] + (created.map { [$0] } ?? [])
    }
    /// The owner's name, or the numeric ID if it has no name; `?` if it is not known.
    package let owner: String
    /// The group's name, or the numeric ID if it has no name; `?` if it is not known.
    package let group: String
    /// The kinds of backup that the entry's own attributes exclude it from.
    package let exclusion: BackupKinds
    /// The kinds of backup that the directories above exclude the entry from; nil if they are its listing's.
    package let covering: BackupKinds?
    /// Whether the entry was excluded when last examined, and has since been rewritten without the attribute.
    package let hasLostExclusion: Bool
    /// The entries of the access control list that are not part of the mode.
    package let accessControlList: [String]
    /// The mode and owner that rsync keeps of the item on the device; nil if it keeps none.
    package let original: RsyncStatus?
    /// Whether mode, owner and access control list have any effect, which they do not in an archive or on a device.
    package let isModeInForce: Bool
    /// The rights that mode, owner and access control list do not deny the app's user.
    package let permitted: Rights
    /// The directory above whose mode, owner or access control list denies every access to the entry; nil if none does.
    package let barrier: ItemStatus?
    /// The directory whose mode, owner or access control list denies removing the entry; nil if it does not.
    package let directoryThatKeepsIt: ItemStatus?
    /// The target, for symbolic links only.
    package let link: Link?
    /// The file type found in the first bytes; nil also if they were not read.
    package let signature: FileSignature?

    /// Creates facts from known values.
    package init(
        status: ItemStatus,
        modified: LocalTime,
        owner: String,
        group: String,
        exclusion: BackupKinds = [],
        covering: BackupKinds? = nil,
        hasLostExclusion: Bool = false,
        accessControlList: [String] = [],
        original: RsyncStatus? = nil,
        isModeInForce: Bool = true,
        permitted: Rights = .unrestricted,
        barrier: ItemStatus? = nil,
        directoryThatKeepsIt: ItemStatus? = nil,
        link: Link? = nil,
        signature: FileSignature? = nil
    ) {
        self.status = status
        self.modified = modified
        self.owner = owner
        self.group = group
        self.exclusion = exclusion
        self.covering = covering
        self.hasLostExclusion = hasLostExclusion
        self.accessControlList = accessControlList
        self.original = original
        self.isModeInForce = isModeInForce
        self.permitted = permitted
        self.barrier = barrier
        self.directoryThatKeepsIt = directoryThatKeepsIt
        self.link = link
        self.signature = signature
    }
}

extension EntryFacts {
    /// Examines an entry of an open directory, or the directory itself if `name` is empty. Blocks; call it on a worker.
    ///
    /// - Parameters:
    ///   - path: The path of the directory.
    ///   - access: The access to the directory; for the directory itself, to the one above it.
    ///   - covering: The kinds of backup that the directories above exclude the entry from, if its listing does not
    ///     know.
    ///   - exclusions: The index of exclusions seen earlier, which is updated.
    ///   - mayHaveAppleDouble: False if there is known to be no `._name` file, which saves a lookup.
    ///   - readsSignature: Whether to open a file that the app's user may read, and read its first bytes.
    /// - Throws: `FileTreeError`; `notFound` if the entry no longer exists.
    package convenience init(
        of name: ArraySlice<UInt8>,
        in directory: TreeDirectory,
        at path: ContainerPath,
        tree: any FileTree,
        names: inout AccountNames,
        access: AppAccess = .unrestricted,
        covering: BackupKinds? = nil,
        exclusions: ExclusionIndex? = nil,
        mayHaveAppleDouble: Bool = true,
        readsSignature: Bool = true
    ) throws(FileTreeError) {
        let itemPath = path.appending(name: name) ?? path
        var status = try directory.status(of: name, path: itemPath)
        let attributes = directory.attributeNames(of: name)
        // A copy of an item of a backup keeps its class.
        if attributes.contains(ProtectionAttribute.name),
            let number = directory.attribute(ProtectionAttribute.name, of: name).flatMap({
                ProtectionAttribute.number($0)
            })
        {
            status = status.protected(by: ProtectionClass(number: number))
        }
        let exclusion = ExclusionReader.ownExclusion(
            of: name, in: directory, attributes: attributes, mayHaveAppleDouble: mayHaveAppleDouble)
        let finding = exclusions?.note(itemPath, status, isExcluded: !exclusion.isEmpty)
        let list = EntryFacts.accessControlList(of: name, in: directory, attributes)
        let permitted = access.permitted(status, list ?? nil)
        var link: Link?
        if status.kind == .link, let target = try? directory.linkTarget(of: name, path: itemPath) {
            link = Link(target: target, destination: tree.destination(ofLink: itemPath))
        }
        // The users and groups of an archive are those of another computer.
        let isLocal = tree.medium == nil || tree.keepsAllMetadata
        var numbers = AccountNames(looksUp: false)
        let (owner, group) = isLocal ? names.names(of: status) : numbers.names(of: status)
        self.init(
            status: status,
            modified: LocalTime(secondsSince1970: status.modified),
            owner: owner,
            group: group,
            exclusion: exclusion,
            covering: covering,
            hasLostExclusion: finding == .lost,
            accessControlList: list.map {
                isLocal ? EntryFacts.lines($0, &names) : EntryFacts.lines($0, &numbers)
            } ?? [],
            original: EntryFacts.original(of: name, in: directory, attributes),
            isModeInForce: tree.medium == nil && status.knowsAccess,
            permitted: permitted,
            barrier: access.barrier,
            directoryThatKeepsIt: access.directoryThatKeeps(status),
            link: link,
            signature: readsSignature && status.kind == .file && status.size > 0 && permitted.contains(.read)
                ? (try? directory.head(of: name, length: FileSignature.length))
                    .flatMap(FileSignature.init)
                : nil
        )
    }

    /// Returns the access control list: nil if there is none, `.some(nil)` if it cannot be read.
    static func accessControlList(
        of name: ArraySlice<UInt8>,
        in directory: TreeDirectory,
        _ attributes: [[UInt8]]
    ) -> PosixAccessControlList?? {
        let attribute = Array(PosixAccessControlList.attribute.utf8)
        guard attributes.contains(attribute), let value = directory.attribute(attribute, of: name) else { return nil }
        return .some(try? PosixAccessControlList(value))
    }

    private static func original(
        of name: ArraySlice<UInt8>, in directory: TreeDirectory, _ attributes: [[UInt8]]
    ) -> RsyncStatus? {
        let attribute = Array(RsyncStatus.attribute.utf8)
        guard attributes.contains(attribute) else { return nil }
        return directory.attribute(attribute, of: name).flatMap { RsyncStatus($0) }
    }

    private static func lines(_ list: PosixAccessControlList?, _ names: inout AccountNames) -> [String] {
        guard let list else { return ["unreadable"] }
        return list.entries.compactMap { entry in
            let permissions = Permissions.triplet(entry.permissions)
            switch entry.tag {
            case .user: return "user \(names.user(entry.id)) \(permissions)"
            case .group: return "group \(names.group(entry.id)) \(permissions)"
            case .mask: return "mask \(permissions)"
            // Already part of the mode.
            case .owner, .owningGroup, .other: return nil
            }
        }
    }
}

extension EntryFacts {
    /// Returns what denies the app's user a right, where mode, owner or access control list do: "mode ----------".
    func denial(of right: Rights) -> String {
        if let barrier { return "mode \(Permissions.text(barrier)) of a directory above" }
        let list = accessControlList.isEmpty ? "" : ", ACL " + accessControlList.joined(separator: ", ")
        guard right == .delete, let directoryThatKeepsIt else {
            return "mode \(Permissions.text(status)), owner \(owner):\(group)\(list)"
        }
        let isSticky = directoryThatKeepsIt.permissions & 0o1000 != 0
        return "mode \(Permissions.text(directoryThatKeepsIt)) of its directory"
            + (isSticky ? ", where only owners can remove their items" : "")
    }
}
