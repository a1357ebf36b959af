import Comparison
import ContainerModel
import Documents
import Formats

/// The differences of two files as rows, with both sides next to each other.
struct ComparedRows: Sendable {
    private(set) var rows: [ComparedRow] = []
    /// The number of differences.
    private(set) var count = 0

    /// The maximum number of rows; users do not look through more.
    static let maxRows = 20_000
    /// The members of an object that have rows of their own.
    private static let maxMembers = 500

    /// Whether there is room for more.
    var hasRoom: Bool { rows.count < Self.maxRows }

    /// Adds a difference.
    mutating func add(_ difference: Difference) {
        count += difference.lines.map(Self.parts) ?? 1
        if let lines = difference.lines {
            add(lines, of: difference)
        } else if let bytes = difference.bytes {
            add(bytes, of: difference)
        } else if difference.follows, let note = difference.note {
            rows.append(ComparedRow(mark: .same, place: Array(note.utf8)))
        } else {
            addValues(of: difference)
        }
    }

    // MARK: Texts

    /// The number of parts of a hunk that differ, between lines that are the same.
    private static func parts(of hunk: LineHunk) -> Int {
        let differs = hunk.lines.map { $0.origin != .both }
        return zip(differs, [false] + differs).count { $0 && !$1 }
    }

    private mutating func add(_ hunk: LineHunk, of difference: Difference) {
        var (old, new) = (hunk.before.lowerBound, hunk.after.lowerBound)
        var lines = hunk.lines[...]
        var isFirst = true
        while !lines.isEmpty {
            let removed = lines.prefix { $0.origin == .before }
            let added = lines.dropFirst(removed.count).prefix { $0.origin == .after }
            if removed.isEmpty, added.isEmpty {
                let text = lines.removeFirst().text
                add(.same, &isFirst, (old, text), (new, text), of: difference)
                (old, new) = (old + 1, new + 1)
                continue
            }
            lines = lines.dropFirst(removed.count + added.count)
            let (before, after) = (removed.map(\.text), added.map(\.text))
            for index in 0..<max(before.count, after.count) {
                let one = before.indices.contains(index) ? (old + index, before[index]) : nil
                let other = after.indices.contains(index) ? (new + index, after[index]) : nil
                add(one == nil ? .added : other == nil ? .removed : .changed, &isFirst, one, other, of: difference)
            }
            (old, new) = (old + before.count, new + after.count)
        }
    }

    private mutating func add(
        _ mark: ComparedRow.Mark, _ isFirst: inout Bool, _ before: (number: Int, text: [UInt8])?,
        _ after: (number: Int, text: [UInt8])?, of difference: Difference
    ) {
        let number = (after ?? before).map { $0.number + 1 } ?? 1
        let place = [difference.address.isEmpty ? nil : difference.addressText, "line \(number)"].compactMap(\.self)
        rows.append(
            ComparedRow(
                mark: mark, place: isFirst ? Array(place.joined(separator: ", ").utf8) : [], before: before?.text,
                after: after?.text,
                opening: PageLine.Opening(
                    steps: difference.address, isBefore: after == nil, target: .line(UInt64(number)))))
        isFirst = false
    }

    // MARK: Bytes and values

    private mutating func add(_ bytes: BytesDifference, of difference: Difference) {
        let offset = "from 0x\(String(bytes.offset, radix: 16))"
        let place = [difference.address.isEmpty ? nil : difference.addressText, offset].compactMap(\.self)
        func text(_ size: UInt64) -> [UInt8] { Array(Pluralized.some(size, "byte").utf8) }
        rows.append(
            ComparedRow(
                mark: .changed, place: Array(place.joined(separator: ", ").utf8), before: text(bytes.sizeBefore),
                after: text(bytes.sizeAfter),
                opening: PageLine.Opening(
                    steps: difference.address, isBefore: bytes.offset >= bytes.sizeAfter,
                    target: .offset(bytes.offset), form: .hex)))
        if let note = difference.note {
            rows.append(ComparedRow(mark: .same, place: Array(note.utf8)))
        }
    }

    private mutating func addValues(of difference: Difference) {
        let mark = Self.mark(difference.change)
        let isInside = !difference.address.isEmpty
        let opening =
            isInside ? PageLine.Opening(steps: difference.address, isBefore: difference.change == .removed) : nil
        let place = Array((isInside ? difference.addressText : difference.subject.rawValue).utf8)
        let (old, new) = (difference.before?.members, difference.after?.members)
        guard old != nil || new != nil, difference.before == nil || old != nil, difference.after == nil || new != nil
        else {
            rows.append(
                ComparedRow(
                    mark: mark, place: place, before: difference.before?.text, after: difference.after?.text,
                    opening: opening))
            return
        }
        rows.append(ComparedRow(mark: mark, place: place, opening: opening))
        for (name, one, other) in Self.pairs(old ?? [], new ?? []).prefix(Self.maxMembers) {
            let mark: ComparedRow.Mark = one == nil ? .added : other == nil ? .removed : one == other ? .same : .changed
            rows.append(
                ComparedRow(mark: mark, place: Array("  \(name)".utf8), before: one, after: other, opening: opening))
        }
    }

    /// Returns the members of two objects, those of the second one first, each with its texts on both sides.
    private static func pairs(
        _ old: [JSONValue.Member], _ new: [JSONValue.Member]
    ) -> [(name: String, before: [UInt8]?, after: [UInt8]?)] {
        let before = Dictionary(old.map { ($0.name, $0.value.text) }) { $1 }
        let after = Set(new.map(\.name))
        return new.map { ($0.name, before[$0.name], $0.value.text) }
            + old.filter { !after.contains($0.name) }.map { ($0.name, $0.value.text, nil) }
    }

    private static func mark(_ change: Difference.Change) -> ComparedRow.Mark {
        switch change {
        case .added: .added
        case .removed: .removed
        case .changed, .moved: .changed
        }
    }
}

extension JSONValue {
    /// The members of an object; nil for any other value.
    fileprivate var members: [Member]? { if case .object(let members) = self { members } else { nil } }

    /// A text as it is, any other value as JSON.
    fileprivate var text: [UInt8] {
        if case .string(let text) = self { return Array(text.utf8) }
        return JSONWriter.line(self)
    }
}
