import ArgumentParser
import CSystem
import ContainerModel
import ContainerStore
import Disk
import Inspection
import Screen

struct ExcludeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "exclude",
        abstract: "List what attributes keep out of backups.",
        discussion: """
            "own" is an attribute on the item itself, under the name that is printed; "above" is one on the directory \
            that is named. (AppleDouble) means that it stands in a ._name file beside the item.

            An atomic rewrite – write a new file, rename it over the old – drops the attribute: an app has to set it \
            again. Items that carried it when this program last looked at them, and were rewritten since, are listed \
            as "lost"; so are those beside which macOS left a name.sb-… with the attribute on it.
            """
    )

    @Argument(help: "A container, or an item in one.", completion: .file())
    var path = "."

    @Flag(help: "List; setting the attribute comes in a later version.")
    var list = false

    @Flag(help: "One JSON object per line.")
    var json = false

    func validate() throws {
        guard list else {
            throw ValidationError("Setting the attribute comes in a later version; say --list to see where it is.")
        }
    }

    func run() throws { try reportingFailures(listExcluded) }

    private func listExcluded() throws {
        DescriptorLimit.raise()
        let (container, item) = try ContainerStore.locate(argumentBytes(path))
        try container.requireSoundPlaces()
        var list = ExclusionList(of: container, from: item)
        var output = Output()
        var unreadable = Unreadable()
        while let step = list.next() {
            switch step {
            case .row(let row): try output.line(json ? try JSONReport.line(row) : line(row))
            case .failure(let path, let error): unreadable.note(path, error)
            }
        }
        try output.flush()
        try unreadable.end()
    }

    private func line(_ row: ExclusionList.Row) -> String {
        let size = padded(row.size.map { ByteCount.short($0) } ?? "-", to: 8)
        var reasons = row.own.map { attribute in
            let backups = attribute.backups == "every" ? "" : " [\(attribute.backups) backups only]"
            return attribute.name + (attribute.storedIn == "AppleDouble" ? " (AppleDouble)" : "") + backups
        }
        if let above = row.inheritedFrom { reasons.append("above: \(above)") }
        if row.isLost, row.lostTo == nil { reasons.append("rewritten since it was last seen with the attribute") }
        if let other = row.lostTo { reasons.append("rewritten? \(other) still has the attribute") }
        let kind = row.isLost ? "lost " : row.own.isEmpty ? "above" : "own  "
        let name = shown(row.rawPath, isDirectory: row.kind == "directory")
        return "\(kind)  \(size)  \(name)  \(DisplayText(reasons.joined(separator: "; ")))"
    }
}
