/// Changes values of a property list in XML. All bytes but those of the value, and of the blanks before an item, stay.
struct XMLPropertyListEditing {
    private let text: [UInt8]
    private let layout: TextLayout
    /// Whether characters beyond ASCII are written as references, since the declaration allows no others.
    private let isASCII: Bool

    /// - Parameter text: A list in UTF-8 that was read without an error.
    /// - Throws: `PropertyListError` as the reader.
    init(_ text: [UInt8]) throws(PropertyListError) {
        self.text = text
        layout = try text.withUnsafeBufferPointer { buffer throws(PropertyListError) in
            try Self.layout(of: UnsafeRawBufferPointer(buffer))
        }
        let declaration = String(decoding: text.prefix(while: { $0 != 0x3e }), as: UTF8.self).lowercased()
        isASCII = declaration.contains("ascii")
    }

    /// Returns the text after a change.
    func applying(_ edit: PlainEdit<PropertyListValue>) -> [UInt8]? {
        switch edit {
        case .replace(let positions, let value):
            guard let node = layout.node(at: positions) else { return nil }
            let written = written(value, at: node.range.lowerBound)
            // A tag may have attributes, which stay where its element does.
            if let element = node.element, !node.content.isEmpty, let content = content(of: written, element) {
                return text.replacing(node.content, by: content)
            }
            return text.replacing(node.range, by: written)
        case .insert(let value, let name, let positions, let position):
            guard let node = layout.node(at: positions) else { return nil }
            return inserting(value, name, into: node, at: position)
        case .remove(let positions):
            guard let last = positions.last, let node = layout.node(at: positions.dropLast()),
                node.members.indices.contains(last)
            else { return nil }
            let member = node.members[last]
            return text.replacing(text.blanks(before: member.start).lowerBound..<member.end, by: [])
        }
    }

    /// Returns what is between the tags of an element with no others in it; nil if it is another element.
    private func content(of written: [UInt8], _ element: XMLPropertyListElement) -> ArraySlice<UInt8>? {
        let name = Array("\(element.name)".utf8)
        let (start, end) = ([0x3c] + name + [0x3e], [0x3c, 0x2f] + name + [0x3e])
        guard written.starts(with: start), written.suffix(end.count).elementsEqual(end) else { return nil }
        return written[start.count..<written.count - end.count]
    }

    private func inserting(
        _ value: PropertyListValue, _ name: String?, into node: TextLayout.Node, at position: Int
    ) -> [UInt8] {
        let members = node.members
        guard let model = position < members.count ? members[position] : members.last else {
            return insertingFirst(value, name, into: node)
        }
        let blanks = Array(text[text.blanks(before: model.start)])
        let item = key(name, between: between(model), or: blanks) + written(value, at: model.start)
        guard position < members.count else { return text.replacing(model.end..<model.end, by: blanks + item) }
        return text.replacing(model.start..<model.start, by: item + blanks)
    }

    private func key(_ name: String?, between: [UInt8]?, or blanks: [UInt8]) -> [UInt8] {
        guard let name else { return [] }
        var key = Array("<key>".utf8)
        XMLPropertyListWriter.escape(name, isASCII: isASCII, into: &key)
        return key + "</key>".utf8 + (between ?? blanks)
    }

    /// The blanks between the key and the value of an item; nil if there is anything else.
    private func between(_ member: TextLayout.Member) -> [UInt8]? {
        guard let name = member.name, let node = member.node else { return nil }
        let bytes = Array(text[name.upperBound..<layout.nodes[node].range.lowerBound])
        return bytes.allSatisfy(\.isXMLSpace) ? bytes : nil
    }

    private func insertingFirst(_ value: PropertyListValue, _ name: String?, into node: TextLayout.Node) -> [UInt8] {
        let base = text.indentation(at: node.range.lowerBound)
        let isSpread = text.contains(0x0a)
        let blanks: [UInt8] = isSpread ? text.lineBreak + base + [0x09] : []
        var item = blanks + key(name, between: nil, or: blanks)
        var writer = XMLPropertyListWriter(isASCII: isASCII, base: base + [0x09])
        item += writer.element(of: value) + (isSpread ? text.lineBreak + base : [])
        guard node.content.lowerBound == node.range.upperBound else {
            // Comments between the tags stay.
            let start = max(node.content.lowerBound, text.blanks(before: node.content.upperBound).lowerBound)
            return text.replacing(start..<node.content.upperBound, by: item)
        }
        // The tag is both, `<dict/>`, and may have attributes.
        let name = "\(node.element?.name ?? "dict")".utf8
        let slash = node.range.upperBound - 2
        return text.replacing(
            text.blanks(before: slash).lowerBound..<node.range.upperBound,
            by: [0x3e] + item + [0x3c, 0x2f] + name + [0x3e])
    }

    private func written(_ value: PropertyListValue, at offset: Int) -> [UInt8] {
        var writer = XMLPropertyListWriter(isASCII: isASCII, base: text.indentation(at: offset))
        return writer.element(of: value)
    }

    // MARK: Layout

    private static func layout(of bytes: UnsafeRawBufferPointer) throws(PropertyListError) -> TextLayout {
        var layout = TextLayout()
        var cursor = try XMLCursor(bytes)
        while let tag = try cursor.tag() {
            guard let element = XMLPropertyListElement(tag.name), element != .plist else { continue }
            let start = tag.offset
            let content = cursor.position
            if element == .dict || element == .array {
                if tag.isEnd {
                    layout.end(content: start, at: content)
                } else {
                    layout.begin(at: start, contentFrom: content, element)
                    if tag.isEmpty { layout.end(content: content, at: content) }
                }
                continue
            }
            var end = content
            if !tag.isEmpty {
                _ = try cursor.text()
                end = cursor.position
                guard try cursor.tag() != nil else { break }
            }
            if element == .key {
                layout.add(name: start..<cursor.position)
            } else {
                layout.add(start..<cursor.position, content: content..<end, element)
            }
        }
        return layout
    }
}
