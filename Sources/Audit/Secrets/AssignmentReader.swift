import Formats

/// Reads what stands behind a name in a text: what assigns, and the value.
struct AssignmentReader {
    /// A value in the bytes.
    typealias Found = (range: Range<Int>, isQuoted: Bool)

    let bytes: UnsafeRawBufferPointer
    let name: Range<Int>
    let key: SensitiveKeyName
    var index: Int
    /// Whether the name is in quotation marks.
    var isNameQuoted = false

    /// The most bytes between a name and its value.
    static let reach = 200

    init(_ bytes: UnsafeRawBufferPointer, name: Range<Int>, key: SensitiveKeyName) {
        (self.bytes, self.name, self.key) = (bytes, name, key)
        index = name.upperBound
    }

    /// Returns the value; nil if none stands behind the name.
    mutating func value() -> Found? {
        if let found = elementValue() { return found }
        isNameQuoted = skipQuote() != nil
        if isNameQuoted || name.lowerBound > 0 && bytes[name.lowerBound - 1] == 0x3d,
            let found = attributeValue() ?? listValue()
        {
            return found
        }
        if peek() == 0x5d { index += 1 }
        let afterName = index
        skip(Self.marks)
        let (line, before) = (lineStart, index)
        skipBlanks()
        switch peek() {
        case 0x3d:
            // What compares is no assignment.
            guard byte(1) != 0x3d else { return nil }
            index += byte(1) == 0x3e ? 2 : 1
        case 0x3a:
            // Reports of tests: `PASS: name of a test`.
            guard isNameQuoted || !bytes[name].elementsEqual(Self.passed) else { return nil }
            index += byte(1) == 0x3d ? 2 : 1
            if peek() == 0x2f, byte(1) == 0x2f { return nil }
            skipType()
        case 0xef where bytes.matches(AssignedValue.wideColon, at: index): index += 3
        case 0x2c where isNameQuoted: return argument()
        case 0x28 where !isNameQuoted && (key.match == .ending || key.rule != .password):
            index += 1
            skipBlanks(andLines: true)
            return quoted()
        default: return looseValue(from: before, after: afterName, line)
        }
        return assigned()
    }

    private static let passed = Array("PASS".utf8)

    /// Returns the value behind a name that is the first argument of a call, or the first item of a pair:
    /// `set("password", "…")`. Lists of words have such places as well.
    private mutating func argument() -> Found? {
        let opening = name.lowerBound - 1
        guard opening > 0, isQuote(bytes[opening]),
            let before = bytes[..<opening].last(where: { !isBlank($0) && !isLineEnd($0) }),
            [0x28, 0x5b, 0x7b].contains(before)
        else { return nil }
        index += 1
        skipBlanks(andLines: true)
        guard let found = quoted() else { return nil }
        index = found.range.upperBound
        _ = skipQuote()
        skipBlanks(andLines: true)
        return [0x29, 0x5d, 0x7d].contains(peek()) || isMixed(found.range) ? found : nil
    }

    // MARK: Without a sign

    private static let commands = ["env", "arg", "export", "set", "setenv", "setx", "#define"].map { Array($0.utf8) }
    private static let verbs = [" is ", " was ", " to "].map { Array($0.utf8) }

    /// Returns a value that only a word or a blank divides from its name: of an option, behind a command, in a sentence, a
    /// default.
    private mutating func looseValue(from blank: Int, after end: Int, _ line: Int) -> Found? {
        if isLineEnd(peek()), let found = listValue() { return found }
        if let place = defaultValue() {
            index = place
            return quoted()
        }
        // The last part of a path is no name: `/etc/passwd '…'`.
        guard name.lowerBound == 0 || bytes[name.lowerBound - 1] != 0x2f else { return nil }
        if let verb = Self.verbs.first(where: { bytes.matches(lowercase: $0, at: blank) }) {
            index = blank + verb.count
            skip(Self.marks)
            // Pairs of Kotlin, and sentences.
            if isNameQuoted || isQuote(peek()) { return key.match == .whole && !isNameQuoted ? nil : quoted() }
            // One passes a password to something, too.
            guard verb != Self.verbs.last || isChanged else { return nil }
            return word().flatMap { isMixed($0.range) ? $0 : nil }
        }
        guard blank < index else { return nil }
        let isOption = name.count > 2 && bytes[name.lowerBound] == 0x2d
        let isCommand = Self.commands.contains {
            bytes.matches(lowercase: $0, at: line) && line + $0.count + 1 == name.lowerBound
        }
        if isOption || isCommand { return peek() == 0x2d ? nil : quoted() ?? word() }
        // `WITH PASSWORD '…'`, `with password …`
        guard key.rule == .password, key.match == .ending, !isNameQuoted else { return nil }
        if peek() == 0x27 { return quoted() }
        // Lists of words have such places as well.
        guard key.names.contains(where: { bytes[name].map(\.asciiLowercased) == Array($0.utf8) }), let found = word(),
            isMixed(found.range),
            !bytes[found.range].contains(where: { [0x2f, 0x5f].contains($0) })
        else { return nil }
        return found
    }

