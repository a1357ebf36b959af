package import ContainerModel
package import ContainerStore
package import FileTree
import Formats
package import FoundationEssentials
import Jobs
import System

/// The entries of a directory of a container with their badges: what `ls` prints.
package enum ListingReport {
    /// One entry. Its JSON keys are stable.
    package struct Entry: Encodable, Sendable {
        /// From the container's root; bytes that are not UTF-8 are replaced.
        package let path: String
        /// For people; bytes that are not UTF-8 are replaced.
        package let name: String
        /// The name's bytes, where it is not UTF-8: base64 in JSON.
        package let nameBytes: Data?
        /// `directory`, `file`, `symbolic link`, …
        package let kind: String
        /// Logical bytes; left out for directories.
        package let size: UInt64?
        /// ISO 8601, UTC; left out beyond the years 1 to 9999.
        package let modified: String?
        /// Four octal digits.
        package let mode: String
        /// The owner's name, or number where it has none.
        package let owner: String
        /// The group's name, or number where it has none.
        package let group: String
        /// Where a link leads, as it is written there.
        package let target: String?
        /// The four columns, `RW·B`.
        package let badges: String
        /// `purgeable`, `excluded`, `excluded-above`, `shared`, `protected`.
        package let flags: [String]
        /// The place whose rules hold.
        package let place: String

        /// What was found, for those who print it.
        package let facts: EntryFacts
        /// The name as it is on the disk.
        package let rawName: [UInt8]
        /// The path as it is on the disk.
        package let rawPath: ContainerPath
        /// The columns and flags.
        package let rights: Badges

        private enum CodingKeys: String, CodingKey {
            case path, name, nameBytes, kind, size, modified, mode, owner, group, target, badges, flags, place
        }
    }

    /// What happened to a directory that could not be listed.
    package struct Failure: Sendable {
        /// The directory's path.
        package let path: ContainerPath
        /// Why it could not be listed.
        package let error: FileTreeError
    }

    /// Goes over a directory and, if asked to, over all below it; entries come in natural order.
    ///
    /// - Parameters:
    ///   - entry: gets every entry as soon as it is known, all of a directory before what is in its subdirectories.
    ///     Nothing more is looked at once it throws.
    ///   - failure: gets directories that cannot be read; the rest goes on.
    /// - Throws: what `entry` throws.
    package static func list<Stop: Error>(
        _ directory: ContainerPath,
        of container: Container,
        recursive: Bool,
        showsHidden: Bool,
        as actor: ActingParty = .app,
        entry: (Entry) throws(Stop) -> Void,
        failure: (Failure) -> Void
    ) throws(Stop) {
        let covering = ExclusionReader.coveringExclusion(of: directory, in: container.tree)
        let filter = EntryFilter(showsHidden: showsHidden)
        var names = AccountNames()
        var waiting = [Waiting(path: directory, parent: nil, covering: !covering.isEmpty)]
        while let next = waiting.popLast() {
            let opened: (directory: TreeDirectory, entries: EntryList)
            do throws(FileTreeError) {
                opened = try open(next, in: container)
            } catch {
                failure(Failure(path: next.path, error: error))
                continue
            }
            let rules = rules(in: next.path, of: container, as: actor)
            var below: [Waiting] = []
            for index in opened.entries.arranged(by: EntryOrder(directoriesFirst: false), filter: filter) {
                let name = opened.entries.name(Int(index))
                guard let path = next.path.appending(name: name) else { continue }
                // An entry that went away meanwhile is no longer part of the listing.
                guard
                    let facts = try? EntryFacts(
                        of: name, in: opened.directory, at: next.path, tree: container.tree, names: &names,
                        readsSignature: false
                    )
                else { continue }
                try entry(Entry(name, path, facts, rules, isCovered: next.covering))
                guard recursive, facts.status.kind == .directory else { continue }
                let isCovered = next.covering || !facts.exclusion.isEmpty
                below.append(Waiting(path: path, parent: opened.directory, covering: isCovered))
            }
            waiting.append(contentsOf: below.reversed())
        }
    }

    /// One item as the listing of the directory around it has it; the other entries are not looked at.
    /// - Throws: `FileTreeError` where it cannot be looked at.
    package static func entry(
        at path: ContainerPath,
        of container: Container,
        as actor: ActingParty = .app
    ) throws(FileTreeError) -> Entry {
        let parent = path.parent ?? .root
        let name = path.lastComponent ?? []
        var names = AccountNames()
        let facts = try EntryFacts(
            of: name, in: try container.tree.directory(at: parent, for: .lookup), at: parent, tree: container.tree,
            names: &names,
            readsSignature: false
        )
        let covering = ExclusionReader.coveringExclusion(of: parent, in: container.tree)
        return Entry(name, path, facts, rules(in: parent, of: container, as: actor), isCovered: !covering.isEmpty)
    }

    /// An item of a package, beside the container in it: to be read by the person at this computer, and by no app.
    /// - Throws: `FileTreeError` where it cannot be looked at.
    package static func entry(of item: PackageItem) throws(FileTreeError) -> Entry {
        let tree = try HostTree.open(item.package.bytes)
        let parent = item.path.parent ?? .root
        let name = item.path.lastComponent ?? []
        var names = AccountNames()
        let facts = try EntryFacts(
            of: name, in: try tree.directory(at: parent, for: .lookup), at: parent, tree: tree, names: &names,
            readsSignature: false)
        return Entry(name, item.path, facts, Badges(rights: .read), "package")
    }

    /// A directory that is still to be listed, opened from its parent's handle so that no path is too long.
    private struct Waiting {
        let path: ContainerPath
        let parent: TreeDirectory?
        let covering: Bool
    }

    private static func open(
        _ waiting: Waiting,
        in container: Container
    ) throws(FileTreeError) -> (directory: TreeDirectory, entries: EntryList) {
        let directory: TreeDirectory
        if let parent = waiting.parent, let name = waiting.path.lastComponent {
            directory = try parent.subdirectory(name)
        } else {
            directory = try container.tree.directory(at: waiting.path)
        }
        let entries = try directory.entries(path: waiting.path)
        return (directory, entries ?? EntryList())
    }

    private static func rules(
        in directory: ContainerPath,
        of container: Container,
        as actor: ActingParty
    ) -> DirectoryRules {
        let description = container.description
        return RuleBook.standard.directory(directory, in: description.kind, as: actor, app: description.app)
    }
}

