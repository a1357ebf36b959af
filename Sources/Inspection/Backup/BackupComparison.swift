package import ContainerModel
package import ContainerStore
package import FileTree
package import Formats
package import FoundationEssentials

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

        /// The common statement about all items with the finding, as a heading.
        package var title: String {
            switch self {
            case .notHeld: "backed up by the rules, but not in the backup"
            case .held: "left out by the rules, but in the backup"
            case .onlyInBackup: "in the backup, but not in the container"
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
        /// Why the rules leave the item out.
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

        /// The totals in one line.
        package var line: String {
            let parts = Finding.allCases.compactMap { finding in
                disagreed[finding.rawValue].map { "\(ByteCount.grouped(UInt64($0))) \(finding.title)" }
            }
            return (["\(Pluralized.items(agreed)) agreed on"] + parts).joined(separator: "; ")
        }
    }

    /// The disagreements, in the order of the paths.
    package let rows: [Row]
    /// The totals.
    package let totals: Totals
    /// The items that could not be examined.
    package let failures: [(path: ContainerPath, error: FileTreeError)]

    /// Compares a container with the domain of a backup that holds it.
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
        func add(_ path: ContainerPath, _ kind: String, _ finding: Finding, _ left: BackupSet.Row? = nil) {
            totals.disagreed[finding.rawValue, default: 0] += 1
            rows.append(
                Row(
                    path: path.reportText, pathBytes: path.reportBytes, kind: kind, finding: finding,
                    explanation: left?.explanation, documents: left?.documents, rawPath: path))
        }
        var set = BackupSet(of: container, for: kinds)
        while let step = set.next() {
            switch step {
            case .failure(let path, let error): failures.append((path, error))
            case .row(let row):
                let isHeld = held.removeValue(forKey: row.rawPath) != nil
                guard isHeld != row.backedUp else {
                    totals.agreed += 1
                    continue
                }
                add(row.rawPath, row.kind, isHeld ? .held : .notHeld, isHeld ? row : nil)
            }
        }
        for (path, kind) in held { add(path, kind.title, .onlyInBackup) }
        self.rows = rows.sorted { $0.rawPath < $1.rawPath }
        self.totals = totals
        self.failures = failures
    }
}
