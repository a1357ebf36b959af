import Formats

/// Values in elements and attributes of markup, and in the lists of settings.
extension AssignmentReader {
    /// Returns the contents of the element that has the name, or of the one behind it: `<password>…`,
    /// `<key>password</key><string>…`.
    mutating func elementValue() -> Found? {
        let opening = name.lowerBound - 1
        if opening >= 0, bytes[opening] == 0x3c || bytes[opening] == 0x3a, peek() == 0x3e || isBlank(peek()) {
            guard bytes[opening] == 0x3c || hasOpened(before: opening) else { return nil }
            return contents(from: index)
        }
        guard peek() == 0x3c, byte(1) == 0x2f, let end = end(of: 0x3e, from: index) else { return nil }
        index = end
        skipBlanks(andLines: true)
        guard peek() == 0x3c, byte(1) != 0x2f else { return nil }
        return contents(from: index + 1)
    }

    /// Whether an element begins in front of its prefix.
    private func hasOpened(before colon: Int) -> Bool {
        var start = colon
        while start > 0, colon - start < 32, bytes[start - 1].isASCIILetterOrDigit { start -= 1 }
        return start > 0 && start < colon && bytes[start - 1] == 0x3c
    }

    /// Returns the index behind a byte that is near; nil if markup begins before it.
    private func end(of byte: UInt8, from start: Int) -> Int? {
        var place = start
        while place < bytes.count, place - start < Self.reach {
            if bytes[place] == byte { return place + 1 }
            if bytes[place] == 0x3c, place > start { return nil }
            place += 1
        }
        return nil
    }

    private static let cdata = Array("<![CDATA[".utf8)

    /// Returns the text in an element whose tag goes on at an index.
    func contents(from start: Int) -> Found? {
        guard var place = end(of: 0x3e, from: start), bytes[place - 2] != 0x2f else { return nil }
        // Text may be emphasized in it.
        for _ in 0..<4 {
            while place < bytes.count, isBlank(bytes[place]) || isLineEnd(bytes[place]) { place += 1 }
            if bytes.matches(Self.cdata, at: place) {
                place += Self.cdata.count
                var end = place
                while end < bytes.count, end - place < AssignedValue.longestValue, bytes[end] != 0x5d { end += 1 }
                return (place..<end, true)
            }
            guard place < bytes.count, bytes[place] == 0x3c, place + 1 < bytes.count, bytes[place + 1] != 0x2f,
                let next = end(of: 0x3e, from: place)
            else { break }
            place = next
        }
        var end = place
        while end < bytes.count, end - place < AssignedValue.longestValue, bytes[end] != 0x3c { end += 1 }
        guard end + 1 < bytes.count, bytes[end] == 0x3c, bytes[end + 1] == 0x2f else { return nil }
        while end > place, isBlank(bytes[end - 1]) || isLineEnd(bytes[end - 1]) { end -= 1 }
        return (place..<end, true)
    }

    private static let valueAttributes = ["value", "content", "default", "data"].map { Array($0.utf8) }

    /// Returns the value of the attribute behind one with the name, or the contents of the element:
    /// `name="password" value="…"`, `<string name="password">…`.
    mutating func attributeValue() -> Found? {
        var place = index
        guard place < bytes.count, bytes[place] == 0x3e || bytes[place] <= 0x20 || bytes[place] == 0x2f else {
            return nil
        }
        let start = name.lowerBound - (isNameQuoted ? 1 : 0)
        guard start > 0, let before = bytes[..<start].last(where: { !isBlank($0) }),
            before == 0x3d
        else { return nil }
        // A part of a form has its value behind an empty line (RFC 7578, section 4.2).
        if let lines = [Array("\r\n\r\n".utf8), Array("\n\n".utf8)].first(where: { bytes.matches($0, at: place) }) {
            index = place + lines.count
            return word()
        }
        while place < bytes.count, place - index < Self.reach, bytes[place] != 0x3e, bytes[place] != 0x3c {
            for attribute in Self.valueAttributes where isBlank(bytes[place]) {
                guard bytes.matches(lowercase: attribute, at: place + 1) else { continue }
                var reader = self
                reader.index = place + 1 + attribute.count
                reader.skipBlanks()
                guard reader.peek() == 0x3d else { continue }
                reader.index += 1
                reader.skipBlanks()
                return reader.quoted()
            }
            place += 1
        }
        return place < bytes.count && bytes[place] == 0x3e ? contents(from: place) : nil
    }

    /// Returns the value in the next line of a list of names and values: `- name: PASSWORD`, `value: …`.
    mutating func listValue() -> Found? {
        guard isLineEnd(peek()) || peek() == 0x2c else { return nil }
        var reader = self
        reader.index += peek() == 0x2c ? 1 : 0
        reader.skipBlanks(andLines: true)
        _ = reader.skipQuote()
        guard bytes.matches(lowercase: Self.valueAttributes[0], at: reader.index) else { return nil }
        reader.index += Self.valueAttributes[0].count
        _ = reader.skipQuote()
        reader.skipBlanks()
        guard reader.peek() == 0x3a || reader.peek() == 0x3d else { return nil }
        reader.index += 1
        return reader.assigned()
    }
}
