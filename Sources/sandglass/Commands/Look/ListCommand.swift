import ArgumentParser
import Browser
import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Reports
import Screen
import Search
import System

struct ListCommand: Command {
    private static let glyphs = Glyphs.ofOutput

    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "List a directory of a container with its badges.",
        discussion: """
            The columns are R read, W write, D delete, B backed up. Flags follow: \(glyphs.purgeable) may be purged, \
            \(glyphs.excluded) excluded from backups by an attribute, \(glyphs.excludedAbove) excluded by a directory, \
            \(glyphs.shared) shared with the user, \
            \(glyphs.protected) protected while the device is locked. Control characters in names are replaced; JSON \
            has the exact bytes. A directory or device with several containers is listed as by `sandglass apps`.

              sandglass ls -lR App.xcappdata
              sandglass ls --json App.xcappdata/AppData/Library | jq -r .badges
            """
    )

    @Argument(help: "A container or a directory in one.", completion: Completions.items)
    var path = "."

    @Flag(name: .short, help: "Long format: mode, owner, size and time too.")
    var long = false

    @Flag(name: [.customShort("R"), .long], help: "List subdirectories recursively.")
    var recursive = false

    @Flag(name: .shortAndLong, help: "Include names that begin with a dot.")
    var all = false

    @Option(
        help: ArgumentHelp(
            "List only entries whose names contain a text, or that meet conditions as in `sandglass find`.",
            valueName: "text"))
    var filter = ""

    @Flag(help: "Print one JSON object per line.")
    var json = false

    @Option(name: .customLong("as"), help: ArgumentHelp("The actor whose rights are shown.", valueName: "actor"))
    var actor = ActingParty.app

    @OptionGroup(title: "State of the app and the device") var deviceState: DeviceStateOptions

    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    private var listingFilter: ListingFilter { ListingFilter(showsHidden: all, text: Array(filter.utf8)) }

    func perform() throws { try app.orListingContainers(at: path, json: json, list) }

    private func list() throws {
        if let mistake = listingFilter.mistake { throw Failure(mistake) }
        let entry: ListingReport.Entry
        let found = try app.locating(path) {
            try app.locate(path, as: actor)
        } beside: { item in
            try writeLine(try line(try naming(path) { try ListingReport.entry(of: item) }))
        }
        guard let (container, path) = found else { return }
        if let status = try? container.tree.status(path), status.kind != .directory {
            entry = try naming(self.path) {
                try ListingReport.entry(at: path, of: container, as: actor, state: deviceState.state)
            }
            try writeLine(try line(entry, container.faults()))
            return reportUnknownProtection(hasUnknownProtection(entry) ? 1 : 0)
        }
        try refuseToList(path, in: container.description)
        let faults = container.faults()
        var output = Output()
        var unreadable = Unreadable()
        var unknown = 0
        try ListingReport.list(
            path,
            of: container,
            recursive: recursive,
            filter: listingFilter,
            as: actor,
            state: deviceState.state,
            entry: { entry in
                if hasUnknownProtection(entry) { unknown += 1 }
                try output.line(try line(entry, faults))
            },
            failure: { unreadable.note($0.path, $0.error) }
        )
        try output.flush()
        reportUnknownProtection(unknown)
        try unreadable.end()
    }

    /// Whether the device is locked, and it is unknown whether the entry can be read then.
    private func hasUnknownProtection(_ entry: ListingReport.Entry) -> Bool {
        deviceState.state.lock != .unlocked && entry.facts.status.kind == .file
            && entry.rights.flags.contains(.protectionUnknown)
    }

    /// Says how many of the files listed may be unreadable (container-rules.md, "Data protection").
    private func reportUnknownProtection(_ count: Int) {
        guard count > 0 else { return }
        let files = Pluralized.some(count, "file has", "files have")
        writeError("sandglass: \(files) an unknown protection class and may be unreadable while the device is locked")
    }

    /// Fails if the rules do not let the actor list the directory.
    private func refuseToList(_ path: ContainerPath, in container: ContainerDescription) throws {
        let item = Item(path, in: container.kind, type: .directory)
        let verdict = RuleBook.standard.verdict(
            for: .list, on: item, as: actor, app: container.app, state: deviceState.state)
        guard verdict.isRefused else { return }
        let instead = verdict.alternatives.map { $0.sentence() }.joined(separator: ", or ")
        throw Failure(
            .refused,
            "\(DisplayText(path.reportText)): refused to \(actor == .app ? "the app" : actor.rawValue): "
                + "\(verdict.rule.sentence) Instead: \(instead)."
        )
    }

    private func line(_ entry: ListingReport.Entry, _ faults: [ContainerFault] = []) throws -> String {
        if json { return try JSONReport.line(entry, faults: faults.filter { $0.rawPath == entry.rawPath }) }
        let status = entry.facts.status
        let shown = recursive ? DisplayText(bytes: entry.rawPath.bytes) : DisplayText(bytes: entry.rawName)
        var name = shown.description
        if status.kind == .directory { name += "/" }
        if let link = entry.facts.link { name += " -> \(DisplayText(bytes: link.target))" }
        var columns = [entry.badges + " " + flags(entry)]
        if long { columns.append("\(Permissions.text(status)) \(entry.facts.owner) \(entry.facts.group)") }
        columns.append(padded(status.kind == .directory ? "-" : ByteCount.short(status.size), to: 8))
        if long { columns.append(entry.facts.modified.full) }
        return (columns + [name]).joined(separator: "  ")
    }

    /// Returns the flags, padded to three columns.
    private func flags(_ entry: ListingReport.Entry) -> String {
        aligned(Self.glyphs.flagText(entry.rights), to: 3)
    }
}
