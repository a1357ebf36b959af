import ArgumentParser
import ContainerModel
import FileTree
import FoundationEssentials
import Inspection
import Reports
import Screen
import TimePoints

struct KeepsCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "keeps",
        abstract: "List, check or remove time points.",
        discussion: """
            The oldest comes first, each with the size of its files, and with what is in the store only for it: \
            removing it frees that. The groups that were kept with an app come below it. A time point is marked as \
            partial if something could not be kept as it was. With --remove, the contents that no other time point has are removed with it; this cannot be undone. \
            --check compares what the store has with the digests of when it was kept, and names every file \
            whose contents are damaged, with exit status 65. Keeping the same contents again repairs them.

              sandglass keeps
              sandglass keeps --check before
              sandglass keeps --remove before
            """
    )

    @Argument(
        help: "With --check: the time point; without it, all are checked.", completion: Completions.timePoints)
    var name: String?

    @Flag(help: "Compare the contents in the store with their digests.")
    var check = false

    @Option(
        help: ArgumentHelp("Remove the time point with this name. Repeatable.", valueName: "name"),
        completion: Completions.timePoints)
    var remove: [String] = []

    @Flag(help: "Print one JSON object per line.")
    var json = false

    @OptionGroup var store: StoreOptions

    func validate() throws {
        if name != nil, !check { throw ValidationError("A name needs --check.") }
        if check, !remove.isEmpty { throw ValidationError("--check and --remove are mutually exclusive.") }
    }

    func perform() throws { try check ? compare() : remove.isEmpty ? list() : removePoints() }

    /// Compares the contents in the store with their digests.
    private func compare() throws {
        Interruption.watch()
        let store = try store.opened()
        let line = ProgressLine("keeps --check")
        var count = 0
        defer { line.end() }
        let point = try name.map { try TimePointKeeper.name(given: argumentBytes($0)) }
        let compared = try store.check(point, progress: line.meter, cancellation: Interruption.cancellation) { damage in
            count += 1
            if json {
                try writeLine(try JSONReport.line(DamageReport(damage)))
            } else {
                let path = damage.path.map { "/\(DisplayText(bytes: $0.bytes))" } ?? ""
                try writeLine("@\(DisplayText(damage.point))\(path): \(DisplayText(damage.reason))")
            }
        }
        line.end()
        guard count == 0 else {
            let verb = count == 1 ? "is" : "are"
            throw Failure(.data, "\(Pluralized.items(count)) of the time point store \(verb) damaged")
        }
        if !json { try writeLine("\(Pluralized.files(compared)) in the store: all are as they were kept") }
    }

    /// Damage as `keeps --check --json` prints it.
    private struct DamageReport: Encodable {
        let damaged: String
        let path: String?
        let pathBytes: Data?
        let reason: String

        init(_ damage: TimePointStore.Damage) {
            (damaged, reason) = (damage.point, damage.reason)
            let place = damage.path.map { reported($0.bytes) }
            (path, pathBytes) = (place?.text, place?.bytes)
        }
    }

    private func list() throws {
        let store = try store.opened()
        let points = try store.points(areChecked: true)
        let sizes = store.sizes(of: points)
        let parts = Dictionary(points.filter(\.isPart).map { ($0.name, $0) }) { first, _ in first }
        var output = Output()
        func write(_ point: TimePointStore.Point, isPart: Bool) throws {
            let own = sizes[point.name]?.own
            try output.line(
                json
                    ? try JSONReport.line(Report(point, own: own))
                    : (isPart ? "  " : "") + Self.line(point, own: own))
        }
        var left = parts
        for point in points where !point.isPart {
            try write(point, isPart: false)
            for part in point.header?.parts ?? [] {
                if let point = left.removeValue(forKey: part.name) { try write(point, isPart: true) }
            }
        }
        for point in points where left[point.name] != nil { try write(point, isPart: true) }
        try output.flush()
    }

    /// `2026-11-27 09:34:05  @before  12 files, 4 directories, 31 KB, 4.2 KB only here  partial  Harbor Notes`, and the
    /// note.
    private static func line(_ point: TimePointStore.Point, own: UInt64?) -> String {
        let name = "@\(DisplayText(point.name))"
        guard let header = point.header else {
            return "\(String(repeating: "-", count: 19))  \(name)  cannot be read: \(DisplayText(point.problem ?? ""))"
        }
        let app = header.name ?? header.identifier
        let parts = [
            LocalTime(secondsSince1970: header.time).full, name,
            header.sentence + (own.map { ", \(ByteCount.short($0)) only here" } ?? ""),
            header.problems.isEmpty ? "" : "partial", app.map { DisplayText($0).description } ?? "",
            DisplayText(header.note).description,
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "  ")
    }

    private func removePoints() throws {
        let store = try store.opened()
        for given in remove {
            let name = try TimePointKeeper.name(given: argumentBytes(given))
            let freed = try store.remove(name)
            if json {
                try writeLine(try JSONReport.line(Removal(removed: name, freedBytes: freed)))
            } else {
                try writeLine("removed @\(DisplayText(name)): \(ByteCount.short(freed)) freed")
            }
        }
    }

    /// A removal as `keeps --remove --json` prints it.
    private struct Removal: Encodable {
        let removed: String
        let freedBytes: UInt64
    }

    /// A time point as `keeps --json` prints it.
    private struct Report: Encodable {
        let name: String
        let time: String?
        let path: String?
        let pathBytes: Data?
        let kind: String?
        let identifier: String?
        let app: String?
        let version: String?
        let files: Int?
        let directories: Int?
        let links: Int?
        let bytes: UInt64?
        /// The size of the contents that no other time point has; nil for a part, whose contents count as those of the
        /// time point that it was kept with.
        let ownBytes: UInt64?
        let note: String?
        /// The names of the time points of the app's groups.
        let parts: [String]?
        let isPart: Bool?
        let problems: [String]

        init(_ point: TimePointStore.Point, own: UInt64?) {
            let header = point.header
            name = point.name
            time = header.flatMap { ISO8601.text(secondsSince1970: $0.time) }
            let place = header.map { reported($0.hostPath) }
            (path, pathBytes) = (place?.text, place?.bytes)
            kind = header?.kind.rawValue
            (identifier, app, version) = (header?.identifier, header?.name, header?.appVersion)
            (files, directories, links) = (header?.files, header?.directories, header?.links)
            (bytes, ownBytes, note) = (header?.bytes, own, header?.note)
            (parts, isPart) = (header?.parts.map(\.name), header?.isPart)
            problems = (header?.problems ?? []) + [point.problem].compactMap(\.self)
        }
    }
}

extension TimePointStore.Point {
    /// Whether it was kept together with another one, which names it.
    fileprivate var isPart: Bool { header?.isPart == true }
}
