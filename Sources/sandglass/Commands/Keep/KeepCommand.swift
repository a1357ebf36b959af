import ArgumentParser
import ContainerModel
import ContainerStore
import FileTree
import FoundationEssentials
import Inspection
import Jobs
import Reports
import Screen
import TimePoints

struct KeepCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "keep",
        abstract: "Keep an app as it is now, as a time point.",
        discussion: """
            A time point has everything that `hash` lists: names, contents, modes, owners, times, attributes and \
            links. The path @NAME opens it, read-only, in every command and in the browser; `restore` brings it back. \
            Contents are stored once for all time points, and files that have not changed since the last time point \
            are not read again.

            The groups of the app that are found beside its data, as in a simulator or a copy of a device, are kept with \
            it: their time points are called @NAME+GROUP, and restored and removed with it.

            An SQLite database is read together with its journal and its log at one moment, even while an app writes \
            to it. In journal mode OFF or MEMORY, that cannot be verified. Items that cannot be read \
            are named, and the exit status is 74; the time point has the rest.

              sandglass keep App.xcappdata --name before --note "before the login"
              sandglass ls @before/Documents
              sandglass restore before --to App.xcappdata
            """
    )

    @Argument(
        help: "A container or a path inside one. The whole container is kept, and the app's groups with its data.",
        completion: Completions.items)
    var path = "."

    @Option(help: "The name of the time point; without it, the app's name and the time.")
    var name: String?

    @Flag(help: "Replace the time point of that name, if there is one.")
    var replace = false

    @Option(help: "A note that `keeps` lists.")
    var note: String = ""

    @Flag(
        help: "Keep the contents of an encrypted backup: they are in the store, decrypted, until they are removed.")
    var decrypted = false

    @Flag(help: "Keep the container without the groups of its app.")
    var withoutGroups = false

    @Flag(help: "Print a JSON object.")
    var json = false

    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    func validate() throws {
        if replace, name == nil { throw ValidationError("--replace needs --name.") }
    }

    func perform() throws {
        Interruption.watch()
        let store = try app.store.opened()
        let (container, _) = try app.locate(path)
        try ContainerStore.requireOutside(store.path)
        container.reportProblems()
        let line = ProgressLine("keep")
        defer { line.end() }
        let keeper = AppKeeper(
            of: container, in: store, progress: line.meter, cancellation: Interruption.cancellation)
        let kept = try keeper.keep(
            as: name.map { try TimePointKeeper.name(given: argumentBytes($0)) }, note: note, replacing: replace,
            evenDecrypted: decrypted, alone: withoutGroups)
        line.end()
        for point in kept.all {
            let place = point.name == kept.name ? "" : "@\(DisplayText(point.name))/"
            for problem in point.problems.first {
                let item = "\(place)\(DisplayText(bytes: problem.path.bytes))"
                writeError("sandglass: \(item): \(DisplayText(problem.reason))")
            }
        }
        for sentence in kept.missing { writeError("sandglass: not kept with it: \(DisplayText(sentence))") }
        let problems = kept.all.reduce(kept.missing.count) { $0 + $1.problems.count }
        let others = kept.all.reduce(0) { $0 + $1.others }
        if kept.all.contains(where: \.isUncertain) {
            writeError(
                "sandglass: the system does not report which files are open: those of more than 64 KB whose times have "
                    + "not changed were not read again")
        }
        if others > 0 {
            writeError(
                "sandglass: \(Pluralized.items(others)) "
                    + "\(others == 1 ? "is a pipe, socket or device" : "are pipes, sockets or devices"), which "
                    + "`restore` leaves out")
        }
        let failure =
            problems == 0 ? nil : Failure(.inputOutput, "\(Pluralized.items(problems)) could not be kept as found")
        if json {
            let error = failure?.reported ?? Incompleteness.reported
            try writeLine(try JSONReport.object(Report(kept), error: error))
            if let failure { throw ExitCode(failure.status) }
        } else {
            for point in kept.all {
                try writeLine(
                    "@\(DisplayText(point.name)): \(point.header.sentence); \(ByteCount.short(point.added)) added to the "
                        + "store")
            }
            if let failure { throw failure }
        }
    }

    /// A time point as `keep --json` prints it.
    private struct Report: Encodable {
        let name: String
        let time: String?
        let files: Int
        let directories: Int
        let links: Int
        let bytes: UInt64
        let addedBytes: UInt64
        /// Pipes, sockets and devices.
        let others: Int
        let problems: [String]
        /// The time points of the app's groups; nil in one of these.
        let parts: [Report]?

        init(_ kept: KeptTimePoint, isPart: Bool = false) {
            name = kept.name
            time = ISO8601.text(secondsSince1970: kept.header.time)
            (files, directories, links) = (kept.header.files, kept.header.directories, kept.header.links)
            (bytes, addedBytes) = (kept.header.bytes, kept.added)
            others = kept.others
            problems =
                kept.problems.first.map { "\(String(decoding: $0.path.bytes, as: UTF8.self)): \($0.reason)" }
                + kept.missing
            parts = isPart ? nil : kept.parts.map { Report($0, isPart: true) }
        }
    }
}

extension TimePointManifest.Header {
    /// "12 files, 4 directories, 31 KB".
    var sentence: String {
        [
            Pluralized.files(files), Pluralized.directories(directories), links == 0 ? nil : Pluralized.links(links),
            ByteCount.short(bytes),
        ].compactMap(\.self).joined(separator: ", ")
    }
}
