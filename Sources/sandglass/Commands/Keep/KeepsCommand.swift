import ArgumentParser
import ContainerModel
import FileTree
import FoundationEssentials
import Inspection
import Screen
import TimePoints

struct KeepsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keeps",
        abstract: "List or remove time points.",
        discussion: """
            The oldest comes first. With --remove, the contents that no other time point has are removed with it; this \
            cannot be undone.

              sandglass keeps
              sandglass keeps --remove before
            """
    )

    @Option(
        help: ArgumentHelp("Remove the time point with this name. Repeatable.", valueName: "name"))
    var remove: [String] = []

    @Flag(help: "Print one JSON object per line.")
    var json = false

    @OptionGroup var store: StoreOptions

    func run() throws { try reportingFailures(asJSON: json) { try remove.isEmpty ? list() : removePoints() } }

    private func list() throws {
        let store = try store.opened()
        let points: [TimePointStore.Point]
        do throws(TimePointError) {
            points = try store.points(areChecked: true)
        } catch {
            throw Failure(error)
        }
        var output = Output()
        for point in points {
            try output.line(json ? try JSONReport.line(Report(point)) : Self.line(point))
        }
        try output.flush()
    }

    /// `2026-11-27 09:34:05  @before  12 files, 4 directories, 31 KB  Harbor Notes  before the login`
    private static func line(_ point: TimePointStore.Point) -> String {
        let name = "@\(DisplayText(point.name))"
        guard let header = point.header else {
            return "\(String(repeating: "-", count: 19))  \(name)  cannot be read: \(DisplayText(point.problem ?? ""))"
        }
        let app = header.name ?? header.identifier
        let parts = [
            LocalTime(secondsSince1970: header.time).full, name, header.sentence,
            app.map { DisplayText($0).description } ?? "", DisplayText(header.note).description,
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "  ")
    }

    private func removePoints() throws {
        let store = try store.opened()
        for name in remove {
            let name = name.hasPrefix("@") ? String(name.dropFirst()) : name
            let freed: UInt64
            do throws(TimePointError) {
                freed = try store.remove(name)
            } catch {
                throw Failure(error)
            }
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
        let note: String?
        let problems: [String]

        init(_ point: TimePointStore.Point) {
            let header = point.header
            name = point.name
            time = header.flatMap { ISO8601.text(secondsSince1970: $0.time) }
            let text = header.map { String(decoding: $0.hostPath, as: UTF8.self) }
            path = text
            pathBytes = header.flatMap { Array((text ?? "").utf8) == $0.hostPath ? nil : Data($0.hostPath) }
            kind = header?.kind.rawValue
            (identifier, app, version) = (header?.identifier, header?.name, header?.appVersion)
            (files, directories, links) = (header?.files, header?.directories, header?.links)
            (bytes, note) = (header?.bytes, header?.note)
            problems = (header?.problems ?? []) + [point.problem].compactMap(\.self)
        }
    }
}
