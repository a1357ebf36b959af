package import ContainerModel
package import ContainerStore
package import FileTree
package import FoundationEssentials
package import Reports
import System

/// The output of `ls`: the entries of a directory of a container with their badges.
package enum ListingReport {
    /// One entry. Its JSON keys are stable.
    package struct Entry: Encodable, Sendable {
        /// The path from the container's root; invalid UTF-8 is replaced.
        package let path: String
        /// The bytes of a path that is not UTF-8: base64 in JSON.
        package let pathBytes: Data?
        /// The name as text; invalid UTF-8 is replaced.
        package let name: String
        /// The bytes of a name that is not UTF-8: base64 in JSON.
        package let nameBytes: Data?
        /// `directory`, `file`, `symbolic link`, …
        package let kind: String
        /// The logical size in bytes; omitted for directories.
        package let size: UInt64?
        /// The modification time in ISO 8601, UTC; omitted outside the years 1 to 9999.
        package let modified: String?
        /// The time of creation in ISO 8601, UTC; omitted where the file system or the archive does not tell it.
        package let created: String?
        /// The permissions in four octal digits; omitted if they are not known.
        package let mode: String?
        /// The owner's name, or the numeric ID if it has no name; omitted if it is not known.
        package let owner: String?
        /// The group's name, or the numeric ID if it has no name; omitted if it is not known.
        package let group: String?
        /// The target of a symbolic link, as stored in the link; invalid UTF-8 is replaced.
        package let target: String?
        /// The bytes of a target that is not UTF-8: base64 in JSON.
        package let targetBytes: Data?
        /// The four columns, `RW·B`.
        package let badges: String
        /// `purgeable`, `excluded`, `excluded-above`, `shared`, `protected`.
        package let flags: [String]
        /// The place whose rules apply.
        package let place: String

        /// The details, for printing.
        @Unreported package private(set) var facts: EntryFacts
        /// The name as bytes.
        @Unreported package private(set) var rawName: [UInt8]
        /// The path as bytes.
        @Unreported package private(set) var rawPath: ContainerPath
        /// The columns and flags.
        @Unreported package private(set) var rights: Badges
    }

    /// A directory that could not be listed.
    package struct Failure: Sendable {
        /// The directory's path.
        package let path: ContainerPath
        /// Why it could not be listed.
        package let error: FileTreeError

        package init(path: ContainerPath, error: FileTreeError) {
            self.path = path
            self.error = error
        }
    }

    /// Returns the listing entry of one item, without examining the other entries of its directory.
    /// - Throws: `FileTreeError` if the item cannot be examined.
    package static func entry(
        at path: ContainerPath,
        of container: Container,
        as actor: ActingParty = .app,
        state: DeviceState = DeviceState()
    ) throws(FileTreeError) -> Entry {
        let parent = path.parent ?? .root
        let name = path.lastComponent ?? []
        var names = AccountNames()
        let facts = try EntryFacts(
            of: name, in: try container.tree.directory(at: parent, for: .lookup), at: parent, tree: container.tree,
            names: &names,
            access: AppAccess(around: path, of: container.tree), readsSignature: false
        )
        let covering = ExclusionReader.coveringExclusion(of: parent, in: container.tree)
        return Entry(
            name, path, facts, container.description.rules(in: parent, as: actor, state: state),
            isCovered: !covering.isEmpty)
    }

    /// Returns the entry of an item of a package outside the container: no app has any right to it.
    /// - Throws: `FileTreeError` if the item cannot be examined.
    package static func entry(of item: PackageItem) throws(FileTreeError) -> Entry {
        let tree = try HostTree.open(item.package.bytes)
        let parent = item.path.parent ?? .root
        let name = item.path.lastComponent ?? []
        var names = AccountNames()
        let facts = try EntryFacts(
            of: name, in: try tree.directory(at: parent, for: .lookup), at: parent, tree: tree, names: &names)
        return Entry(name, item.path, facts, Badges(rights: []), "package")
    }
}

extension ListingReport.Entry {
    /// Creates the entry of an item.
    /// - Parameter isCovered: Whether a directory above excludes it from backups.
    package init(
        _ name: ArraySlice<UInt8>,
        _ path: ContainerPath,
        _ facts: EntryFacts,
        _ rules: DirectoryRules,
        isCovered: Bool
    ) {
        let exclusion = Exclusion(own: facts.exclusion, isCovered: isCovered)
        let type = ItemType(facts.status.kind)
        let (rights, location) = name.withUnsafeBufferPointer { name in
            (
                rules.badges(
                    ofEntry: name.span, type: type, exclusion: exclusion,
                    protection: facts.status.protection == .unknown ? nil : facts.status.protection,
                    permitted: facts.permitted),
                rules.location(ofEntry: name.span, type: type)
            )
        }
        self.init(name, path, facts, rights, location.place.rawValue)
    }

    /// - Parameter place: The place that `rights` come from, as named in JSON.
    fileprivate init(
        _ name: ArraySlice<UInt8>,
        _ path: ContainerPath,
        _ facts: EntryFacts,
        _ rights: Badges,
        _ place: String
    ) {
        self.path = String(decoding: path.bytes, as: UTF8.self)
        pathBytes = path.reportBytes
        self.name = String(decoding: name, as: UTF8.self)
        nameBytes = bytesUnlessText(name)
        kind = facts.status.kind.title
        size = facts.status.kind == .directory ? nil : facts.status.size
        modified = ISO8601.text(secondsSince1970: facts.status.modified)
        created = facts.status.birthTime.flatMap { ISO8601.text(secondsSince1970: $0.seconds) }
        mode = Permissions.octal(facts.status)
        owner = facts.status.knowsAccess ? facts.owner : nil
        group = facts.status.knowsAccess ? facts.group : nil
        target = facts.link.map { String(decoding: $0.target, as: UTF8.self) }
        targetBytes = facts.link.flatMap { bytesUnlessText($0.target) }
        badges = rights.description
        flags = rights.flags.names
        self.place = place
        self.facts = facts
        rawName = Array(name)
        rawPath = path
        self.rights = rights
    }
}

extension Badges.Flags {
    /// The names of the flags in JSON.
    package var names: [String] {
        let all: [(Badges.Flags, String)] = [
            (.purgeable, "purgeable"), (.excluded, "excluded"), (.excludedByInheritance, "excluded-above"),
            (.sharedWithUser, "shared"), (.protectedWhileLocked, "protected"),
        ]
        return all.filter { contains($0.0) }.map(\.1)
    }
}
