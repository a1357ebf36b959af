/// Passes the values of a property list in XML one by one.
///
/// Source: the PropertyList-1.0 DTD. As in CoreFoundation, the enclosing `plist` element is optional. `XMLPropertyListReader`
/// makes values of what this passes.
package struct XMLPropertyListWalk: PropertyListWalk {
    /// An array or dictionary that has begun.
    private struct Group {
        let element: XMLPropertyListElement
        /// The index of the next value.
        var index = 0
        /// The key of the last value.
        var name: PropertyListItem.Bytes?
        /// Whether the value of the key is still to come.
        var isValueNext = false
    }

    private var cursor: XMLCursor
    private let limits: PropertyListLimits
    /// Whether all is passed, and not only lists that are no archives of objects.
    private let isForReader: Bool
    private var groups: [Group] = []
    private var values = 0
    /// Whether the element around the list is open; nil before it.
    private var isInRoot: Bool?
    private var hasFailed = false
    /// The number of arrays and dictionaries around the last value.
    private(set) var level = 0
    /// The key or scalar that is being read.
    private var openText: XMLPropertyListElement?
    package private(set) var isComplete = false

    /// Begins a walk.
    /// - Parameter maxLevels: The maximum depth of nested arrays and dictionaries.
    package init?(_ bytes: UnsafeRawBufferPointer, maxLevels: Int) {
        let limits = PropertyListLimits(depth: maxLevels)
        guard bytes.count <= limits.bytes, let cursor = try? XMLCursor(bytes) else { return nil }
        self.init(cursor, limits, isForReader: false)
    }

    /// Begins a walk for the reader.
    init(reading bytes: UnsafeRawBufferPointer, limits: PropertyListLimits) throws(PropertyListError) {
        self.init(try XMLCursor(bytes), limits, isForReader: true)
    }

    private init(_ cursor: XMLCursor, _ limits: PropertyListLimits, isForReader: Bool) {
        (self.cursor, self.limits, self.isForReader) = (cursor, limits, isForReader)
    }

    package mutating func next() -> PropertyListItem? {
        guard !hasFailed, !isComplete else { return nil }
        if let item = try? found() { return item }
        hasFailed = !isComplete
        return nil
    }

    package var path: [String] {
        groups.filter { $0.index > 0 }.map { group in
            guard group.element == .dict else { return "\(group.index - 1)" }
            return group.name?.withBytes { String(decoding: $0, as: UTF8.self) } ?? ""
        }
    }

    /// The innermost open element.
    var innermost: XMLPropertyListElement? { openText ?? groups.last?.element ?? (isInRoot == true ? .plist : nil) }

    /// Returns the next value; nil at the end.
    /// - Throws: `PropertyListError` also for all that is left to the reader.
    mutating func found() throws(PropertyListError) -> PropertyListItem? {
        while let tag = try cursor.tag() {
            guard tag.isEnd else {
                if let item = try readOpening(tag) { return item }
                continue
            }
            guard let element = innermost, tag.name.isEqual(to: element.name) else {
                throw cursor.malformed("mismatched tag", at: tag.offset)
            }
            guard let group = groups.popLast() else {
                isInRoot = false
                continue
            }
            guard !group.isValueNext else { throw cursor.malformed("a key without a value", at: tag.offset) }
        }
        guard values > 0, groups.isEmpty, isInRoot != true else {
            throw PropertyListError(.truncated, "a property list without a value", offset: cursor.bytes.count)
        }
        isComplete = true
        return nil
    }

    // MARK: Elements

    /// Begins an element.
    /// - Returns: nil for a key, and for the element around the list.
    private mutating func readOpening(_ tag: XMLCursor.Tag) throws(PropertyListError) -> PropertyListItem? {
        let element = XMLPropertyListElement(tag.name)
        if element == .plist, isInRoot == nil, values == 0 {
            isInRoot = !tag.isEmpty
            return nil
        }
        // Other documents have elements of the same names.
        guard isForReader || isInRoot != nil else { throw Self.leftToReader }
        guard isInRoot != false, values == 0 || !groups.isEmpty else {
            throw cursor.malformed("unexpected data after the list's only value", at: tag.offset)
        }
        values += 1
        guard values <= limits.values else {
            throw PropertyListError(.tooLarge, "more than \(limits.values) values", offset: tag.offset)
        }
        guard let element, element != .plist else {
            throw cursor.malformed("\(Self.quotable(tag.name)) is not a property list element", at: tag.offset)
        }
        if element == .key {
            try beginKey(tag)
            return nil
        }
        level = groups.count
        var name: PropertyListItem.Bytes?
        if let last = groups.indices.last {
            guard groups[last].element != .dict || groups[last].isValueNext else {
                let message = "\(element.name) in a dictionary where a key was expected"
                throw cursor.malformed(message, at: tag.offset)
            }
            groups[last].index += 1
            groups[last].isValueNext = false
            name = groups[last].name
        }
        if element == .array || element == .dict {
            guard groups.count < limits.depth else {
                let message = "collections are nested more than \(limits.depth) deep"
                throw PropertyListError(.tooDeep, message, offset: tag.offset)
            }
            if !tag.isEmpty { groups.append(Group(element: element)) }
            return PropertyListItem(value: .group(isDictionary: element == .dict), name: name)
        }
        guard isForReader || level > 0 else { throw Self.leftToReader }
        guard let value = value(element, try text(of: element, tag)) else {
            throw cursor.malformed("the content of \(element.name) is invalid", at: tag.offset)
        }
        return PropertyListItem(value: value, name: name)
    }

    private static let leftToReader = PropertyListError(.unsupported, "it is left to the reader", offset: 0)

    private mutating func beginKey(_ tag: XMLCursor.Tag) throws(PropertyListError) {
        guard let last = groups.indices.last, groups[last].element == .dict else {
            throw cursor.malformed("a key outside a dictionary", at: tag.offset)
        }
        guard !groups[last].isValueNext else {
            throw cursor.malformed("a key where a value was expected", at: tag.offset)
        }
        let key = try text(of: .key, tag)
        if !isForReader, case .plain(let name) = key {
            // A reference is a dictionary with this key; an archive of objects is another kind of document.
            guard !name.isEqual(to: "CF$UID"), last > 0 || !name.isEqual(to: "$archiver") else {
                throw Self.leftToReader
            }
        }
        groups[last].name = key
        groups[last].isValueNext = true
    }

    /// Reads the text of an element and its end tag.
    private mutating func text(
        of element: XMLPropertyListElement, _ tag: XMLCursor.Tag
    ) throws(PropertyListError) -> PropertyListItem.Bytes {
        guard !tag.isEmpty else { return .decoded([]) }
        openText = element
        let text = try cursor.text()
        guard let end = try cursor.tag(), end.isEnd else {
            throw cursor.malformed("a tag inside the text of \(element.name)", at: cursor.position)
        }
        guard end.name.isEqual(to: element.name) else { throw cursor.malformed("mismatched tag", at: end.offset) }
        openText = nil
        return text
    }

    /// Returns the name of an element if it is safe to quote in a message.
    private static func quotable(_ name: UnsafeRawBufferPointer) -> String {
        // The longest name in the DTD is "integer".
        let isPlain = name.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-_.:".utf8.contains($0) }
        return isPlain && name.count <= 64 ? String(decoding: name, as: UTF8.self) : "this"
    }

    // MARK: Values

    private func value(_ element: XMLPropertyListElement, _ text: PropertyListItem.Bytes) -> PropertyListItem.Value? {
        switch element {
        case .string: .text(text)
        case .integer: text.withBytes { Self.integer($0) }
        case .real: Self.real(text)
        case .date:
            text.withBytes { PropertyListDate.seconds(from: Array($0)[...].trimmed) }
                .map { .other(.date(secondsSince2001: $0)) }
        case .data: Self.data(text)
        case .true, .false:
            text.withBytes { $0.allSatisfy(\.isXMLSpace) } ? .other(.boolean(element == .true)) : nil
        case .key, .array, .dict, .plist: nil
        }
    }

    private static func data(_ text: PropertyListItem.Bytes) -> PropertyListItem.Value? {
        if case .plain(let digits) = text, XMLData.isPlain(digits) { return .data(.base64(digits)) }
        return text.withBytes { XMLData.bytes(from: $0) }.map { .data(.decoded($0)) }
    }

    private static func integer(_ text: UnsafeRawBufferPointer) -> PropertyListItem.Value? {
        let digits = text.first == 0x2d ? text.dropFirst() : text[...]
        guard (1...18).contains(digits.count), digits.allSatisfy(\.isASCIIDigit) else {
            switch XMLNumber.integer(Array(text)[...].trimmed) {
            case .integer(let number): return .integer(number)
            case .wide(let number): return .wide(number)
            default: return nil
            }
        }
        let number = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
        return .integer(text.first == 0x2d ? -number : number)
    }

    private static func real(_ text: PropertyListItem.Bytes) -> PropertyListItem.Value? {
        guard case .plain(let text) = text, isPlainReal(text) else {
            return text.withBytes { XMLNumber.real(Array($0)[...].trimmed) }.map { .real($0) }
        }
        return .writtenReal(text)
    }

    /// Whether a text is digits with a point among them, and one sign at most.
    private static func isPlainReal(_ text: UnsafeRawBufferPointer) -> Bool {
        let digits = text.first == 0x2d ? text.dropFirst() : text[...]
        guard let first = digits.first, let last = digits.last, first != 0x2e, last != 0x2e, text.count <= 64 else {
            return false
        }
        var points = 0
        for byte in digits {
            if byte == 0x2e { points += 1 } else if !byte.isASCIIDigit { return false }
        }
        return points <= 1
    }
}
