package import ContainerModel
package import ContainerStore
import FileTree
package import FoundationEssentials
package import Jobs
package import Reports

/// The items that the system would purge at an event (container-rules.md, "Purge"): the output of `purge --dry-run`.
///
/// Rows are produced while the container is traversed. A directory comes after its contents, because it is kept if
/// anything in it is.
package struct PurgePlan {
    /// An item in a place that is purged, or that a restore does not bring back. JSON keys are stable.
    package struct Row: Encodable, Sendable {
        /// Always `item`, to distinguish it from the last line.
        package let row = "item"
        /// The path from the container's root; invalid UTF-8 is replaced.
        package let path: String
        /// The bytes of a path that is not UTF-8: base64 in JSON.
        package let pathBytes: Data?
        /// `directory`, `file`, `symbolic link`, …
        package let kind: String
        /// The logical size in bytes; only for files.
        package let size: UInt64?
        /// `goes`, `willGo`, `mayGo`, `kept`.
        package let fate: PurgeFate
        /// The place whose rules apply.
        package let place: String
        /// The identifier of the rule that decides.
        package let rule: String
        /// The rule in one sentence.
        package let reason: String
        /// The documents that state the rule.
        package let sources: [String]
        /// The documents by name.
        package let documents: [String]
        /// The path as bytes.
        @Unreported package private(set) var rawPath: ContainerPath
    }

    /// The items with the same fate.
    package struct Sum: Encodable, Hashable, Sendable {
        /// The number of items of all types.
        package var items = 0
        /// The logical size in bytes. A file with several hard links is counted once, and only if all of them are in
        /// this sum. Saturates at the maximum.
        package var bytes: UInt64 = 0

        mutating func add(bytes more: UInt64) { bytes = bytes.addingSaturated(more) }
    }

    /// The totals, in the last line. JSON keys are stable.
    package struct Totals: Encodable, Sendable {
        /// Always `total`.
        package let row = "total"
        /// The event that causes the purge.
        package let event: PurgeEvent
        /// The items that are purged.
        package let goes: Sum
        /// The items that the system will purge at some time.
        package let willGo: Sum
        /// The items that the system may purge.
        package let mayGo: Sum
        /// The items that are kept in places that are purged.
        package let kept: Sum
        /// The number of items that could not be examined and are not included in the totals.
        package let unreadable: Int
    }

    /// A directory whose contents are being traversed.
    private struct OpenDirectory {
        let item: ContainerWalk.Item
        /// The mildest fate among its contents so far.
        var contents = PurgeFate.goes
    }

    private let rules: RuleBook
    private let kind: ContainerKind
    private let event: PurgeEvent
    private var walk: ContainerWalk
    private var directories: [OpenDirectory] = []
    private var sums: [PurgeFate: Sum] = [:]
    /// Files with several hard links: the number of links seen, by fate.
    private var linked: [FileIdentity: (size: UInt64, links: UInt32, fates: [PurgeFate: UInt32])] = [:]
    private var unreadable = 0
    private var waiting: Row?

    /// Creates the plan for one event.
    /// - Parameters:
    ///   - cancellation: Ends the plan when it is set; it is incomplete then.
    ///   - meter: Counts the items examined.
    package init(
        of container: Container,
        on event: PurgeEvent,
        rules: RuleBook = .standard,
        cancellation: Cancellation = Cancellation(),
        meter: ProgressMeter? = nil
    ) {
        self.rules = rules
        self.event = event
        kind = container.description.kind
        walk = ContainerWalk(of: container, rules: rules, cancellation: cancellation, meter: meter)
    }

    /// Returns the next step; nil at the end.
    package mutating func next() -> ReportStep<Row>? {
        if let row = waiting {
            waiting = nil
            return .row(row)
        }
        while let step = walk.next() {
            switch step {
            case .failure(let path, let error):
                unreadable += 1
                // An item that could not be examined may remain.
                if let top = directories.indices.last { directories[top].contents = .kept }
                // There is no leaving step for a directory that could not be entered.
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

    /// The totals of the rows so far.
    package var totals: Totals {
        var sums = sums
        for file in linked.values {
            for (fate, links) in file.fates where links == file.links {
                sums[fate, default: Sum()].add(bytes: file.size)
            }
        }
        return Totals(
            event: event,
            goes: sums[.goes] ?? Sum(),
            willGo: sums[.willGo] ?? Sum(),
            mayGo: sums[.mayGo] ?? Sum(),
            kept: sums[.kept] ?? Sum(),
            unreadable: unreadable
        )
    }

    /// Returns the row of an item; nil if its place is never purged.
    private mutating func decide(_ item: ContainerWalk.Item, contents: PurgeFate) -> Row? {
        var outcome = rules.purge(at: item.location, exclusion: item.exclusion(), on: event)
        if event == .restore, item.type == .other, outcome.fate == .kept {
            outcome = PurgeOutcome(fate: .goes, rule: .kindIsNotRestored(item.status.kind))
        }
        let isLost = event == .restore && outcome.fate != .kept
        if isLost, isMadeBySystem(item) {
            outcome.fate = .kept
            outcome.rule = outcome.rule.madeAnewByInstallation
        }
        if outcome.fate.rank > contents.rank {
            outcome.fate = contents
            outcome.rule = .directoryFollowsContents(contents)
        }
        if let top = directories.indices.last, outcome.fate.rank < directories[top].contents.rank {
            directories[top].contents = outcome.fate
        }
        let place = rules.rule(of: item.location.place)
        guard place.purge != .never || isLost else { return nil }
        count(item, outcome.fate)
        return Row(
            path: item.path.reportText,
            pathBytes: item.path.reportBytes,
            kind: item.status.kind.title,
            size: item.type == .file ? item.status.size : nil,
            fate: outcome.fate,
            place: place.place.rawValue,
            rule: outcome.rule.name,
            reason: outcome.rule.sentence,
            sources: outcome.rule.sources.map(\.rawValue),
            documents: outcome.rule.sources.map(\.title),
            rawPath: item.path
        )
    }

    /// Returns whether the system makes an item when it installs an app: the container's metadata, without which its
    /// app would be unknown, and items in the place of the directories of iOS.
    private func isMadeBySystem(_ item: ContainerWalk.Item) -> Bool {
        guard item.type != .directory else { return false }
        return item.location.place == .containerMetadata || rules.isExactPlace(item.path, in: kind)
    }

    private mutating func count(_ item: ContainerWalk.Item, _ fate: PurgeFate) {
        sums[fate, default: Sum()].items += 1
        guard item.type == .file else { return }
        guard item.status.links > 1 else {
            sums[fate, default: Sum()].add(bytes: item.status.size)
            return
        }
        let identity = item.status.identity
        linked[identity, default: (item.status.size, item.status.links, [:])].fates[fate, default: 0] += 1
    }
}

extension PurgeFate {
    /// The order of severity.
    var rank: Int {
        switch self {
        case .kept: 0
        case .mayGo: 1
        case .willGo: 2
        case .goes: 3
        }
    }
}
