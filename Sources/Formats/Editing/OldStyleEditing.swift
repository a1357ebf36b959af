/// Changes values of an old-style property list or a `strings` file. All bytes but those of the value, and of the mark
/// behind an item, stay.
struct OldStyleEditing {
    private let text: [UInt8]
    private let layout: TextLayout

    /// - Parameter text: A list in UTF-8 that was read without an error.
    init(_ text: [UInt8]) {
        self.text = text
        layout = Self.layout(of: text)
    }

    /// Returns the text after a change.
    func applying(_ edit: PlainEdit<PropertyListValue>) throws(ValueEditError) -> [UInt8]? {
        switch edit {
        case .replace(let positions, let value):
            if let node = layout.node(at: positions) { return text.replacing(node.range, by: try Self.written(value)) }
            // A key that stands for itself.
            guard let last = positions.last, let node = layout.node(at: positions.dropLast()),
                node.members.indices.contains(last), let name = node.members[last].name
            else { return nil }
            return text.replacing(name.upperBound..<name.upperBound, by: Array(" = ".utf8) + (try Self.written(value)))
        case .insert(let value, let name, let positions, let position):
            guard let node = layout.node(at: positions) else { return nil }
            return inserting(try Self.written(value), name, into: node, at: position)
        case .remove(let positions):
            guard let last = positions.last, let node = layout.node(at: positions.dropLast()),
                node.members.indices.contains(last)
            else { return nil }
            return removing(last, from: node)
        }
    }

    /// Comments beside an item stay.
    private func removing(_ position: Int, from node: TextLayout.Node) -> [UInt8] {
        let (members, member) = (node.members, node.members[position])
        let start = position > 0 ? members[position - 1].end : node.content.lowerBound
        let end = position + 1 < members.count ? members[position + 1].start : node.content.upperBound
        let before = OldStyleGap(start..<member.start, of: text)
        let behind = OldStyleGap(member.end..<end, of: text)
        guard member.name == nil else {
            if node.range.lowerBound == 0, position == 0, members.count > 1 {
                return text.replacing(member.start..<text.pastBlanks(at: member.end), by: [])
            }
            return text.replacing(start..<member.end, by: before.remains(before: member.end))
        }
        // The comma is that before the item, or that behind the first.
        if position > 0 {
            var rest = before.remains(before: member.end)
            // A slash that follows a word without quotation marks would belong to it.
            if OldStylePropertyListReader.isBare(text[start - 1]), (rest.first ?? text[member.end]) == 0x2f {
                rest.insert(0x20, at: 0)
            }
            return text.replacing(start..<member.end, by: rest)
        }
        if members.count > 1 { return text.replacing(member.start..<end, by: behind.remains) }
        let hasComments = before.hasComments || behind.hasComments
        return text.replacing(
            node.content, by: hasComments ? before.remains(before: member.end) + behind.withoutComma : [])
    }

    private func inserting(_ value: [UInt8], _ name: String?, into node: TextLayout.Node, at position: Int) -> [UInt8] {
        let members = node.members
        let isFile = node.range == 0..<text.count && text.first != 0x7b
        guard let model = position < members.count ? members[position] : members.last else {
            return insertingFirst(value, name, into: node, isFile: isFile)
        }
        let blanks = Array(text[text.blanks(before: model.start)])
        guard let name else {
            if position < members.count {
                return text.replacing(
                    model.start..<model.start, by: value + [0x2c] + (blanks.isEmpty ? [0x20] : blanks))
            }
            return text.replacing(model.end..<model.end, by: [0x2c] + (blanks.isEmpty ? [0x20] : blanks) + value)
        }
        // The last item of a dictionary need not end with a semicolon.
        let mark: [UInt8] = text[..<model.end].last == 0x3b ? [] : [0x3b]
        let separators = blanks.isEmpty ? (isFile ? text.lineBreak : [0x20]) : blanks
        return text.replacing(model.end..<model.end, by: mark + separators + Self.item(name, value))
    }

    /// Comments in an empty collection stay, before its first item.
    private func insertingFirst(
        _ value: [UInt8], _ name: String?, into node: TextLayout.Node, isFile: Bool
    ) -> [UInt8] {
        let gap = OldStyleGap(node.content, of: text)
        let base = text.indentation(at: node.range.lowerBound)
        let line = text.lineBreak + base + [0x09]
        guard let name else {
            guard gap.hasComments else { return text.replacing(node.content, by: value) }
            let leading = text.pastBlanks(at: node.content.lowerBound)
            var blanks = Array(text[node.content.lowerBound..<leading])
            if gap.endsWithLine, !blanks.contains(where: \.isLineBreak) { blanks = line }
            return text.replacing(
                gap.endOfComments..<gap.endOfComments, by: (blanks.isEmpty ? [0x20] : blanks) + value)
        }
        let item = Self.item(name, value)
        guard !isFile else {
            return text + (text.isEmpty || text.last == 0x0a ? [] : text.lineBreak) + item + text.lineBreak
        }
        let isSpread = text.contains(0x0a) || gap.endsWithLine
        return text.replacing(
            gap.endOfComments..<node.content.upperBound,
            by: (isSpread ? line : [0x20]) + item + (isSpread ? text.lineBreak + base : [0x20]))
    }

