/// Puts the tags of an XML property list together, without recursion.
///
/// Source: the PropertyList-1.0 DTD. As CoreFoundation does, a list without the `plist` element around it is read
/// too, and a dictionary with the integer `CF$UID` alone is an archive reference.
struct XMLPropertyListReader {
    /// A collection whose end tag has not come yet.
    fileprivate struct OpenCollection {
        enum Children {
            case array([PropertyListValue])
            case dictionary(PropertyListDictionary)
        }

        let name: String
        let offset: Int
        var children: Children
        /// The key whose value comes next.
        var key: String?
    }

    private let limits: PropertyListLimits
    private var tokenizer: XMLTokenizer
    private var stack: [OpenCollection] = []
    private var result: PropertyListValue?
    /// Values and keys so far.
    private var values = 0

    /// A document as UTF-8.
    init(_ bytes: [UInt8], limits: PropertyListLimits) {
        self.limits = limits
        tokenizer = XMLTokenizer(bytes)
    }

    mutating func read() throws(PropertyListError) -> PropertyListValue {
        var isInRoot = false
        var isAtEnd = false
        while let tag = try tokenizer.nextTag() {
            guard !isAtEnd, result == nil || tag.kind == .end else {
                throw malformed("something behind the list's only value", at: tag.offset)
            }
            switch (tag.name, tag.kind) {
            case ("plist", .start) where !isInRoot && stack.isEmpty:
                isInRoot = true
            case ("plist", .end) where isInRoot && result != nil:
                isAtEnd = true
            case (_, .end):
                try close(tag)
            case (let name, let kind):
                try begin(name, isEmpty: kind == .empty, at: tag.offset)
            }
        }
        guard let result, isAtEnd || !isInRoot else {
            let message = stack.last.map { "the document ends inside \($0.name)" } ?? "the document ends too early"
            throw tokenizer.error(.truncated, message, at: tokenizer.offset)
        }
        return result
    }

    private mutating func begin(_ name: String, isEmpty: Bool, at offset: Int) throws(PropertyListError) {
        values += 1
        guard values <= limits.values else {
            throw tokenizer.error(.tooLarge, "more than \(limits.values) values", at: offset)
        }
        switch name {
        case "array", "dict":
            guard stack.count < limits.depth else {
                let message = "collections stand inside one another more than \(limits.depth) deep"
                throw tokenizer.error(.tooDeep, message, at: offset)
            }
            let children: OpenCollection.Children = name == "array" ? .array([]) : .dictionary([:])
            try checkKey(before: name, at: offset)
            let collection = OpenCollection(name: name, offset: offset, children: children)
            if isEmpty { try add(collection.value, at: offset) } else { stack.append(collection) }
        case "key":
            try addKey(isEmpty ? [] : try tokenizer.text(of: name), at: offset)
        default:
            try checkKey(before: name, at: offset)
            let text = isEmpty ? [] : try tokenizer.text(of: name)
            try add(try scalar(name, text, at: offset), at: offset)
        }
    }

    private mutating func close(_ tag: XMLTokenizer.Tag) throws(PropertyListError) {
        guard let collection = stack.popLast() else {
            throw malformed("an end tag of \(tag.name) that closes nothing", at: tag.offset)
        }
        guard collection.name == tag.name else {
            throw malformed("\(collection.name) is closed as \(tag.name)", at: tag.offset)
        }
        guard collection.key == nil else { throw malformed("a key without a value", at: tag.offset) }
        try add(collection.value, at: collection.offset)
    }

    // MARK: Collections

    private func checkKey(before name: String, at offset: Int) throws(PropertyListError) {
        guard let top = stack.last, case .dictionary = top.children, top.key == nil else { return }
        throw malformed("\(name) in a dictionary where a key was expected", at: offset)
    }

    private mutating func addKey(_ text: ArraySlice<UInt8>, at offset: Int) throws(PropertyListError) {
        guard let last = stack.indices.last, case .dictionary = stack[last].children else {
            throw malformed("a key outside a dictionary", at: offset)
        }
        guard stack[last].key == nil else { throw malformed("a key where a value was expected", at: offset) }
        stack[last].key = try string(text, at: offset)
    }

    private mutating func add(_ value: PropertyListValue, at offset: Int) throws(PropertyListError) {
        guard let last = stack.indices.last else {
            result = value
            return
        }
        stack[last].add(value)
    }

    // MARK: Scalars

    private func scalar(
        _ name: String,
        _ text: ArraySlice<UInt8>,
        at offset: Int
    ) throws(PropertyListError) -> PropertyListValue {
        let value: PropertyListValue? =
            switch name {
            case "string": .string(try string(text, at: offset))
            case "integer": XMLNumber.integer(text.trimmed)
            case "real": XMLNumber.real(text.trimmed).map(PropertyListValue.real)
            case "date": PropertyListDate.seconds(from: text.trimmed).map(PropertyListValue.date)
            case "data": XMLData.bytes(from: text).map(PropertyListValue.data)
            case "true": text.trimmed.isEmpty ? .boolean(true) : nil
            case "false": text.trimmed.isEmpty ? .boolean(false) : nil
            default: throw malformed("\(name) is no element of a property list", at: offset)
            }
        guard let value else { throw malformed("the content of \(name) is none of its kind", at: offset) }
        return value
    }

    private func string(_ text: ArraySlice<UInt8>, at offset: Int) throws(PropertyListError) -> String {
        guard let string = String(validating: text, as: UTF8.self) else {
            throw malformed("text that is not UTF-8", at: offset)
        }
        return string
    }

    private func malformed(_ message: String, at offset: Int) -> PropertyListError {
        tokenizer.error(.malformed, message, at: offset)
    }
}

extension XMLPropertyListReader.OpenCollection {
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
            // Emptied first, so that the elements have one owner and are not copied.
            children = .array([])
            elements.append(value)
            children = .array(elements)
        case .dictionary(var dictionary):
            guard let key else { return }
            children = .array([])
            dictionary[key] = value
            children = .dictionary(dictionary)
            self.key = nil
        }
    }
}