    private static let changes = ["set", "chang", "reset", "updat"].map { Array($0.utf8) }

    /// Whether what stands before the name says that a value is set.
    private var isChanged: Bool {
        let start = max(0, name.lowerBound - 32)
        return (start..<name.lowerBound).contains { place in
            Self.changes.contains { bytes.matches(lowercase: $0, at: place) }
        }
    }

    /// Returns where the default of a column begins: `password TEXT DEFAULT '…'`.
    private func defaultValue() -> Int? {
        let word = Array("default".utf8)
        var place = index
        while place < bytes.count, place - index < 48,
            bytes[place].isASCIILetterOrDigit || isBlank(bytes[place])
                || bytes[place] == 0x28 || bytes[place] == 0x29
        {
            if bytes.matches(lowercase: word, at: place) {
                place += word.count
                while place < bytes.count, isBlank(bytes[place]) || bytes[place] == 0x28 { place += 1 }
                return place < bytes.count && isQuote(bytes[place]) ? place : nil
            }
            place += 1
        }
        return nil
    }

    /// Whether a word has letters and digits, as a password in a sentence has that is none of its words.
    private func isMixed(_ range: Range<Int>) -> Bool {
        range.count >= 6 && SecretValue.isMixed(bytes[range])
    }

    // MARK: Values

    /// Skips the type of a variable, if a value is assigned behind it: `: String = "…"`.
    private mutating func skipType() {
        var place = index
        while place < bytes.count, place - index < 48, !isLineEnd(bytes[place]), !isQuote(bytes[place]),
            bytes[place] != 0x2c, bytes[place] != 0x3b
        {
            if bytes[place] == 0x3d, place + 1 < bytes.count, bytes[place + 1] != 0x3d {
                index = place + 1
                return
            }
            place += 1
        }
    }

    mutating func assigned() -> Found? {
        skip(Self.marks)
        skipBlanks(andLines: isNameQuoted)
        skip(Self.marks)
        skipBlanks()
        // The value follows in a line of its own: `>-` of YAML.
        if peek() == 0x3e || peek() == 0x7c {
            index += 1
            if peek() == 0x2d || peek() == 0x2b { index += 1 }
            guard isLineEnd(peek()) else { return nil }
            skipBlanks(andLines: true)
        }
        if peek() == 0x26, byte(1).isASCIILetterOrDigit { skipAnchor() }
        if peek() == 0x3c, byte(1).isASCIILetterOrDigit { return contents(from: index + 1) }
        if isLineEnd(peek()), !isNameQuoted { return nextLine() }
        if let found = quoted() { return found }
        switch key.values {
        case .header, .cookies: return line()
        default: return word()
        }
    }

    /// Returns the only word of the next line.
    private mutating func nextLine() -> Found? {
        skipBlanks(andLines: true)
        guard let found = word(), isMixed(found.range) else { return nil }
        index = found.range.upperBound
        skipBlanks()
        return index == bytes.count || isLineEnd(peek()) ? found : nil
    }

    /// Skips an anchor of YAML: `&name`.
    private mutating func skipAnchor() {
        index += 1
        while index < bytes.count, bytes[index].isASCIILetterOrDigit || bytes[index] == 0x5f { index += 1 }
        skipBlanks()
    }

    /// The longest prefix of a text without a call: `u8"…"`.
    private static let longestPrefix = 2

    /// What languages write before a quotation mark: a prefix, or a call with the value alone.
    private mutating func skipPrefix() {
        var place = index
        while place < bytes.count, place - index < 16,
            bytes[place].isASCIILetterOrDigit || [0x40, 0x28, 0x2e, 0x5f].contains(bytes[place])
        {
            place += 1
        }
        guard place - index <= Self.longestPrefix || [0x28, 0x40].contains(bytes[place - 1]) else { return }
        // What a method returns is not its argument, unless it decodes that: `password.encode("utf-8")`.
        let prefix = bytes[index..<place]
        if let first = prefix.first, (0x61...0x7a).contains(first), prefix.contains(0x2e),
            !String(decoding: prefix, as: UTF8.self).contains("decode")
        {
            return
        }
        var quote = place
        while quote < bytes.count, bytes[quote] == 0x5c { quote += 1 }
        if quote < bytes.count, isQuote(bytes[quote]) { index = place }
    }