extension ListingReport.Entry {
    fileprivate init(
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
                rules.badges(ofEntry: name.span, type: type, exclusion: exclusion),
                rules.location(ofEntry: name.span, type: type)
            )
        }
        self.init(name, path, facts, rights, location.place.rawValue)
    }

    /// - Parameter place: whose rules `rights` come from, as JSON names it.
    fileprivate init(
        _ name: ArraySlice<UInt8>,
        _ path: ContainerPath,
        _ facts: EntryFacts,
        _ rights: Badges,
        _ place: String
    ) {
        self.path = String(decoding: path.bytes, as: UTF8.self)
        self.name = String(decoding: name, as: UTF8.self)
        nameBytes = self.name.utf8.elementsEqual(name) ? nil : Data(name)
        kind = facts.status.kind.title
        size = facts.status.kind == .directory ? nil : facts.status.size
        modified = ISO8601.text(secondsSince1970: facts.status.modified)
        mode = octal(facts.status.permissions)
        owner = facts.owner
        group = facts.group
        target = facts.link.map { String(decoding: $0.target, as: UTF8.self) }
        badges = rights.description
        flags = rights.flags.names
        self.place = place
        self.facts = facts
        rawName = Array(name)
        rawPath = path
        self.rights = rights
    }
}

/// Four octal digits.
private func octal(_ permissions: UInt16) -> String {
    let digits = String(permissions, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}

extension Badges.Flags {
    /// The flags as JSON names them.
    package var names: [String] {
        let all: [(Badges.Flags, String)] = [
            (.purgeable, "purgeable"), (.excluded, "excluded"), (.excludedByInheritance, "excluded-above"),
            (.sharedWithUser, "shared"), (.protectedWhileLocked, "protected"),
        ]
        return all.filter { contains($0.0) }.map(\.1)
    }
}
