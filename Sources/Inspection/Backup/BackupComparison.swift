package import ContainerModel
package import ContainerStore
package import FileTree
package import Formats
package import FoundationEssentials
package import Reports

/// Where the rules of backups and a real backup disagree about a container: the output of `backup-set --compare`.
package struct BackupComparison: Sendable {
    /// A disagreement about an item.
    package enum Finding: String, Encodable, CaseIterable, Sendable {
        /// Backed up by the rules, but the backup does not hold it.
        case notHeld = "not-held"
        /// Left out by the rules, but the backup holds it.
        case held
        /// In the backup, but not in the container.
        case onlyInBackup = "only-in-backup"
        /// Backed up by the rules and in the backup, but as an item of another kind.
        case otherKind = "other-kind"

        /// The common statement about all items with the finding, as a heading.
        package var title: String {
            switch self {
            case .notHeld: "backed up by the rules, but not in the backup"
            case .held: "left out by the rules, but in the backup"
            case .onlyInBackup: "in the backup, but not in the container"
            case .otherKind: "of a different kind in the backup"
            }
        }
    }

    /// An item about which they disagree. JSON keys are stable.
    package struct Row: Encodable, Sendable {
        /// Always `item`, to distinguish it from the last line.
        package let row = "item"
        /// The path from the container's root; invalid UTF-8 is replaced.
        package let path: String
        /// The bytes of a path that is not UTF-8: base64 in JSON.
        package let pathBytes: Data?
        /// `directory`, `file`, `symbolic link`, …
        package let kind: String
        /// How they disagree.
        package let finding: Finding
        /// Why the rules leave the item out; what it is in the backup, if that is another kind.
        package let explanation: String?
        /// The documents by name.
        package let documents: [String]?
        /// The path as bytes.
        @Unreported package private(set) var rawPath: ContainerPath
    }

    /// The totals, in the last line. JSON keys are stable.
    package struct Totals: Encodable, Sendable {
        /// Always `total`.
        package let row = "total"
        /// The number of items about which the rules and the backup agree: held, or left out.
        package fileprivate(set) var agreed = 0
        /// The number of items by finding.
        package fileprivate(set) var disagreed: [String: Int] = [:]
        /// The number of files that are both in the container and in the backup: of these, no contents are read.
        package fileprivate(set) var notRead = 0

        /// The totals in one line, which ends with what the comparison does not tell.
        package var line: String {
            let parts = Finding.allCases.compactMap { finding in
                disagreed[finding.rawValue].map { "\(ByteCount.grouped(UInt64($0))) \(finding.title)" }
            }
            let unread =
                notRead == 0
                ? [] : ["the contents of \(Pluralized.files(notRead)) were not read; `sandglass diff` compares them"]
            return (["\(Pluralized.items(agreed)) agreed on by path and kind"] + parts + unread).joined(separator: "; ")
        }
    }

    /// The disagreements, in the order of the paths.
    package let rows: [Row]
    /// The totals.
    package let totals: Totals
    /// The items that could not be examined.
    package let failures: [(path: ContainerPath, error: FileTreeError)]

    /// Compares a container with the domain of a backup that holds it: which items are there, by path and kind.
    /// - Parameter kinds: The kinds of backup that this one is.
    package init(of container: Container, with domain: Container, for kinds: BackupKinds) {
        var held: [ContainerPath: ItemKind] = [:]
        var failures: [(path: ContainerPath, error: FileTreeError)] = []
        var walk = TreeWalk(of: domain.tree)
        while let step = walk.next() {
            switch step {
            case .item(let item): held[item.path] = item.status.kind
            case .failure(let path, let error): failures.append((path, error))
            case .leaving: continue
            }
        }
        var rows: [Row] = []
        var totals = Totals()
        func add(
            _ path: ContainerPath, _ kind: String, _ finding: Finding, _ explanation: String? = nil,
            documents: [String]? = nil
        ) {
            totals.disagreed[finding.rawValue, default: 0] += 1
            rows.append(
                Row(
                    path: path.reportText, pathBytes: path.reportBytes, kind: kind, finding: finding,
                    explanation: explanation, documents: documents, rawPath: path))
        }
        var set = BackupSet(of: container, for: kinds)
        while let step = set.next() {
            switch step {
            case .failure(let path, let error): failures.append((path, error))
            case .row(let row):
                let kind = held.removeValue(forKey: row.rawPath)
                if row.kind == ItemKind.file.title, kind == .file { totals.notRead += 1 }
                switch (kind, row.backedUp) {
                case (let kind?, true) where kind.title != row.kind:
                    add(row.rawPath, row.kind, .otherKind, "\(kind.title) in the backup")
                case (.some, true), (nil, false): totals.agreed += 1
                case (.some, false):
                    add(row.rawPath, row.kind, .held, row.explanation, documents: row.documents)
                case (nil, true): add(row.rawPath, row.kind, .notHeld)
                }
            }
        }
        for (path, kind) in held { add(path, kind.title, .onlyInBackup) }
        self.rows = rows.sorted { $0.rawPath < $1.rawPath }
        self.totals = totals
        self.failures = failures
    }
}
