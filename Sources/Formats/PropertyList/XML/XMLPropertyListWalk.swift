import CPattern

/// Passes the values of a property list in XML one by one, as Apple and most others write it: without comments, sections,
/// other declarations than the usual ones, and what `XMLPropertyListReader` repairs.
package struct XMLPropertyListWalk: PropertyListWalk {
    /// An array or dictionary that has begun.
    private struct Group {
        let isDictionary: Bool
        /// The index of the next value.
        var index = 0
        /// The key of the last value.
        var name: PropertyListItem.Bytes?
    }

    private let bytes: UnsafeRawBufferPointer
    private let mostLevels: Int
    private var position = 0
    private var groups: [Group] = []
    private var values = 0
    private var hasBegun = false
    private var hasFailed = false
    package private(set) var isComplete = false

    private static let declarations = [
        #"<?xml version="1.0" encoding="UTF-8"?>"#, #"<?xml version="1.0" encoding="utf-8"?>"#,
        #"<?xml version="1.0"?>"#,
    ].map { Array($0.utf8) }
    private static let types = ["", " Computer"].map {
        Array(
            "<!DOCTYPE plist PUBLIC \"-//Apple\($0)//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">"
                .utf8)
    }

    /// Begins a walk.
    /// - Parameters:
    ///   - mostLevels: The maximum depth of nested arrays and dictionaries.
    package init?(_ bytes: UnsafeRawBufferPointer, mostLevels: Int) {
        guard bytes.count <= PropertyListLimits.standard.bytes, bytes.first == 0x3c else { return nil }
        (self.bytes, self.mostLevels) = (bytes, mostLevels)
        if Self.declarations.contains(where: { skip($0) }) { skipBlanks() }
        if Self.types.contains(where: { skip($0) }) { skipBlanks() }
        guard skip("<plist version=\"1.0\">") || skip("<plist>") else { return nil }
    }

    package mutating func next() -> PropertyListItem? {
        guard !hasFailed, !isComplete else { return nil }
        if let item = found() { return item }
        hasFailed = !isComplete
        return nil
    }

    package var path: [String] {
        groups.filter { $0.index > 0 }.map { group in
            guard group.isDictionary else { return "\(group.index - 1)" }
            return group.name?.withBytes { String(decoding: $0, as: UTF8.self) } ?? ""
        }
    }

    /// Returns the next value; nil at the end, and for all that is unusual.
    private mutating func found() -> PropertyListItem? {
        skipBlanks()
        if !hasBegun {
            hasBegun = true
            guard let item = element(nil), case .group = item.value else { return nil }
            skipBlanks()
        }
        while let last = groups.indices.last {
            guard skip(groups[last].isDictionary ? "</dict>" : "</array>") else {
                var name: PropertyListItem.Bytes?
                if groups[last].isDictionary {
                    guard let key = key() else { return nil }
                    name = key
                    groups[last].name = key
                }
                groups[last].index += 1
                return element(name)
            }
            groups.removeLast()
            skipBlanks()
        }
        guard skip("</plist>") else { return nil }
        skipBlanks()
        isComplete = position == bytes.count
        return nil
    }

    private mutating func key() -> PropertyListItem.Bytes? {
        guard skip("<key>"), let key = text(before: "</key>") else { return nil }
        if case .plain(let name) = key {
            // A reference is a dictionary with this key; an archive of objects is another kind of document.
            guard !name.isEqual(to: "CF$UID"), groups.count > 1 || !name.isEqual(to: "$archiver") else { return nil }
        }
        values += 1
        skipBlanks()
        return key
    }

    private mutating func element(_ name: PropertyListItem.Bytes?) -> PropertyListItem? {
        values += 1
        guard values < PropertyListLimits.standard.values, let value = value() else { return nil }
        return PropertyListItem(value: value, name: name)
    }

    private mutating func value() -> PropertyListItem.Value? {
        guard position + 1 < bytes.count, bytes[position] == 0x3c else { return nil }
        switch bytes[position + 1] {
        case UInt8(ascii: "s"):
            if skip("<string>") { return text(before: "</string>").map { .text($0) } }
            return skip("<string/>") ? .text(.decoded([])) : nil
        case UInt8(ascii: "d"):
            if skip("<dict>") { return begin(isDictionary: true) }
            if skip("<data>") { return data() }
            if skip("<dict/>") { return .group }
            return skip("<date>") ? date() : nil
        case UInt8(ascii: "a"):
            if skip("<array>") { return begin(isDictionary: false) }
            return skip("<array/>") ? .group : nil
        case UInt8(ascii: "i"): return skip("<integer>") ? integer() : nil
        case UInt8(ascii: "r"): return skip("<real>") ? real() : nil
        case UInt8(ascii: "t"): return skip("<true/>") ? .other : nil
        case UInt8(ascii: "f"): return skip("<false/>") ? .other : nil
        default: return nil
        }
    }

    private mutating func begin(isDictionary: Bool) -> PropertyListItem.Value? {
        guard groups.count < mostLevels else { return nil }
        groups.append(Group(isDictionary: isDictionary))
        return .group
    }

    // MARK: Texts

    private mutating func text(before end: StaticString) -> PropertyListItem.Bytes? {
        guard let all = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
        let start = position
        var (isASCII, hasReferences) = (true, false)
        while true {
            position = sandglass_plain_end(all, position, bytes.count, 0x3c, 0x26, 0x3e)
            guard position < bytes.count else { return nil }
            let byte = all[position]
            if byte == 0x3c { break }
            // Carriage returns are converted, and `]]>` is an error.
            guard byte >= 0x80 || byte == 0x26 || byte == 0x09 || byte == 0x0a else { return nil }
            hasReferences = hasReferences || byte == 0x26
            isASCII = isASCII && byte < 0x80
            position += 1
        }
        let range = start..<position
        guard skip(end) else { return nil }
        let text = UnsafeRawBufferPointer(rebasing: bytes[range])
        guard isASCII || Self.isText(text) else { return nil }
        return hasReferences ? Self.resolved(text).map { .decoded($0) } : .plain(text)
    }

    /// Whether a text is UTF-8, and certainly has no character that XML does not allow: U+FFFE and U+FFFF.
    private static func isText(_ text: UnsafeRawBufferPointer) -> Bool {
        var before: UInt8 = 0
        for byte in text {
            if before == 0xef, byte == 0xbf { return false }
            before = byte
        }
        return String(validating: text, as: UTF8.self) != nil
    }

    private static let entities: [(name: StaticString, byte: UInt8)] = [
        ("&amp;", 0x26), ("&lt;", 0x3c), ("&gt;", 0x3e), ("&quot;", 0x22), ("&apos;", 0x27),
    ]

    /// Returns a text without its references; nil if it has others than those of XML itself.
    private static func resolved(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            guard text[index] == 0x26 else {
                result.append(text[index])
                index += 1
                continue
            }
            let rest = UnsafeRawBufferPointer(rebasing: text[index...])
            guard let entity = entities.first(where: { rest.begins(with: $0.name) }) else { return nil }
            result.append(entity.byte)
            index += entity.name.utf8CodeUnitCount
        }
        return result
    }

    // MARK: Other values

    /// Returns the bytes up to a tag.
    private mutating func contents(before end: StaticString, _ isPart: (UInt8) -> Bool) -> UnsafeRawBufferPointer? {
        let start = position
        while position < bytes.count, isPart(bytes[position]) { position += 1 }
        let range = start..<position
        return skip(end) ? UnsafeRawBufferPointer(rebasing: bytes[range]) : nil
    }

    private mutating func data() -> PropertyListItem.Value? {
        let text = contents(before: "</data>") { $0 != 0x3c }
        return text.flatMap { XMLData.isPlain($0) ? .data(.base64($0)) : nil }
    }

    private mutating func date() -> PropertyListItem.Value? {
        let text = contents(before: "</date>") { $0 != 0x3c }
        return text.flatMap { PropertyListDate.seconds(from: Array($0)[...]) == nil ? nil : .other }
    }

    private mutating func integer() -> PropertyListItem.Value? {
        guard let text = contents(before: "</integer>", { $0 == 0x2d || (0x30...0x39).contains($0) }),
            (1...18).contains(text.count)
        else { return nil }
        var number: Int64 = 0
        let digits = text.first == 0x2d ? text.dropFirst() : text[...]
        guard !digits.isEmpty else { return nil }
        for digit in digits {
            guard digit != 0x2d else { return nil }
            number = number * 10 + Int64(digit - 0x30)
        }
        return .integer(text.first == 0x2d ? -number : number)
    }

    private mutating func real() -> PropertyListItem.Value? {
        guard let text = contents(before: "</real>", { $0 == 0x2d || $0 == 0x2e || (0x30...0x39).contains($0) }),
            text.count <= 64
        else { return nil }
        // Digits with a point among them, and one sign at most; other forms are left to the reader.
        let digits = text.first == 0x2d ? text.dropFirst() : text[...]
        let points = digits.count { $0 == 0x2e }
        guard points <= 1, !digits.contains(0x2d), let first = digits.first, let last = digits.last, first != 0x2e,
            last != 0x2e
        else { return nil }
        return .writtenReal(text)
    }

    // MARK: Tags

    private mutating func skipBlanks() {
        while position < bytes.count, bytes[position].isXMLSpace { position += 1 }
    }

    private mutating func skip(_ tag: [UInt8]) -> Bool {
        guard bytes.count - position >= tag.count, bytes[position..<position + tag.count].elementsEqual(tag) else {
            return false
        }
        position += tag.count
        return true
    }

    private mutating func skip(_ tag: StaticString) -> Bool {
        guard UnsafeRawBufferPointer(rebasing: bytes[position...]).begins(with: tag) else { return false }
        position += tag.utf8CodeUnitCount
        return true
    }
}

extension UnsafeRawBufferPointer {
    /// Returns whether these bytes begin with a text.
    fileprivate func begins(with text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard count >= length else { return false }
        for index in 0..<length where self[index] != text.utf8Start[index] { return false }
        return true
    }
}
