/// Assembles the elements of an XML property list without recursion.
///
/// Source: the PropertyList-1.0 DTD. As in CoreFoundation, the enclosing `plist` element is optional, and a dictionary
/// whose only key is `CF$UID` with an integer is an archive reference.
struct XMLPropertyListBuilder {
    /// A collection whose end tag has not been parsed yet.
    fileprivate struct OpenCollection {
        enum Children {
            case array([PropertyListValue])
            case dictionary(PropertyListDictionary)
        }

        let element: XMLPropertyListElement
        var children: Children
        /// The key of the next value.
        var key: String?
    }

    /// A key or scalar whose end tag has not been parsed yet.
    private struct OpenText {
        let element: XMLPropertyListElement
        let offset: Int
    }

    private let limits: PropertyListLimits
    private let standIns: Bool
    private var collections: [OpenCollection] = []
    private var openText: OpenText?
    /// The text of the open key or scalar parsed so far.
    private var text: [UInt8] = []
    private var isInRoot = false
    private var result: PropertyListValue?
    /// The number of values and keys so far.
    private var values = 0

    /// - Parameter standIns: Whether texts contain stand-ins, to be resolved by `XMLStandIns`.
    init(limits: PropertyListLimits, standIns: Bool) {
        self.limits = limits
        self.standIns = standIns
    }

    /// The innermost open element.
    var innermost: XMLPropertyListElement? {
        openText?.element ?? collections.last?.element ?? (isInRoot ? .plist : nil)
    }

    // MARK: Parser events

    /// Handles a start tag. The name ends with NUL.
    mutating func begin(_ name: UnsafePointer<CChar>, at offset: Int) throws(XMLFault) {
        if let openText { throw XMLFault(.malformed, "a tag inside the text of \(openText.element.name)", at: offset) }
        let element = XMLPropertyListElement(name: name)
        if element == .plist, !isInRoot, values == 0 {
            isInRoot = true
            return
        }
        guard result == nil else {
            throw XMLFault(.malformed, "something behind the list's only value", at: offset)
        }
        values += 1
        guard values <= limits.values else {
            throw XMLFault(.tooLarge, "more than \(limits.values) values", at: offset)
        }
        switch element {
        case .array, .dict:
            guard collections.count < limits.depth else {
                let message = "collections are nested more than \(limits.depth) deep"
                throw XMLFault(.tooDeep, message, at: offset)
            }
            try checkKey(before: element == .array ? .array : .dict, at: offset)
            collections.append(
                element == .array
                    ? OpenCollection(element: .array, children: .array([]))
                    : OpenCollection(element: .dict, children: .dictionary([:])))
        case .key:
            guard let last = collections.indices.last, collections[last].element == .dict else {
                throw XMLFault(.malformed, "a key outside a dictionary", at: offset)
            }
            guard collections[last].key == nil else {
                throw XMLFault(.malformed, "a key where a value was expected", at: offset)
            }
            openText = OpenText(element: .key, offset: offset)
        case .plist, nil:
            let shown = Self.quotable(String(cString: name))
            throw XMLFault(.malformed, "\(shown) is not a property list element", at: offset)
        case let scalar?:
            try checkKey(before: scalar, at: offset)
            openText = OpenText(element: scalar, offset: offset)
        }
    }

    /// Handles a piece of text.
    mutating func add(_ piece: UnsafeRawBufferPointer, at offset: Int) throws(XMLFault) {
        if openText != nil {
            text.append(contentsOf: piece)
        } else if !piece.allSatisfy({ $0.isXMLSpace }) {
            throw XMLFault(.malformed, "text where a tag was expected", at: offset)
        }
    }

    /// Handles the end tag of the innermost open element.
    mutating func end(at offset: Int) throws(XMLFault) {
        if let openText {
            self.openText = nil
            defer { text.removeAll(keepingCapacity: true) }
            let whole = (standIns ? XMLStandIns.resolve(text) : text)[...]
            if openText.element == .key {
                collections[collections.count - 1].key = String(decoding: whole, as: UTF8.self)
            } else {
                add(try Self.scalar(openText, whole))
            }
        } else if let collection = collections.popLast() {
            guard collection.key == nil else { throw XMLFault(.malformed, "a key without a value", at: offset) }
            add(collection.value)
        }
    }

    /// Returns the property list after the whole document has been parsed.
    /// - Parameter offset: The end of the document.
    func finish(at offset: Int) throws(XMLFault) -> PropertyListValue {
        guard let result else { throw XMLFault(.truncated, "a property list without a value", at: offset) }
        return result
    }

    // MARK: Collections

    private func checkKey(before element: XMLPropertyListElement, at offset: Int) throws(XMLFault) {
        guard let last = collections.indices.last, collections[last].element == .dict, collections[last].key == nil
        else { return }
        throw XMLFault(.malformed, "\(element.name) in a dictionary where a key was expected", at: offset)
    }

    private mutating func add(_ value: PropertyListValue) {
        if collections.isEmpty { result = value } else { collections[collections.count - 1].add(value) }
    }

    // MARK: Scalars

    private static func scalar(_ open: OpenText, _ text: ArraySlice<UInt8>) throws(XMLFault) -> PropertyListValue {
        let value: PropertyListValue? =
            switch open.element {
            case .string: .string(String(decoding: text, as: UTF8.self))
            case .integer: XMLNumber.integer(text.trimmed)
            case .real: XMLNumber.real(text.trimmed).map(PropertyListValue.real)
            case .date: PropertyListDate.seconds(from: text.trimmed).map(PropertyListValue.date)
            case .data: XMLData.bytes(from: text).map(PropertyListValue.data)
            case .true: text.trimmed.isEmpty ? .boolean(true) : nil
            case .false: text.trimmed.isEmpty ? .boolean(false) : nil
            case .key, .array, .dict, .plist: nil
            }
        guard let value else {
            throw XMLFault(.malformed, "the content of \(open.element.name) is invalid", at: open.offset)
        }
        return value
    }

    /// Returns the name of an element if it is safe to quote in a message.
    private static func quotable(_ name: String) -> String {
        // The longest name in the DTD is "integer".
        let isPlain = name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-_.:".utf8.contains($0) }
        return isPlain && name.utf8.count <= 64 ? name : "this"
    }
}

extension XMLPropertyListBuilder.OpenCollection {
    fileprivate var value: PropertyListValue {
        switch children {
        case .array(let elements):
            return .array(elements)
        case .dictionary(let dictionary):
            if dictionary.count == 1, case .integer(let number)? = dictionary["CF$UID"], number >= 0 {
                return .uid(UInt64(number))
            }
            return .dictionary(dictionary)
        }
    }

    fileprivate mutating func add(_ value: PropertyListValue) {
        switch children {
        case .array(var elements):
            // Empty the property first, so that the elements have a single owner and are not copied.
            children = .array([])
            elements.append(value)
            children = .array(elements)
        case .dictionary(var dictionary):
            guard let key else { return }
            children = .array([])
            dictionary.add(value, for: key, lastCounts: true)
            children = .dictionary(dictionary)
            self.key = nil
        }
    }
}
