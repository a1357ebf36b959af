import ArgumentParser
import ContainerModel
import ContainerStore
import FileSharing
import Inspection
import Reports
import Screen
import System

struct ExcludeCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "exclude",
        abstract: "Exclude items from backups, or list the items that are excluded.",
        discussion: """
            Sets the attribute that iOS sets, on files and directories; on a directory it covers everything below. An \
            excluded item is not purged either. `sandglass include` removes the attribute. Both write the form that \
            the container uses already: the prefix of rsync (user.rsync.), or the AppleDouble file beside the item \
            where the file system has no attributes.

            With --list, nothing is changed. Sizes and modification dates are shown, since an app has to \
            watch the size of what it excludes. "own" is an attribute on the item itself, under the name that \
            is printed; "above" is one on the directory that is named. (AppleDouble) means that the attribute is \
            stored in a ._name file beside the item.

            An atomic rewrite (writing a new file and renaming it over the old one) drops the attribute, and an app \
            has to set it again. Items that had it when this program last looked at them and were rewritten since are \
            listed as "lost"; so are items beside which macOS left a name.sb-… that has the attribute.
            """
    )

    @Argument(
        help: "Files and directories of containers; with --list, a container or an item in one.",
        completion: Completions.items)
    var paths: [String] = []

    @Flag(help: "List the items that attributes exclude; change nothing.")
    var list = false

    @OptionGroup var operands: OperandOptions
    @OptionGroup var options: SharingOptions

    func validate() throws {
        if list, paths.count > 1 { throw ValidationError("--list takes one path.") }
        if list || options.dryRun || !paths.isEmpty || operands.null { return }
        throw ValidationError("Name the items to exclude, or use --list to list the excluded ones.")
    }

    func perform() throws {
        guard !list else { return try listExcluded() }
        try options.runOnItems(at: paths, operands) { .setExclusion($0, excludes: true) }
    }

    private func listExcluded() throws {
        let (container, item) = try options.app.find(
            argumentBytes(paths.first ?? "."), as: options.actor)
        try container.reportFaults(onTheWayTo: item)
        var list = ExclusionList(of: container, from: item)
        var output = Output()
        if json { for fault in container.faults() { try output.line(try JSONReport.line(fault)) } }
        var unreadable = Unreadable()
        var isFirst = true
        while let step = list.next() {
            switch step {
            case .row(let row):
                if isFirst, !json { try output.line(Self.titles) }
                isFirst = false
                try output.line(json ? try JSONReport.line(row) : line(row))
            case .failure(let path, let error): unreadable.note(path, error)
            }
        }
        if json {
            try output.line(try JSONReport.line(list.totals))
        } else if list.totals.items > 0 || unreadable.isEmpty {
            try output.lines(list.totals.lines)
        }
        try output.flush()
        try unreadable.end()
    }

    private static let titles = "WHERE       SIZE  CHANGED     ITEM  ATTRIBUTE, OR DIRECTORY THAT HAS IT"

    private func line(_ row: ExclusionList.Row) -> String {
        let size = sizeColumn(row.size, kind: row.kind)
        var reasons = row.own.map { attribute in
            let backups = attribute.backups == "every" ? "" : " [\(attribute.backups) backups only]"
            return attribute.name + (attribute.storedIn == "AppleDouble" ? " (AppleDouble)" : "") + backups
        }
        if let above = row.inheritedFrom { reasons.append("above: \(above)") }
        if row.isLost, row.lostTo == nil { reasons.append("rewritten since it was last seen with the attribute") }
        if let other = row.lostTo { reasons.append("rewritten? \(other) still has the attribute") }
        let kind = row.isLost ? "lost " : row.own.isEmpty ? "above" : "own  "
        let name = shown(row.rawPath, isDirectory: row.kind == "directory")
        let day = row.changed.map { String($0.prefix(10)) } ?? "          "
        return "\(kind)  \(size)  \(day)  \(name)  \(DisplayText(reasons.joined(separator: "; ")))"
    }
}
