import ContainerModel
import FileTree

/// The short form of an explanation.
extension Explanation {
    /// The greatest number of rows of the short form at 80 columns, including the one that names the item.
    package static let maxBriefRows = 12

    /// What follows the item's name in the short form: its badges and its type.
    package var briefTitle: String { "\(badges)  \(subject.isAbsent ? "not there" : kindText)" }

    /// Returns the short form below the item's name: the rights, what applies to the item, the purpose of its place,
    /// the code that finds it, and how much more `lines` has. What matters least is left out if there is no room for it.
    /// - Parameters:
    ///   - more: How the reader gets the rest: `--sources`.
    ///   - rows: Returns the number of rows that a line takes at 80 columns.
    package func briefLines(more: String, rows: (Line) -> Int) -> [Line] {
        let last = Line(.dimmed, "\(extent): \(more)")
        let parts = briefParts
        var room = Self.maxBriefRows - 1 - rows(last)
        var shown: Set<Int> = []
        for index in parts.indices.sorted(by: { (parts[$0].rank, $0) < (parts[$1].rank, $1) }) {
            let needed = rows(parts[index].line)
            guard needed <= room else { continue }
            room -= needed
            shown.insert(index)
        }
        return shown.sorted().map { parts[$0].line } + [last]
    }

    /// The lines that the short form may have, in display order. Those of a lower rank matter more.
    private var briefParts: [(rank: Int, line: Line)] {
        var parts: [(rank: Int, line: Line)] = []
        func add(_ lines: [Line], rank: Int) { parts += lines.map { (rank, $0) } }
        add(linkLines, rank: 2)
        var reasons: Set<[UInt8]> = []
        for line in columnLines {
            guard line.kind == .dimmed else {
                add([line], rank: 0)
                continue
            }
            if reasons.insert(line.text).inserted { add([line], rank: 1) }
        }
        if let status = subject.facts?.status, !status.knowsAccess { add([Self.unknownAccess(status)], rank: 2) }
        add([protectionLine].compactMap(\.self), rank: 2)
        for remark in remarks {
            // In one row.
            let text =
                remark == Self.unknownSharing
                ? "Unknown whether the user sees it: the app's Info.plist is not at hand." : remark
            add([Line(.text, text)], rank: findings.contains(remark) ? 2 : 3)
        }
        add([Line(.text, "\(place.title): \(place.purpose)")], rank: 4)
        add(otherWarnings.map { Line(.warning, $0) }, rank: 6)
        if let sharing { add([Line(.text, "File sharing: \(sharing.text)")], rank: 7) }
        add(code.prefix(1).map { Line(.dimmed, "in code: \($0)") }, rank: 5)
        return parts
    }

    /// How much the documents say: "2 contradictions, 4 sources".
    private var extent: String {
        let said = placeCitations.map(\.citation) + statements.map(\.citation) + citations
        let sides = contradictions.flatMap(\.sides).flatMap(\.references)
        let sources = Set(said.map(\.source) + sides.map(\.source)).count
        let disputes = contradictions.count
        let counts = [
            disputes == 0 ? nil : Pluralized.some(disputes, "contradiction"),
            sources == 0 ? nil : Pluralized.some(sources, "source"),
        ]
        let text = counts.compactMap(\.self).joined(separator: ", ")
        return text.isEmpty ? "details" : text
    }
}
