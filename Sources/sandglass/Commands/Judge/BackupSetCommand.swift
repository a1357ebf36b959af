import ArgumentParser
import ContainerModel
import ContainerStore
import FileTree
import Formats
import Inspection
import Reports
import Screen
import System

struct BackupSetCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "backup-set",
        abstract: "List the items that a backup includes and omits.",
        discussion: """
            Lines with + are backed up: files with their sizes, directories (the root too), and symbolic links as \
            links. Lines with - are left out, with the reason: the place, an exclusion attribute on the item or on a \
            directory above it, or a kind of item that backups do not hold. Consecutive lines that share a reason show \
            it once. Totals follow, and the size of the next backup for each directory of the root.

            If no kind of backup is given, an item counts as left out if any kind leaves it out. The kinds differ only \
            for items with an attribute that concerns one of them, such as those that only backups to iCloud leave \
            out. A file with several hard links counts once for each path, as it does in a backup.

            With --json, each line is an object: one with "row": "item" for each item, then one with "row": "total".

              sandglass backup-set --held App.xcappdata
              sandglass backup-set --json App.xcappdata | jq -r 'select(.reason == "excluded").path'
            """
    )

    enum Kind: String, EnumerableFlag {
        case icloud
        case encrypted
        case unencrypted

        static func help(for kind: Kind) -> ArgumentHelp? {
            kind == .icloud ? "A backup to iCloud." : "A backup to a computer, \(kind.rawValue)."
        }

        var kinds: BackupKinds {
            switch self {
            case .icloud: .iCloud
            case .encrypted: .encrypted
            case .unencrypted: .unencrypted
            }
        }
    }

    @Argument(
        help: "A container or a path inside one. The set always covers the whole container.",
        completion: Completions.items)
    var path = "."

    @Flag(help: "Print one JSON object per line.")
    var json = false

    @Flag(help: "Show a tree instead of paths.")
    var tree = false

    @Flag(help: "List only items that are backed up.")
    var held = false

    @Flag(exclusivity: .exclusive)
    var kind: Kind?

    @Option(
        help: """
            A MobileSync backup, or a domain of one: list where it and the rules disagree, by path and kind; contents are \
            not read. The exit status is 1 if they do.
            """,
        completion: .directory)
    var compare: String?

    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    func validate() throws {
        if json, tree { throw ValidationError("--json and --tree are mutually exclusive.") }
        if compare != nil, tree || held || kind != nil {
            throw ValidationError("--compare cannot be combined with --tree, --held or a kind of backup.")
        }
    }

    func perform() throws {
        if let compare { try self.compare(with: compare) } else { try list() }
    }

    private func compare(with backup: String) throws {
        let (container, _) = try app.locate(path)
        let domain = try Self.domain(of: container, in: argumentBytes(backup))
        // The same attributes exclude from a plain backup as from an encrypted one, but for the oldest form of them.
        let isEncrypted = (domain.tree as? BackupTree)?.properties.isEncrypted ?? false
        let comparison = BackupComparison(
            of: container, with: domain, for: isEncrypted ? .encrypted : .unencrypted)
        var output = Output()
        var unreadable = Unreadable()
        for failure in comparison.failures { unreadable.note(failure.path, failure.error) }
        if json {
            for row in comparison.rows { try output.line(try JSONReport.line(row)) }
            try output.line(try JSONReport.line(comparison.totals, faults: container.faults()))
        } else {
            for finding in BackupComparison.Finding.allCases {
                let rows = comparison.rows.filter { $0.finding == finding }
                guard !rows.isEmpty else { continue }
                try output.line("\(finding.title):")
                for row in rows {
                    let reason = row.explanation.map { "  \(DisplayText($0))" } ?? ""
                    try output.line("  \(shown(row.rawPath, isDirectory: row.kind == "directory"))\(reason)")
                }
            }
            try output.line(comparison.totals.line)
        }
        try output.flush()
        try unreadable.end()
        if !comparison.rows.isEmpty { throw ExitCode(1) }
    }

    /// Opens the domain of a backup that holds a container.
    private static func domain(of container: Container, in backup: [UInt8]) throws -> Container {
        let identifier = container.description.app.identifier.map { Array($0.utf8) }
        let prefix = BackupDomain(of: container.description)?.prefix ?? BackupDomain.all[0].prefix
        for path in [backup] + (identifier.map { [backup + [0x2f] + Array(prefix.utf8) + $0] } ?? []) {
            do throws(ContainerStoreError) {
                guard case .container(let domain, _) = try ContainerStore.open(path),
                    domain.description.source == .backup,
                    identifier == nil || domain.description.app.identifier == container.description.app.identifier
                else { continue }
                domain.reportProblems()
                return domain
            } catch {
                // Of a locked or damaged backup, the reason is useful; otherwise it has no such domain.
                guard [.notFound, .notAContainer, .severalContainers].contains(error.code) else { throw error }
            }
        }
        throw Failure(
            .noInput,
            "\(DisplayText(bytes: backup)) holds no domain of this container; name the domain: "
                + "\(DisplayText(bytes: backup))/\(prefix)…")
    }

    private func list() throws {
        let (container, _) = try app.locate(path)
        var set = BackupSet(of: container, for: kind?.kinds ?? .every)
        var output = Output()
        var unreadable = Unreadable()
        var reason = RepeatedReason()
        while let step = set.next() {
            switch step {
            case .row(let row):
                guard row.backedUp || !held else { continue }
                try output.line(
                    json
                        ? try JSONReport.line(row)
                        : line(row) + reason.text(row.grounds.map { DisplayText($0).description }))
            case .failure(let path, let error): unreadable.note(path, error)
            }
        }
        if json {
            try output.line(try JSONReport.line(set.totals, faults: container.faults()))
        } else {
            try output.line("")
            try output.line(held ? "+ backed up" : "+ backed up, - left out, with the reason")
            try output.lines(set.totals.lines)
        }
        try output.flush()
        try unreadable.end()
    }

    private func line(_ row: BackupSet.Row) -> String {
        let isDirectory = row.kind == "directory"
        let name =
            tree
            ? String(repeating: "  ", count: row.depth)
                + DisplayText(bytes: row.rawPath.lastComponent ?? [0x2e]).description + (isDirectory ? "/" : "")
            : shown(row.rawPath, isDirectory: isDirectory)
        let target = row.target.map { " -> \(DisplayText($0))" } ?? ""
        return "\(row.columns)  \(name)\(target)"
    }
}
