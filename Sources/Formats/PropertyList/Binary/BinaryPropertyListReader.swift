/// Assembles the objects of a binary property list without recursion, reading each object once.
///
/// An object that several collections refer to becomes one shared value, so a list that doubles with every level takes
/// no more memory or time to read. It still counts toward the limits each time it occurs, because code that traverses
/// the value visits it each time.
struct BinaryPropertyListReader {
    /// The size of a value including its contents, with shared values counted wherever they occur.
    private struct Extent {
        /// The number of values and keys.
        var values = 1
        /// The number of bytes of text and data.
        var content = 0
        /// The nesting depth of collections, including this one.
        var depth = 0
    }

    /// The reading state of an object.
    private enum Object {
        case unread
        /// A collection whose children are being read.
        case open
        case read(PropertyListValue, Extent)
    }

    /// A collection whose children are being read.
    private struct OpenCollection {
        let number: Int
        let object: BinaryPropertyListObjects.Object
        let count: Int
        var keys: [String] = []
        var children: [PropertyListValue] = []
        var extent = Extent(depth: 1)

        var value: PropertyListValue {
            switch object.kind {
            case .dictionary: .dictionary(PropertyListDictionary(keys: keys, values: children))
            case .set: .set(children)
            default: .array(children)
            }
        }
    }

    private let source: BinaryPropertyListObjects
    private let limits: PropertyListLimits
    private let isExact: Bool
    private let escapesText: Bool
    /// The texts that are written with escapes.
    private var escapes = EscapedTexts()
    /// Whether a key is written with escapes.
    private var escapesKeys = false
    private var objects: [Object]
    /// The collections from the top object to the one that is being filled.
    private var stack: [OpenCollection] = []
    /// The number of bytes that further objects may take. Objects of a well-formed list do not overlap, so together
    /// they cannot be longer than the list; without this limit, a small file could request terabytes.
    private var budget: Int
    /// Whether U+FFFD stands in the texts read so far for what is not in their encoding.
    private var isRepaired = false

    private init(
        _ bytes: UnsafeRawBufferPointer, _ limits: PropertyListLimits, isExact: Bool, escapesText: Bool
    ) throws(PropertyListError) {
        source = try BinaryPropertyListObjects(bytes, limits: limits)
        self.limits = limits
        (self.isExact, self.escapesText) = (isExact, escapesText)
        budget = bytes.count
        objects = Array(repeating: .unread, count: source.trailer.objectCount)
    }

    /// Reads a list.
    /// - Parameter isExact: Whether defects that reading would repair or leave out are errors: invalid text, and a key
    ///   that occurs twice in a dictionary.
    /// - Parameter escapesText: Whether text that is no Unicode is written with escapes, rather than with U+FFFD.
    /// - Returns: The list, whether U+FFFD stands in its texts for what is not in their encoding, and the texts that are
    ///   written with escapes.
    static func read(
        _ bytes: [UInt8], limits: PropertyListLimits, isExact: Bool = false, escapesText: Bool = false
    ) throws(PropertyListError) -> (list: PropertyListValue, isRepaired: Bool, escapes: EscapedTexts) {
        try bytes.withUnsafeBufferPointer { buffer throws(PropertyListError) in
            var reader = try BinaryPropertyListReader(
                UnsafeRawBufferPointer(buffer), limits, isExact: isExact, escapesText: escapesText)
            let list = try reader.read()
            return (list, reader.isRepaired, reader.allEscapes)
        }
    }

    /// The texts that were written with escapes, once all is read.
    private var allEscapes: EscapedTexts {
        var escapes = escapes
        guard !escapes.isEmpty else { return escapes }
        let written = objects.count { object in
            guard case .read(.string(let text), _) = object else { return false }
            return escapes.bytes(of: text) != nil
        }
        if escapesKeys || written != escapes.count { escapes.areTold = false }
        return escapes
    }

    private mutating func read() throws(PropertyListError) -> PropertyListValue {
        if let value = try visit(source.trailer.topObject) { return value.0 }
        while let last = stack.indices.last {
            let index = stack[last].children.count
            if index < stack[last].count {
                let place = stack[last].object.kind == .dictionary ? stack[last].count + index : index
                let number = try source.reference(place, of: stack[last].object)
                if let (value, extent) = try visit(number) { try add(value, extent) }
                continue
            }
            let finished = stack.removeLast()
            let value = finished.value
            if isExact, let dictionary = value.dictionaryValue, dictionary.repeatedCount > 0 {
                throw PropertyListError(
                    .malformed, "a dictionary with the same key twice", offset: finished.object.start)
            }
            objects[finished.number] = .read(value, finished.extent)
            if stack.isEmpty { return value }
            try add(value, finished.extent)
        }
        throw PropertyListError(.malformed, "a list without a value", offset: 0)
    }

