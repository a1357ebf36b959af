import ArgumentParser
import CSystem
import ContainerModel
import ContainerStore
import Disk
import Inspection
import Screen

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "List a directory of a container with its badges.",
        discussion: """
            The columns are R read, W write, D delete, B backed up. Behind them: ~ may be purged, x excluded from backup \
            by an attribute, = shared with the user. Names are shown safely: control characters as stand-ins; JSON has \
            the exact bytes.

              sandglass ls -lR App.xcappdata
              sandglass ls --json App.xcappdata/AppData/Library | jq -r .badges
            """
    )

    @Argument(help: "A container or a directory in one.", completion: .file())
    var path = "."

    @Flag(name: .short, help: "Long: also mode, owner, size and time.")
    var long = false

    @Flag(name: [.customShort("R"), .long], help: "Everything below, too.")
    var recursive = false

    @Flag(name: .shortAndLong, help: "Also names that begin with a dot.")
    var all = false

    @Flag(help: "One JSON object per line.")
    var json = false

    @Option(name: .customLong("as"), help: "Whose rights are shown: app, user, system, owner.")
    var actor = ActingParty.app

    @OptionGroup(title: "What is known of the app") var app: AppInfoOptions

    func run() throws { try reportingFailures(list) }

    private func list() throws {
        sandglass_raise_descriptor_limit()
        let (container, path) = try app.locate(path)
        let isDirectory = try? container.root.status(path).kind == .directory
        let directory = isDirectory == false ? path.parent ?? .root : path
        var stopped: (any Error)?
        var failures: [ListingReport.Failure] = []
        ListingReport.list(
            directory,
            of: container,
            recursive: recursive && directory == path,
            showsHidden: all || directory != path,
            as: actor,
            entry: { entry in
                guard stopped == nil, directory == path || entry.rawPath == path else { return }
                do { try writeLine(try line(entry)) } catch { stopped = error }
            },
            failure: { failures.append($0) }
        )
        if let stopped { throw stopped }
        for failure in failures.dropLast() { Failure(failure.error, at: text(failure.path)).report() }
        if let last = failures.last { throw Failure(last.error, at: text(last.path)) }
    }

    private func text(_ path: ContainerPath) -> String {
        path.isRoot ? "." : String(decoding: path.bytes, as: UTF8.self)
    }

    private func line(_ entry: ListingReport.Entry) throws -> String {
        if json { return try JSONReport.line(entry) }
        let status = entry.facts.status
        let shown = recursive ? DisplayText(bytes: entry.rawPath.bytes) : DisplayText(bytes: entry.rawName)
        var name = shown.description
        if status.kind == .directory { name += "/" }
        if let link = entry.facts.link { name += " -> \(DisplayText(bytes: link.target))" }
        var columns = [entry.badges + " " + flags(entry)]
        if long { columns.append("\(Permissions.text(status)) \(entry.owner) \(entry.group)") }
        columns.append(padded(status.kind == .directory ? "-" : ByteCount.short(status.size), to: 8))
        if long { columns.append(entry.facts.modified.full) }
        return (columns + [name]).joined(separator: "  ")
    }

    /// Three columns of flags.
    private func flags(_ entry: ListingReport.Entry) -> String {
        let flags = entry.rights.flags
        let letters = [
            flags.contains(.purgeable) ? "~" : "",
            flags.isDisjoint(with: [.excluded, .excludedByInheritance]) ? "" : "x",
            flags.contains(.sharedWithUser) ? "=" : "",
        ].joined()
        return letters + String(repeating: " ", count: 3 - letters.count)
    }
}