    private static func item(_ name: String, _ value: [UInt8]) -> [UInt8] {
        quoted(name) + " = ".utf8 + value + [0x3b]
    }

    // MARK: Values

    private static func written(_ value: PropertyListValue) throws(ValueEditError) -> [UInt8] {
        switch value {
        case .string(let text): return quoted(text)
        case .data(let bytes): return [0x3c] + bytes.hexadecimal().utf8 + [0x3e]
        case .array(let items):
            var text: [UInt8] = [0x28]
            for (index, item) in items.enumerated() { text += (index == 0 ? [] : [0x2c, 0x20]) + (try written(item)) }
            return text + [0x29]
        case .dictionary(let dictionary):
            var text: [UInt8] = [0x7b]
            for pair in dictionary { text += quoted(pair.key) + " = ".utf8 + (try written(pair.value)) + "; ".utf8 }
            return text + [0x7d]
        default:
            throw ValueEditError(.type, "an old-style property list has only strings, data, arrays and dictionaries")
        }
    }

    private static func quoted(_ string: String) -> [UInt8] {
        var text: [UInt8] = [0x22]
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"", "\\": text += [0x5c, UInt8(scalar.value)]
            case "\n": text += #"\n"#.utf8
            case "\r": text += #"\r"#.utf8
            case "\t": text += #"\t"#.utf8
            case _ where scalar.value < 0x20 || scalar.value == 0x7f || scalar.isActive:
                for unit in scalar.utf16 {
                    text += #"\U"#.utf8
                    text += [UInt8(unit >> 8), UInt8(unit & 0xff)].hexadecimal().utf8
                }
            default: text += scalar.utf8
            }
        }
        return text + [0x22]
    }

    // MARK: Layout

    private static func layout(of text: [UInt8]) -> TextLayout {
        var layout = TextLayout()
        var position = text.pastBlanksAndComments(at: 0)
        let isFile = position < text.count ? ![0x7b, 0x28].contains(text[position]) : true
        if isFile { layout.begin(at: 0, contentFrom: 0) }
        // The collections that are open, as whether they are dictionaries.
        var dictionaries = isFile ? [true] : []
        var isKeyNext = isFile
        while position < text.count {
            let start = position
            position += 1
            switch text[start] {
            case 0x7b, 0x28:
                layout.begin(at: start, contentFrom: position)
                isKeyNext = text[start] == 0x7b
                dictionaries.append(isKeyNext)
            case 0x7d, 0x29:
                layout.end(content: start, at: position)
                _ = dictionaries.popLast()
                isKeyNext = false
            case 0x3b:
                layout.extendItem(to: position)
                isKeyNext = true
            case 0x2c, 0x3d: isKeyNext = false
            default:
                position = text.pastString(at: start)
                guard isKeyNext else {
                    layout.add(start..<position, content: start..<position)
                    break
                }
                let next = text.pastBlanksAndComments(at: position)
                if next < text.count, text[next] == 0x3b {
                    layout.add(selfNamed: start..<position)
                } else {
                    layout.add(name: start..<position)
                }
                isKeyNext = false
            }
            position = text.pastBlanksAndComments(at: position)
        }
        if isFile { layout.end(content: text.count, at: text.count) }
        return layout
    }
}

extension [UInt8] {
    fileprivate func pastBlanks(at offset: Int) -> Int {
        var position = offset
        while position < count, self[position].isXMLSpace { position += 1 }
        return position
    }

    fileprivate func pastBlanksAndComments(at offset: Int) -> Int {
        var position = pastBlanks(at: offset)
        while let end = pastComment(at: position) { position = pastBlanks(at: end) }
        return position
    }

    /// The end of a string or of data.
    fileprivate func pastString(at offset: Int) -> Int {
        var position = offset + 1
        switch self[offset] {
        case 0x22, 0x27:
            while position < count, self[position] != self[offset] { position += self[position] == 0x5c ? 2 : 1 }
            return Swift.min(count, position + 1)
        case 0x3c:
            while position < count, self[position] != 0x3e { position += 1 }
            return Swift.min(count, position + 1)
        default:
            while position < count, OldStylePropertyListReader.isBare(self[position]) { position += 1 }
            return position
        }
    }
}