    /// Returns the value of object `number`; nil if it is a collection, which has been pushed onto the stack to be
    /// filled, unless a key is wanted, which no collection is.
    private mutating func visit(
        _ number: Int, isKey: Bool = false
    ) throws(PropertyListError) -> (PropertyListValue, Extent)? {
        switch objects[number] {
        case .read(let value, let extent):
            try checkDepth(extent.depth, of: number)
            return (value, extent)
        case .open:
            guard !isKey else { return nil }
            throw PropertyListError(
                .cyclic, "a collection that contains itself", offset: try source.object(number).start)
        case .unread: break
        }
        let object = try source.object(number)
        guard object.contents.count <= budget else {
            throw PropertyListError(.malformed, "objects that overlap one another", offset: object.contents.lowerBound)
        }
        budget -= object.contents.count
        if let value = try scalar(object) {
            let extent = Extent(content: value.contentSize)
            objects[number] = .read(value, extent)
            return (value, extent)
        }
        guard !isKey else { return nil }
        try checkDepth(1, of: number)
        objects[number] = .open
        try open(number, object)
        return nil
    }

    /// Returns nil for a collection.
    private mutating func scalar(
        _ object: BinaryPropertyListObjects.Object
    ) throws(PropertyListError) -> PropertyListValue? {
        if object.kind.isText {
            if let string = source.string(object) { return .string(string) }
            if escapesText, !isExact {
                let bytes = Array(source.contents(of: object))
                let string =
                    object.kind == .utf16 ? String(escaping: bytes[...].bigEndianUnits) : String(name: bytes[...])
                escapes.add(string, bytes)
                return .string(string)
            }
            isRepaired = true
            guard !isExact else {
                let message = "a text that is not valid \(object.kind == .utf16 ? "UTF-16" : "UTF-8")"
                throw PropertyListError(.malformed, message, offset: object.contents.lowerBound)
            }
        }
        guard object.kind != .uid || source.isReadable(uid: object) else {
            let message = "an archive reference of more than 64 bits"
            throw PropertyListError(.unsupported, message, offset: object.start)
        }
        return source.scalar(object)
    }

    private mutating func open(
        _ number: Int, _ object: BinaryPropertyListObjects.Object
    ) throws(PropertyListError) {
        let count = source.count(of: object)
        // Check before reading the children, because the capacity for all of them is reserved at once.
        guard count < limits.values else { throw Self.tooManyValues(at: object.contents.lowerBound, limits) }
        var collection = OpenCollection(number: number, object: object, count: count)
        collection.children.reserveCapacity(count)
        if object.kind == .dictionary {
            collection.keys.reserveCapacity(count)
            for index in 0..<count {
                let key = try source.reference(index, of: object)
                guard let (value, extent) = try visit(key, isKey: true), case .string(let string) = value else {
                    let offset = try source.object(key).start
                    throw PropertyListError(.malformed, "a dictionary key that is not a string", offset: offset)
                }
                if escapes.bytes(of: string) != nil { escapesKeys = true }
                collection.keys.append(string)
                try Self.add(extent, to: &collection.extent, of: object.contents.lowerBound, within: limits)
            }
        }
        stack.append(collection)
    }

    /// Adds `value` to the innermost collection.
    private mutating func add(_ value: PropertyListValue, _ extent: Extent) throws(PropertyListError) {
        let last = stack.count - 1
        let offset = stack[last].object.contents.lowerBound
        stack[last].children.append(value)
        try Self.add(extent, to: &stack[last].extent, of: offset, within: limits)
    }

    /// Adds the extent of a part to that of the whole. It does not belong to a value of the reader, which would be copied
    /// with its stack for each child.
    private static func add(
        _ part: Extent, to whole: inout Extent, of offset: Int, within limits: PropertyListLimits
    ) throws(PropertyListError) {
        let (values, valuesOverflow) = whole.values.addingReportingOverflow(part.values)
        guard !valuesOverflow, values <= limits.values else {
            throw tooManyValues(at: offset, limits)
        }
        let (content, contentOverflow) = whole.content.addingReportingOverflow(part.content)
        guard !contentOverflow, content <= limits.content else {
            let message = "more than \(limits.content) bytes of text and data, repeated ones counted each time"
            throw PropertyListError(.tooLarge, message, offset: offset)
        }
        whole = Extent(values: values, content: content, depth: max(whole.depth, part.depth + 1))
    }

    private func checkDepth(_ depth: Int, of number: Int) throws(PropertyListError) {
        guard stack.count + depth <= limits.depth else {
            let message = "collections are nested more than \(limits.depth) deep"
            throw PropertyListError(.tooDeep, message, offset: try source.object(number).start)
        }
    }

    private static func tooManyValues(at offset: Int, _ limits: PropertyListLimits) -> PropertyListError {
        let message = "more than \(limits.values) values, repeated ones counted each time"
        return PropertyListError(.tooLarge, message, offset: offset)
    }
}

extension PropertyListValue {
    /// The number of bytes of text or data in this value, not including children.
    fileprivate var contentSize: Int {
        switch self {
        case .string(let string): string.utf8.count
        case .data(let bytes): bytes.count
        default: 0
        }
    }
}
