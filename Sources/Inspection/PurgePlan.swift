package import ContainerModel
package import ContainerStore
package import FileTree
import Formats
package import FoundationEssentials

/// What the system would purge at an event (container-rules.md, "Purge"): what `purge --dry-run` prints.
///
/// Rows are made while the container is gone over. A directory comes after what is in it, as it goes: one that holds
/// something that is kept is kept, too.
package struct PurgePlan {
    /// One item that the event is about. Its JSON keys are stable.
    package struct Row: Encodable, Sendable {
        /// Always `item`, to be told from the last line.
        package let row = "item"
        /// From the container's root; bytes that are not UTF-8 are replaced.
        package let path: String
        /// The path's bytes, where they are not UTF-8: base64 in JSON.
        package let pathBytes: Data?
        /// `directory`, `file`, `symbolic link`, …
        package let kind: String
        /// Logical bytes; for files only.
        package let size: UInt64?
        /// `goes`, `mayGo`, `kept`.
        package let fate: PurgeFate
        /// The place whose rules hold.
        package let place: String
        /// The identifier of the rule that decides.
        package let rule: String
        /// The rule in a sentence.
        package let reason: String
        /// Where the rule is written down.
        package let sources: [String]
        /// The path as it is on the disk.
        package let rawPath: ContainerPath

        private enum CodingKeys: String, CodingKey {
            case row, path, pathBytes, kind, size, fate, place, rule, reason, sources
        }
    }

    /// Items that meet the same fate.
    package struct Sum: Encodable, Hashable, Sendable {
        /// Items of every kind.
        package var items = 0
        /// A file with several hard links is counted once, and only where all of them are in this sum.
        package var bytes: UInt64 = 0
    }

    /// Everything together: the last line. Its JSON keys are stable.
    package struct Totals: Encodable, Sendable {
        /// Always `total`.
        package let row = "total"
        /// What happens.
        package let event: PurgeEvent
        /// What is purged.
        package let goes: Sum
        /// What the system is free to purge.
        package let mayGo: Sum
        /// What is kept at places that are purged.
        package let kept: Sum
        /// What could not be looked at, and is missing from all of this.
        package let unreadable: Int

        private enum CodingKeys: String, CodingKey { case row, event, goes, mayGo, kept, unreadable }
    }

    /// What the plan is made of, one after the other.
    package enum Step {
        /// An item and what becomes of it.
        case row(Row)
        /// Something that could not be looked at. The rest goes on.
        case failure(ContainerPath, FileTreeError)
    }

    /// A directory that waits for what is in it.
    private struct OpenDirectory {
        let item: ContainerWalk.Item
        /// Whether something in it stays, or only may go.
        var contents = PurgeFate.goes
    }

    private let rules: RuleBook
    private let event: PurgeEvent
    private var walk: ContainerWalk
    private var directories: [OpenDirectory] = []
    private var sums: [PurgeFate: Sum] = [:]
    /// Files with several names: how many were met, by what becomes of them.
    private var linked: [FileIdentity: (size: UInt64, links: UInt32, fates: [PurgeFate: UInt32])] = [:]
    private var unreadable = 0
    private var waiting: Row?

    /// A plan for one event.
    package init(of container: Container, on event: PurgeEvent, rules: RuleBook = .standard) {
        self.rules = rules
        self.event = event
        walk = ContainerWalk(of: container, rules: rules)
    }

    /// The next row; nil at the end.
    package mutating func next() -> Step? {
        if let row = waiting {
            waiting = nil
            return .row(row)
        }
        while let step = walk.next() {
            switch step {
            case .failure(let path, let error):
                unreadable += 1
                // What could not be looked at may still be there afterwards.
                if let top = directories.indices.last { directories[top].contents = .kept }
                // A directory that cannot be entered is not left either.
                if let directory = directories.last, directory.item.path == path {
                    directories.removeLast()
                    waiting = decide(directory.item, contents: .kept)
                }
                return .failure(path, error)
            case .leaving:
                guard let directory = directories.popLast() else { continue }
                if let row = decide(directory.item, contents: directory.contents) { return .row(row) }
            case .item(let item):
                guard item.type != .directory else {
                    directories.append(OpenDirectory(item: item))
                    continue
                }
                if let row = decide(item, contents: .goes) { return .row(row) }
            }
        }
        return nil
    }

    /// What the rows so far come to.
    package var totals: Totals {
        var sums = sums
        for file in linked.values {
            for (fate, links) in file.fates where links == file.links { sums[fate, default: Sum()].bytes += file.size }
        }
        return Totals(
            event: event,
            goes: sums[.goes] ?? Sum(),
            mayGo: sums[.mayGo] ?? Sum(),
            kept: sums[.kept] ?? Sum(),
            unreadable: unreadable
        )
    }

    /// What becomes of an item; nil where the system never purges.
    private mutating func decide(_ item: ContainerWalk.Item, contents: PurgeFate) -> Row? {
        var outcome = rules.purge(at: item.location, exclusion: item.exclusion(), on: event)
        if outcome.fate.rank > contents.rank {
            outcome.fate = contents
            outcome.rule = RuleCitation(
                identifier: "purge.directory-follows-contents",
                sentence: contents == .kept
                    ? "A directory stays as long as any of its contents stay."
                    : "A directory is purged if all of its contents are.",
                sources: outcome.rule.sources
            )
        }
        if let top = directories.indices.last, outcome.fate.rank < directories[top].contents.rank {
            directories[top].contents = outcome.fate
        }
        let place = rules.rule(of: item.location.place)
        guard place.purge != .never else { return nil }
        count(item, outcome.fate)
        return Row(
            path: item.path.reportText,
            pathBytes: item.path.reportBytes,
            kind: item.status.kind.title,
            size: item.type == .file ? item.status.size : nil,
            fate: outcome.fate,
            place: place.place.rawValue,
            rule: outcome.rule.identifier,
            reason: outcome.rule.sentence,
            sources: outcome.rule.sources.map(\.rawValue),
            rawPath: item.path
        )
    }

    private mutating func count(_ item: ContainerWalk.Item, _ fate: PurgeFate) {
        sums[fate, default: Sum()].items += 1
        guard item.type == .file else { return }
        guard item.status.links > 1 else {
            sums[fate, default: Sum()].bytes += item.status.size
            return
        }
        let identity = FileIdentity(device: item.status.device, inode: item.status.inode)
        linked[identity, default: (item.status.size, item.status.links, [:])].fates[fate, default: 0] += 1
    }
}

extension PurgeFate {
    /// How much of it is lost.
    fileprivate var rank: Int {
        switch self {
        case .kept: 0
        case .mayGo: 1
        case .goes: 2
        }
    }
}
