package import ContainerModel
package import ContainerStore
import FileTree
package import Formats
package import FoundationEssentials
package import Jobs
package import Reports

/// The contents of a backup of a container, item by item (container-rules.md, "Backup"): the output of `backup-set`.
///
/// Rows are produced while the container is traversed, so memory use does not depend on its size.
package struct BackupSet {
    /// The reason why an item is not backed up.
    package typealias Reason = BackupOmission

    /// One item. Its JSON keys are stable.
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
        /// The target of a symbolic link, as stored in the link.
        package let target: String?
        /// Whether the item is in the backup.
        package let backedUp: Bool
        /// The place whose rules apply.
        package let place: String
        /// Why the item is left out.
        package let reason: Reason?
        /// The reason as text.
        package let explanation: String?
        /// The documents that state the rule.
        package let sources: [String]?
        /// The documents by name.
        package let documents: [String]?
        /// The directory whose attribute excludes the item.
        package let excludedBy: String?
        /// The names of the item's own exclusion attributes.
        package let attributes: [String]?

        /// The path as bytes.
        @Unreported package private(set) var rawPath: ContainerPath
        /// The depth below the root, which has depth 0.
        @Unreported package private(set) var depth: Int
    }

    /// The size of part of a backup.
    package struct Sum: Encodable, Hashable, Sendable {
        /// The logical size of the files, in bytes. Saturates at the maximum.
        package var bytes: UInt64 = 0
        /// The number of regular files; each hard link counts.
        package var files = 0
        /// The number of directories, including the root.
        package var directories = 0
        /// The number of symbolic links.
        package var links = 0

        /// Creates an empty sum.
        package init() {}

        mutating func add(_ type: ItemType, _ size: UInt64) {
            switch type {
            case .file:
                files += 1
                bytes = bytes.addingSaturated(size)
            case .directory: directories += 1
            case .symbolicLink: links += 1
            case .other: break
            }
        }
    }

    /// The items left out for one reason.
    package struct LeftOut: Encodable, Hashable, Sendable {
        /// The number of items of all types.
        package var items = 0
        /// The logical size of the files among them, in bytes. Saturates at the maximum.
        package var bytes: UInt64 = 0

        mutating func add(_ size: UInt64) {
            items += 1
            bytes = bytes.addingSaturated(size)
        }
    }

    /// A file in the backup.
    package struct LargeFile: Encodable, Hashable, Sendable {
        /// The path from the container's root; invalid UTF-8 is replaced.
        package let path: String
        /// The logical size in bytes.
        package let bytes: UInt64
    }

    /// A directory in the container's root.
    package struct TopDirectory: Encodable, Sendable {
        /// Its path; `.` for the root's own row.
        package let path: String
        /// The items in the backup at and below it.
        package let backedUp: Sum
    }

    /// The totals, in the last line. JSON keys are stable.
    package struct Totals: Encodable, Sendable {
        /// Always `total`.
        package let row = "total"
        /// `every`, or the requested kinds of backup.
        package let backup: String
        /// The items in the backup.
        package fileprivate(set) var backedUp = Sum()
        /// The items left out, by reason.
        package fileprivate(set) var leftOut: [String: LeftOut] = [:]
        /// The size of the backup in each directory of the root; `.` is the root itself.
        package fileprivate(set) var topDirectories: [TopDirectory] = []
        /// The largest files in the backup, the largest first; at most ten.
        package fileprivate(set) var largest: [LargeFile] = []
        /// The items in the backup whose names suggest that they can be made again (container-rules.md, "Backup": such
        /// items must be excluded).
        package fileprivate(set) var recreatable = Sum()
        /// The number of items that could not be examined and are not included in the totals.
        package fileprivate(set) var unreadable = 0

        /// The number of files in `largest`.
        private static let maxLarge = 10

        fileprivate mutating func note(_ path: ContainerPath, _ size: UInt64) {
            guard size > 0, largest.count < Self.maxLarge || size > largest[largest.count - 1].bytes else { return }
            let place = largest.firstIndex { $0.bytes < size } ?? largest.count
            largest.insert(LargeFile(path: path.reportText, bytes: size), at: place)
            if largest.count > Self.maxLarge { largest.removeLast() }
        }
    }

    private let rules: RuleBook
    private let kinds: BackupKinds
    private let kind: ContainerKind
    private var walk: ContainerWalk
    private var sums: [ContainerPath: Sum] = [:]
    private var counted: Totals

    /// Creates the backup set of a container.
    /// - Parameters:
    ///   - kinds: The kinds of backup. An item that any of them leaves out is left out.
    ///   - cancellation: Ends the set when it is set; it is incomplete then.
    ///   - meter: Counts the items examined.
    package init(
        of container: Container,
        for kinds: BackupKinds = .every,
        rules: RuleBook = .standard,
        cancellation: Cancellation = Cancellation(),
        meter: ProgressMeter? = nil
    ) {
        self.rules = rules
        self.kinds = kinds
        kind = container.description.kind
        walk = ContainerWalk(of: container, rules: rules, cancellation: cancellation, meter: meter)
        counted = Totals(backup: kinds.title)
    }

    /// Returns the next step; nil at the end.
    package mutating func next() -> ReportStep<Row>? {
        while let step = walk.next() {
            switch step {
            case .leaving: continue
            case .failure(let path, let error):
                counted.unreadable += 1
                return .failure(path, error)
            case .item(let item): return .row(row(item))
            }
        }
        return nil
    }

    /// The totals of the rows so far.
    package var totals: Totals {
        var totals = counted
        totals.topDirectories = sums.sorted { $0.key < $1.key }.map { path, sum in
            TopDirectory(path: path.reportText, backedUp: sum)
        }
        return totals
    }

    private mutating func row(_ item: ContainerWalk.Item) -> Row {
        let reason = item.omission(from: kinds, by: rules)
        let size = item.type == .file ? item.status.size : 0
        if let reason {
            counted.leftOut[reason.rawValue, default: LeftOut()].add(size)
        } else {
            counted.backedUp.add(item.type, size)
            if item.type == .file { counted.note(item.path, size) }
            if ItemTraits(named: item.path).contains(.recreatable) { counted.recreatable.add(item.type, size) }
            sums[item.path.topDirectory, default: Sum()].add(item.type, size)
        }
        let place = rules.rule(of: item.location.place)
        let sources = reason.map { self.sources($0, item.location) }
        return Row(
            path: item.path.reportText,
            pathBytes: item.path.reportBytes,
            kind: item.status.kind.title,
            size: item.type == .file ? size : nil,
            target: item.type == .symbolicLink ? target(of: item) : nil,
            backedUp: reason == nil,
            place: item.location.place.rawValue,
            reason: reason,
            explanation: reason.map { explanation($0, item, place) },
            sources: sources?.map(\.rawValue),
            documents: sources?.map(\.title),
            excludedBy: reason == .excludedAbove ? item.coveredBy?.path.reportText : nil,
            attributes: reason == .excludedHere ? item.attributes.map(\.name) : nil,
            rawPath: item.path,
            depth: item.depth
        )
    }

    private func target(of item: ContainerWalk.Item) -> String? {
        let target = try? item.directory.linkTarget(of: item.name, path: item.path)
        return target.map { String(decoding: $0, as: UTF8.self) }
    }

    private func explanation(_ reason: Reason, _ item: ContainerWalk.Item, _ place: PlaceRule) -> String {
        switch reason {
        case .place:
            if item.type != .directory, rules.isExactPlace(item.path, in: kind) {
                item.status.kind.asFault
            } else if place.place == .home {
                "outside the container's standard directories"
            } else {
                "\(place.noun) is not backed up"
            }
        case .iCloud: "\(place.title): kept in iCloud, not in backups"
        case .excludedHere: "excluded by \(item.attributes.map(\.name).joined(separator: ", "))"
        case .excludedAbove: "excluded by the attribute of \(item.coveredBy?.path.reportText ?? "a directory above")"
        case .kind: "backups do not hold \(item.status.kind.withArticle)"
        case .appleDouble: "holds the attributes of the item beside it, which backups keep with that item"
        }
    }

    private func sources(_ reason: Reason, _ location: Location) -> [Source] {
        switch reason {
        case .place, .iCloud: rules.sourcesOfBackup(at: location)
        case .excludedHere, .excludedAbove: RuleIdentifier.excludedIsNotRestored.sources
        case .kind, .appleDouble: RuleIdentifier.kindIsNotRestored.sources
        }
    }
}

extension BackupKinds {
    /// The name of the kinds in reports.
    package var title: String {
        let titles: [(BackupKinds, String)] = [
            (.iCloud, "icloud"), (.encrypted, "encrypted"), (.unencrypted, "unencrypted"),
        ]
        return self == .every ? "every" : titles.filter { contains($0.0) }.map(\.1).joined(separator: " ")
    }
}
