package import ContainerModel
package import ContainerStore
package import Disk
import Formats
package import FoundationEssentials
import Jobs

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
        /// ISO 8601, UTC.
        package let modified: String
        /// Four octal digits.
        package let mode: String
        package let owner: String
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
        package let rights: Badges

        private enum CodingKeys: String, CodingKey {
            case path, name, nameBytes, kind, size, modified, mode, owner, group, target, badges, flags, place
        }
    }

    /// What happened to a directory that could not be listed.
    package struct Failure: Sendable {
        package let path: ContainerPath
        package let error: DiskError
    }

    /// Goes over a directory and, if asked to, over all below it; entries come in natural order.
    ///
    /// - Parameters:
    ///   - entry: gets every entry, directories before what is in them.
    ///   - failure: gets directories that cannot be read; the rest goes on.
    package static func list(
        _ directory: ContainerPath,
        of container: Container,
        recursive: Bool,
        showsHidden: Bool,
        as actor: ActingParty = .app,
        entry: (Entry) -> Void,
        failure: (Failure) -> Void
    ) {
        let covering = ExclusionReader.coveringExclusion(of: directory, in: container.root)
        var names = AccountNames()
        var waiting = [Waiting(path: directory, parent: nil, covering: !covering.isEmpty)]
        while let next = waiting.popLast() {
            do throws(DiskError) {
                let found = try entries(of: next, in: container, showsHidden, actor, &names)
                for listed in found.entries { entry(listed) }
                guard recursive else { return }
                let below = found.entries.filter { $0.facts.status.kind == .directory }.reversed()
                for listed in below {
                    let isCovered = next.covering || !listed.facts.exclusion.isEmpty
                    waiting.append(Waiting(path: listed.rawPath, parent: found.directory, covering: isCovered))
                }
            } catch {
                failure(Failure(path: next.path, error: error))
            }
        }
    }

    /// A directory that is still to be listed, opened from its parent's handle so that no path is too long.
    private struct Waiting {
        let path: ContainerPath
        let parent: Descriptor?
        let covering: Bool
    }

    private static func entries(
        of waiting: Waiting,
        in container: Container,
        _ showsHidden: Bool,
        _ actor: ActingParty,
        _ names: inout AccountNames
    ) throws(DiskError) -> (directory: Descriptor, entries: [Entry]) {
        let directory: Descriptor
        if let parent = waiting.parent, let name = waiting.path.lastComponent {
            directory = try RootedDirectory.openEntry(name, in: parent)
        } else {
            directory = try container.root.openDirectory(waiting.path)
        }
        let list = try DirectoryReader.read(directory, path: waiting.path, cancellation: Cancellation()) ?? EntryList()
        let description = container.description
        let rules = RuleBook.standard.directory(
            waiting.path, in: description.kind, as: actor, app: description.app
        )
        var entries: [Entry] = []
        for index in list.arranged(
            by: EntryOrder(directoriesFirst: false), filter: EntryFilter(showsHidden: showsHidden))
        {
            let name = list.name(Int(index))
            guard let path = waiting.path.appending(name: name) else { continue }
            // An entry that went away meanwhile is no longer part of the listing.
            guard
                let facts = try? EntryFacts(
                    of: name, in: directory, at: waiting.path, root: container.root, names: &names
                )
            else { continue }
            entries.append(Entry(name, path, facts, rules, isCovered: waiting.covering))
        }
        return (directory, entries)
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
        var exclusion: Exclusion = isCovered ? .inherited : []
        if !facts.exclusion.isEmpty { exclusion.insert(.own) }
        let type = ItemType(facts.status.kind)
        let (rights, location) = name.withUnsafeBufferPointer { name in
            (
                rules.badges(ofEntry: name.span, type: type, exclusion: exclusion),
                rules.location(ofEntry: name.span, type: type)
            )
        }
        self.path = String(decoding: path.bytes, as: UTF8.self)
        self.name = String(decoding: name, as: UTF8.self)
        nameBytes = self.name.utf8.elementsEqual(name) ? nil : Data(name)
        kind = facts.status.kind.title
        size = facts.status.kind == .directory ? nil : facts.status.size
        modified = Date(timeIntervalSince1970: Double(facts.status.modified)).formatted(.iso8601)
        mode = octal(facts.status.permissions)
        owner = facts.owner
        group = facts.group
        target = facts.link.map { String(decoding: $0.target, as: UTF8.self) }
        badges = rights.description
        flags = rights.flags.names
        place = location.place.rawValue
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
