import Browser
import Comparison
import ContainerModel
import Formats
import Screen
import System

/// Differences as lines for people: under each directory its items with their badges, and under each item what differs.
struct DiffText {
    /// Removed and added lines of a hunk are cut off after as many.
    private static let maxLines = 12
    private static let indent = "    "

    private static let glyphs = Glyphs.ofOutput
    private static let columns = max(40, Platform.terminalWidth(of: STDOUT_FILENO) ?? 120)

    private var directory: ContainerPath?
    private var item: [UInt8]?

    /// Returns the lines of a difference, not sanitized.
    mutating func lines(for difference: Difference) -> [String] {
        var lines: [String] = []
        let parent = difference.name == nil ? difference.path.parent ?? .root : .root
        if directory != parent {
            directory = parent
            if !parent.isRoot { lines.append(DisplayText(bytes: parent.bytes).description + "/") }
        }
        let isItem = difference.subject == .item && difference.address.isEmpty
        if isItem || item != difference.shownPath {
            lines.append(Self.heading(difference, isItem ? difference.change.rawValue : "changed"))
        }
        item = difference.shownPath
        return isItem ? lines : lines + Self.details(difference)
    }

    /// Returns a difference on one line: `RWDB       ~ Library/Preferences/app.plist:theme: "light" → "dark"`.
    static func line(for difference: Difference) -> String {
        var text = badges(of: difference) + (marks[difference.change] ?? "") + " "
        text += DisplayText(bytes: difference.shownPath).description
        if difference.kind == .directory, difference.subject == .item { text += "/" }
        if !difference.address.isEmpty { text += ":" + DisplayText(difference.addressText).description }
        var parts: [String] = []
        if let title = titles[difference.subject] { parts.append(title) }
        if [.row, .column, .table].contains(difference.subject) { parts.append(difference.subject.rawValue) }
        if let lines = difference.lines {
            let number = lines.after.isEmpty ? lines.before.lowerBound : lines.after.lowerBound
            parts.append("line \(number + 1)")
        }
        if let count = difference.count { parts.append(Pluralized.some(count, "item")) }
        if let bytes = difference.bytes { parts.append(words(bytes)) }
        if difference.change == .moved, case .string(let old)? = difference.before {
            parts.append("from \(DisplayText(old))")
        } else if let values = values(of: difference) {
            parts.append(values)
        }
        if let note = difference.note { parts.append("(\(DisplayText(note)))") }
        return parts.isEmpty ? text : text + ": " + DisplayText(parts.joined(separator: " ")).description
    }

    /// `changed  RW·B⟳   settings.plist`
    private static func heading(_ difference: Difference, _ word: String) -> String {
        let name = difference.name ?? difference.path.lastComponent.map { Array($0) } ?? [0x2e]
        var text = DisplayText(bytes: name).description + (difference.kind == .directory ? "/" : "")
        if difference.change == .moved, difference.subject == .item, case .string(let old)? = difference.before {
            text += "  (from \(DisplayText(old)))"
        }
        return aligned(word, to: 9) + badges(of: difference) + text
    }

    private static func badges(of difference: Difference) -> String {
        guard let badges = difference.badges else { return "" }
        return badges.description + " " + aligned(glyphs.flagText(badges), to: 5)
    }

    /// What each subject is called; those of values have their addresses.
    private static let titles: [Difference.Subject: String] = [
        .kind: "kind", .mode: "mode", .target: "target", .device: "device",
        .exclusion: "excluded from backups", .protection: "class", .time: "modified",
    ]

