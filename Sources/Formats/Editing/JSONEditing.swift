/// Changes values of a JSON text, or of JSON lines. All bytes but those of the value, and of a comma with an item,
/// stay.
struct JSONEditing {
    private let text: [UInt8]
    private let layout: TextLayout
    private let isASCII: Bool
    private let isLines: Bool

    /// - Parameter text: Valid JSON in UTF-8; several texts are the items of a collection around them.
    init(_ text: [UInt8], isLines: Bool) {
        (self.text, self.isLines) = (text, isLines)
        layout = Self.layout(of: text, isLines: isLines)
        // Characters are escaped where the text does that.
        isASCII = !text.contains { $0 >= 0x80 } && text.contains(#"\u"#.utf8)
    }

    /// Returns the text after a change.
    func applying(_ edit: PlainEdit<JSONValue>) -> [UInt8]? {
        switch edit {
        case .replace(let positions, let value):
            guard let node = layout.node(at: positions) else { return nil }
            return text.replacing(node.range, by: written(value, at: node.range.lowerBound))
        case .insert(let value, let name, let positions, let position):
            guard let node = layout.node(at: positions) else { return nil }
            guard positions.isEmpty, isLines else { return inserting(value, name, into: node, at: position) }
            return inserting(line: value, into: node, at: position)
        case .remove(let positions):
            guard let last = positions.last, let node = layout.node(at: positions.dropLast()),
                node.members.indices.contains(last)
            else { return nil }
            return removing(last, from: node)
        }
    }

    /// An item takes a comma with it: the one before it, or that behind the first.
    private func removing(_ position: Int, from node: TextLayout.Node) -> [UInt8] {
        let members = node.members
        if position > 0 { return text.replacing(members[position - 1].end..<members[position].end, by: []) }
        guard members.count > 1 else { return text.replacing(node.content, by: []) }
        return text.replacing(members[0].start..<members[1].start, by: [])
    }

    private func inserting(
        _ value: JSONValue, _ name: String?, into node: TextLayout.Node, at position: Int
    ) -> [UInt8] {
        let members = node.members
        guard let model = position < members.count ? members[position] : members.last else {
            return insertingFirst(value, name, into: node)
        }
        let key = name.map { JSONWriter.line(.string($0), isASCII: isASCII) + colon(in: model) } ?? []
        // The blanks before an item are those of the one whose place it takes, or that comes before it.
        let blanks = Array(text[text.blanks(before: model.start)])
        let item = key + written(value, at: model.start)
        guard position < members.count else {
            return text.replacing(model.end..<model.end, by: [0x2c] + blanks + item)
        }
        let isFirst = position == 0 && members.count > 1
        let separators = isFirst ? Array(text[text.blanks(before: members[1].start)]) : blanks
        return text.replacing(model.start..<model.start, by: item + [0x2c] + separators)
    }

    private func inserting(line value: JSONValue, into node: TextLayout.Node, at position: Int) -> [UInt8] {
        let line = JSONWriter.line(value, isASCII: isASCII)
        guard position < node.members.count else {
            let end = node.members.last?.end ?? node.range.upperBound
            return text.replacing(end..<end, by: (node.members.isEmpty ? [] : text.lineBreak) + line)
        }
        let start = node.members[position].start
        return text.replacing(start..<start, by: line + text.lineBreak)
    }

    /// What is between the key and the value of an item.
    private func colon(in member: TextLayout.Member) -> [UInt8] {
        guard let name = member.name, let node = member.node else { return [0x3a] }
        return Array(text[name.upperBound..<layout.nodes[node].range.lowerBound])
    }

    private func insertingFirst(_ value: JSONValue, _ name: String?, into node: TextLayout.Node) -> [UInt8] {
        let isSpread = isSpread && node.range.lowerBound > 0
        let key =
            name.map { JSONWriter.line(.string($0), isASCII: isASCII) + (isSpread ? [0x3a, 0x20] : [0x3a]) } ?? []
        guard isSpread else {
            return text.replacing(node.content, by: key + JSONWriter.line(value, isASCII: isASCII))
        }
        let base = text.indentation(at: node.range.lowerBound)
        let item = key + JSONWriter.line(value, isASCII: isASCII)
        return text.replacing(
            node.content, by: text.lineBreak + base + unit + item + text.lineBreak + base)
    }

    /// The blanks by which one level is indented: those of the first line that is.
    private var unit: [UInt8] {
        for line in text.split(separator: 0x0a) where line.first == 0x20 || line.first == 0x09 {
            let blanks = line.prefix { $0 == 0x20 || $0 == 0x09 }
            if blanks.count < line.count { return Array(blanks) }
        }
        return [0x20, 0x20]
    }

    /// Whether items are written on lines of their own.
    private var isSpread: Bool { !isLines && text.contains(0x0a) }

    /// Returns a value on one line, or a collection on several if the text is written like that.
    private func written(_ value: JSONValue, at offset: Int) -> [UInt8] {
        switch value {
        case .array(let items) where !items.isEmpty && isSpread: spread(value, at: offset)
        case .object(let members) where !members.isEmpty && isSpread: spread(value, at: offset)
        default: JSONWriter.line(value, isASCII: isASCII)
        }
    }

    private func spread(_ value: JSONValue, at offset: Int) -> [UInt8] {
        let base = text.indentation(at: offset)
        let lines = JSONWriter.text(value, isASCII: isASCII).split(separator: 0x0a)
        return Array(lines.joined(separator: text.lineBreak + base))
    }

    // MARK: Layout

    private static func layout(of text: [UInt8], isLines: Bool) -> TextLayout {
        var layout = TextLayout()
        var position = text.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        if isLines { layout.begin(at: 0, contentFrom: 0) }
        // The collections that are open, as whether they are objects.
        var objects: [Bool] = []
        var isKeyNext = false
        while position < text.count {
            let start = position
            position += 1
            switch text[start] {
            case 0x7b, 0x5b:
                layout.begin(at: start, contentFrom: position)
                isKeyNext = text[start] == 0x7b
                objects.append(isKeyNext)
            case 0x7d, 0x5d:
                layout.end(content: start, at: position)
                objects.removeLast()
                isKeyNext = false
            case 0x22:
                while position < text.count, text[position] != 0x22 { position += text[position] == 0x5c ? 2 : 1 }
                position += 1
                if isKeyNext {
                    layout.add(name: start..<position)
                } else {
                    layout.add(start..<position, content: start + 1..<position - 1)
                }
                isKeyNext = false
            case 0x2c: isKeyNext = objects.last ?? false
            case 0x3a: break
            case let byte where byte.isXMLSpace: break
            default:
                while position < text.count, !text[position].endsJSONWord { position += 1 }
                layout.add(start..<position, content: start..<position)
            }
        }
        if isLines { layout.end(content: text.count, at: text.count) }
        return layout
    }
}

extension UInt8 {
    /// Whether a number or a word ends before the byte.
    fileprivate var endsJSONWord: Bool { isXMLSpace || self == 0x2c || self == 0x5d || self == 0x7d || self == 0x3a }
}
