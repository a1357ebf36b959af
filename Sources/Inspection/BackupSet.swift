package import ContainerModel
package import ContainerStore
package import FileTree
package import Formats
package import FoundationEssentials

/// What a backup of a container would hold, item by item (container-rules.md, "Backup"): what `backup-set` prints.
///
/// Rows are made while the container is gone over, so that its size does not matter.
package struct BackupSet {
    /// Why something is left out.
    package enum Reason: String, Encodable, Sendable {
        /// By the rules of the place where it stands.
        case place
        /// iCloud keeps it.
        case iCloud = "icloud"
        /// By an attribute of its own.
        case excludedHere = "excluded"
        /// By an attribute of a directory above.
        case excludedAbove = "excluded-above"
        /// A manifest has rows for directories, files and links, and for nothing else.
        case kind
    }

    /// One item. Its JSON keys are stable.
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
        /// Where a link leads, as it is written there.
        package let target: String?
        /// Whether the backup holds it.
        package let isBackedUp: Bool
        /// The place whose rules hold.
        package let place: String
        /// Why it is left out.
        package let reason: Reason?
        /// In words.
        package let explanation: String?
        /// Where the rule is written down.
        package let sources: [String]?
        /// The directory whose attribute keeps it out.
        package let excludedBy: String?
        /// The attributes that keep it out, here or there.
        package let attributes: [String]?

        /// The path as it is on the disk.
        package let rawPath: ContainerPath
        /// How many directories below the root it stands.
        package let depth: Int

        private enum CodingKeys: String, CodingKey {
            case row, path, pathBytes, kind, size, target
            case isBackedUp = "backedUp"
            case place, reason, explanation, sources, excludedBy, attributes
        }
    }

    /// The size of a part of a backup.
    package struct Sum: Encodable, Hashable, Sendable {
        /// Logical bytes of the files.
        package var bytes: UInt64 = 0
        /// Regular files; each path of one with several counts.
        package var files = 0
        /// Directories, the root too.
        package var directories = 0
        /// Symbolic links.
        package var links = 0

        /// Nothing yet.
        package init() {}

        mutating func add(_ type: ItemType, _ size: UInt64) {
            switch type {
            case .file:
                files += 1
                bytes += size
            case .directory: directories += 1
            case .symbolicLink: links += 1
            case .other: break
            }
        }
    }

    /// What is left out for one reason.
    package struct LeftOut: Encodable, Hashable, Sendable {
        /// Items of every kind.
        package var items = 0
        /// Logical bytes of the files among them.
        package var bytes: UInt64 = 0
    }

    /// One directory of the container's root.
    package struct TopDirectory: Encodable, Sendable {
        /// Its path; `.` for the root's own row.
        package let path: String
        /// What the backup holds of it and below.
        package let backedUp: Sum
    }

    /// Everything together: the last line. Its JSON keys are stable.
    package struct Totals: Encodable, Sendable {
        /// Always `total`.
        package let row = "total"
        /// `every`, or the kind of backup that was asked for.
        package let backup: String
        package fileprivate(set) var backedUp = Sum()
        /// By reason.
        package fileprivate(set) var leftOut: [String: LeftOut] = [:]
        /// What the next backup has below each directory of the root; `.` is the root's own row.
        package fileprivate(set) var topDirectories: [TopDirectory] = []
        /// What could not be looked at, and is missing from all of this.
        package fileprivate(set) var unreadable = 0

        private enum CodingKeys: String, CodingKey { case row, backup, backedUp, leftOut, topDirectories, unreadable }
    }

    /// What the set is made of, one after the other.
    package enum Step {
        /// An item and what becomes of it.
        case row(Row)
        /// Something that could not be looked at. The rest goes on.
        case failure(ContainerPath, FileTreeError)
    }

    private let rules: RuleBook
    private let kinds: BackupKinds
    private let kind: ContainerKind
    private var walk: ContainerWalk
    private var sums: [ContainerPath: Sum] = [:]
    private var counted: Totals

    /// - Parameter kinds: of backup. An item that any of them leaves out is left out.
    package init(of container: Container, for kinds: BackupKinds = .every, rules: RuleBook = .standard) {
        self.rules = rules
        self.kinds = kinds
        kind = container.description.kind
        walk = ContainerWalk(of: container, rules: rules)
        counted = Totals(backup: kinds.title)
    }

    /// The next row; nil at the end.
    package mutating func next() -> Step? {
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

    /// What the rows so far come to.
    package var totals: Totals {
        var totals = counted
        totals.topDirectories = sums.sorted { $0.key < $1.key }.map { path, sum in
            TopDirectory(path: path.reportText, backedUp: sum)
        }
        return totals
    }

    private mutating func row(_ item: ContainerWalk.Item) -> Row {
        let status = rules.backupStatus(at: item.location, exclusion: item.exclusion(from: kinds))
        let reason = item.type == .other && status == .backedUp ? .kind : Self.reasons[status]
        let size = item.type == .file ? item.status.size : 0
        if let reason {
            counted.leftOut[reason.rawValue, default: LeftOut()].items += 1
            counted.leftOut[reason.rawValue, default: LeftOut()].bytes += size
        } else {
            counted.backedUp.add(item.type, size)
            sums[item.path.topDirectory, default: Sum()].add(item.type, size)
        }
        let place = rules.rule(of: item.location.place)
        return Row(
            path: item.path.reportText,
            pathBytes: item.path.reportBytes,
            kind: item.status.kind.title,
            size: item.type == .file ? size : nil,
            target: item.type == .symbolicLink ? target(of: item) : nil,
            isBackedUp: reason == nil,
            place: item.location.place.rawValue,
            reason: reason,
            explanation: reason.map { explanation($0, item, place) },
            sources: reason.map { sources($0, place) },
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

    private static let reasons: [BackupStatus: Reason] = [
        .notBackedUp: .place, .livesInICloud: .iCloud, .excluded: .excludedHere, .excludedByInheritance: .excludedAbove,
    ]

    private func explanation(_ reason: Reason, _ item: ContainerWalk.Item, _ place: PlaceRule) -> String {
        switch reason {
        case .place:
            if item.type != .directory, rules.isExactPlace(item.path, in: kind) {
                "\(item.status.kind.withArticle) where iOS has a directory"
            } else if place.place == .home {
                "outside the container's standard directories"
            } else {
                "\(place.title) is not backed up"
            }
        case .iCloud: "\(place.title): kept in iCloud, not in backups"
        case .excludedHere: "excluded by \(item.attributes.map(\.name).joined(separator: ", "))"
        case .excludedAbove: "excluded by the attribute of \(item.coveredBy?.path.reportText ?? "a directory above")"
        case .kind: "backups do not hold \(item.status.kind.withArticle)"
        }
    }

    private func sources(_ reason: Reason, _ place: PlaceRule) -> [String] {
        switch reason {
        case .place, .iCloud: place.sources.map(\.rawValue)
        // container-rules.md, "Backup".
        case .excludedHere, .excludedAbove: [RuleSource.s0, .s1].map(\.rawValue)
        case .kind: [RuleSource.backupManifest.rawValue]
        }
    }
}

extension BackupKinds {
    /// The word for it in reports.
    package var title: String {
        let titles: [(BackupKinds, String)] = [
            (.iCloud, "icloud"), (.encrypted, "encrypted"), (.unencrypted, "unencrypted"),
        ]
        return self == .every ? "every" : titles.filter { contains($0.0) }.map(\.1).joined(separator: " ")
    }
}