    private static func details(_ difference: Difference) -> [String] {
        if let lines = difference.lines { return details(lines, of: difference) }
        let mark = marks[difference.change] ?? ""
        var parts = [indent + mark + " "]
        let title = titles[difference.subject] ?? ""
        let place = difference.addressText
        if difference.address.isEmpty {
            parts.append(title.isEmpty ? "contents" : title)
        } else {
            let kind = [.row, .column, .table].contains(difference.subject) ? difference.subject.rawValue + " " : ""
            parts.append(kind + place + (title.isEmpty ? "" : ", \(title)"))
        }
        let shown = [difference.bytes.map(words), values(of: difference)].compactMap(\.self).joined(separator: ", ")
        if !shown.isEmpty { parts.append(": " + shown) }
        if let note = difference.note { parts.append(" (\(note))") }
        return [DisplayText(parts.joined()).description]
    }

    private static let marks: [Difference.Change: String] = [.added: "+", .removed: "-", .changed: "~", .moved: ">"]

    /// `"light" → "dark"`, each cut to half a line.
    private static func values(of difference: Difference) -> String? {
        guard difference.bytes == nil else { return nil }
        let count = [difference.before, difference.after].count { $0 != nil }
        let room = max(16, (columns - indent.count - 24) / max(1, count))
        let before = difference.before.map { JSONWriter.line($0) }
        let after = difference.after.map { JSONWriter.line($0) }
        let texts = [(before, after), (after, before)].compactMap { value, other in
            value.map { cut($0, differingFrom: other, to: room) }
        }
        return texts.isEmpty ? nil : texts.joined(separator: " \(glyphs.arrow) ")
    }

    /// Returns as much of a text as fits in as many columns: its beginning, or if that is the same as the other text's,
    /// what is around the first difference.
    private static func cut(_ text: [UInt8], differingFrom other: [UInt8]?, to columns: Int) -> String {
        let beginning = cut(text, to: columns)
        guard let other, other != text, cut(other, to: columns) == beginning else { return beginning }
        let start = DifferingPart.start(of: text, other, lead: columns / 4)
        return start == 0 ? beginning : "\(glyphs.ellipsis)\(cut(text[start...], to: columns - 1))"
    }

    /// Returns the beginning of a text that fits in as many columns.
    private static func cut(_ text: some Collection<UInt8>, to columns: Int) -> String {
        // Values may have megabytes, and no character takes more than a few bytes for each column.
        DisplayText(bytes: text.prefix(16 * columns)).truncated(to: columns, ellipsis: glyphs.ellipsis).description
    }

    private static func words(_ bytes: BytesDifference) -> String {
        let (before, after) = (ByteCount.grouped(bytes.sizeBefore), ByteCount.grouped(bytes.sizeAfter))
        let sizes = before == after ? "" : ", \(before) \(glyphs.arrow) \(Pluralized.some(bytes.sizeAfter, "byte"))"
        let differs = bytes.count == 1 ? "1 byte differs" : "\(ByteCount.grouped(bytes.count)) bytes differ"
        return "\(differs), the first at offset \(ByteCount.grouped(bytes.offset))\(sizes)"
    }

    private static func details(_ hunk: LineHunk, of difference: Difference) -> [String] {
        let place = difference.address.isEmpty ? "" : difference.addressText + ", "
        let number = hunk.after.isEmpty ? hunk.before.lowerBound : hunk.after.lowerBound
        let note = difference.note.map { " (\($0))" } ?? ""
        var lines = [indent + DisplayText("\(place)line \(number + 1)\(note)").description]
        let changed = hunk.lines.filter { $0.origin != .both }
        let (removed, added) = (changed.filter { $0.origin == .before }, changed.filter { $0.origin == .after })
        var numbers: [LineHunk.Line.Origin: Int] = [:]
        for line in changed.prefix(maxLines) {
            let (mark, opposite) = line.origin == .before ? ("-", added) : ("+", removed)
            let number = numbers[line.origin, default: 0]
            numbers[line.origin] = number + 1
            let other = number < opposite.count ? opposite[number].text : nil
            let room = max(16, columns - indent.count - 4)
            lines.append("\(indent)  \(mark) \(cut(line.text, differingFrom: other, to: room))")
        }
        if changed.count > maxLines {
            lines.append("\(indent)  \(Pluralized.lines(changed.count - maxLines)) more")
        }
        return lines
    }
}