    private static let longOpenings: [(opening: [UInt8], closing: [UInt8])] = [
        (Array("\"\"\"".utf8), Array("\"\"\"".utf8)), (Array("'''".utf8), Array("'''".utf8)),
        (Array("[[".utf8), Array("]]".utf8)),
    ]

    /// Returns what is in quotation marks; nil if there are none.
    mutating func quoted() -> Found? {
        skipPrefix()
        for (opening, closing) in Self.longOpenings where bytes.matches(opening, at: index) {
            let start = index + opening.count
            var end = start
            while !bytes.matches(closing, at: end) {
                guard end - start < AssignedValue.longestValue,
                    let next = bytes.firstIndex(of: closing[0], from: end + 1)
                else { return nil }
                end = next
            }
            return (start..<end, true)
        }
        guard let (quote, escapes) = skipQuote() else { return nil }
        let start = index
        var end = start
        while end < bytes.count, end - start < AssignedValue.longestValue, !isLineEnd(bytes[end]) {
            if bytes[end] == quote { break }
            // A text in a text has its quotation marks escaped; any other escape is part of the value.
            if bytes[end] == 0x5c {
                var slashes = 0
                while end + slashes < bytes.count, bytes[end + slashes] == 0x5c { slashes += 1 }
                if slashes == escapes, end + slashes < bytes.count, bytes[end + slashes] == quote { break }
                guard escapes == 0 else { return nil }
                end += 2
            } else {
                end += 1
            }
        }
        guard end < bytes.count, bytes[end] == quote || bytes[end] == 0x5c else { return nil }
        return (start..<end, true)
    }

    func word() -> Found? {
        var end = index
        while end < bytes.count, end - index < AssignedValue.longestValue, bytes[end] > 0x20,
            !isWordEnd(bytes[end])
        {
            end += 1
        }
        return (index..<end, false)
    }

    /// Whether a byte ends a value without quotation marks: `"'&,;{}()<>` and the backslash and grave accent.
    private func isWordEnd(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x22, 0x26...0x29, 0x2c, 0x3b, 0x3c, 0x3e, 0x5c, 0x60, 0x7b, 0x7d: true
        default: false
        }
    }

    /// Returns the rest of a line.
    private func line() -> Found? {
        var end = index
        while end < bytes.count, end - index < AssignedValue.longestValue, bytes[end] >= 0x20, bytes[end] != 0x22,
            bytes[end] != 0x27, bytes[end] != 0x5c
        {
            end += 1
        }
        return (index..<end, false)
    }

    // MARK: Bytes

    /// What emphasizes names and values in texts.
    private static let marks: [UInt8] = [0x2a, 0x60]

    func peek() -> UInt8 { byte(0) }
    func byte(_ distance: Int) -> UInt8 { index + distance < bytes.count ? bytes[index + distance] : 0x0a }
    func isQuote(_ byte: UInt8) -> Bool { byte == 0x22 || byte == 0x27 || byte == 0x60 }
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0a || byte == 0x0d }

    private mutating func skip(_ some: [UInt8]) {
        while index < bytes.count, some.contains(bytes[index]) { index += 1 }
    }

    mutating func skipBlanks(andLines: Bool = false) {
        while index < bytes.count, isBlank(bytes[index]) || andLines && isLineEnd(bytes[index]) { index += 1 }
    }

    /// Skips a quotation mark with the backslashes before it.
    mutating func skipQuote() -> (quote: UInt8, escapes: Int)? {
        var place = index
        while place < bytes.count, bytes[place] == 0x5c { place += 1 }
        guard place < bytes.count, isQuote(bytes[place]) else { return nil }
        defer { index = place + 1 }
        return (bytes[place], place - index)
    }

    /// Where the line with the name begins, behind blanks.
    private var lineStart: Int {
        var start = name.lowerBound
        while start > 0, name.lowerBound - start < 32, !isLineEnd(bytes[start - 1]) { start -= 1 }
        while start < name.lowerBound, isBlank(bytes[start]) { start += 1 }
        return start
    }
}
