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
        let kind: BinaryPropertyListObject.Collection
        let count: Int
        /// The offset of the references to the children (of a dictionary, to the values).
        let references: Int
        var keys: [String] = []
        var children: [PropertyListValue] = []
        var extent = Extent(depth: 1)

        var value: PropertyListValue {
            switch kind {
            case .array: .array(children)
            case .set: .set(children)
            case .dictionary: .dictionary(PropertyListDictionary(keys: keys, values: children))
            }
        }
    }

    private let trailer: BinaryPropertyListTrailer
    private let limits: PropertyListLimits
    private let isExact: Bool
    private var source: BinaryPropertyListObjects
    private var objects: [Object]
    /// The collections from the top object to the one that is being filled.
    private var stack: [OpenCollection] = []

    /// - Parameter isExact: Whether defects that reading would repair or leave out are errors: invalid text, and a key
    ///   that occurs twice in a dictionary.
    init(_ bytes: [UInt8], limits: PropertyListLimits, isExact: Bool = false) throws(PropertyListError) {
        trailer = try BinaryPropertyListTrailer(bytes, limits: limits)
        self.limits = limits
        self.isExact = isExact
        source = BinaryPropertyListObjects(bytes, trailer: trailer, isExact: isExact)
        objects = Array(repeating: .unread, count: trailer.objectCount)
    }

    /// Whether U+FFFD stands in the texts read so far for what is not in their encoding.
    var isRepaired: Bool { source.isRepaired }

    mutating func read() throws(PropertyListError) -> PropertyListValue {
        if let value = try visit(trailer.topObject) { return value.0 }
        while !stack.isEmpty {
            if let number = try nextChild() {
                if let (value, extent) = try visit(number) { try add(value, extent) }
                continue
            }
            let finished = stack.removeLast()
            let value = finished.value
            if isExact, let dictionary = value.dictionaryValue, dictionary.repeatedCount > 0 {
                throw PropertyListError(
                    .malformed, "a dictionary with the same key twice", offset: try source.offset(of: finished.number))
            }
            objects[finished.number] = .read(value, finished.extent)
            if stack.isEmpty { return value }
            try add(value, finished.extent)
        }
        throw PropertyListError(.malformed, "a list without a value", offset: 0)
    }

    /// Returns the object number of the next child of the innermost collection; nil if it is complete.
    private func nextChild() throws(PropertyListError) -> Int? {
        let top = stack.count - 1
        let index = stack[top].children.count
        guard index < stack[top].count else { return nil }
        return try source.reference(index, from: stack[top].references)
    }

    /// Returns the value of object `number`; nil if it is a collection, which has been pushed onto the stack to be
    /// filled.
    private mutating func visit(_ number: Int) throws(PropertyListError) -> (PropertyListValue, Extent)? {
        switch objects[number] {
        case .read(let value, let extent):
            try checkDepth(extent.depth, of: number)
            return (value, extent)
        case .open:
            let offset = try source.offset(of: number)
            throw PropertyListError(.cyclic, "a collection that contains itself", offset: offset)
        case .unread:
            break
        }
        switch try source.read(number) {
        case .scalar(let value):
            let extent = Extent(content: value.contentSize)
            objects[number] = .read(value, extent)
            return (value, extent)
        case .collection(let kind, let count, let references):
            try checkDepth(1, of: number)
            objects[number] = .open
            try open(number, kind, count: count, references: references)
            return nil
        }
    }

    private mutating func open(
        _ number: Int,
        _ kind: BinaryPropertyListObject.Collection,
        count: Int,
        references: Int
    ) throws(PropertyListError) {
        // Check before reading the children, because the capacity for all of them is reserved at once.
        guard count < limits.values else { throw Self.tooManyValues(at: references, limits) }
        let behindKeys = kind == .dictionary ? references + count * trailer.referenceSize : references
        var collection = OpenCollection(number: number, kind: kind, count: count, references: behindKeys)
        collection.children.reserveCapacity(count)
        if kind == .dictionary {
            collection.keys.reserveCapacity(count)
            for index in 0..<count {
                let key = try source.reference(index, from: references)
                guard let (value, extent) = try visitKey(key), case .string(let string) = value else {
                    let offset = try source.offset(of: key)
                    throw PropertyListError(.malformed, "a dictionary key that is not a string", offset: offset)
                }
                collection.keys.append(string)
                try Self.add(extent, to: &collection.extent, of: references, within: limits)
            }
        }
        stack.append(collection)
    }

    /// Reads a key. Like `visit`, but never pushes onto the stack: a collection is not a valid key.
    private mutating func visitKey(_ number: Int) throws(PropertyListError) -> (PropertyListValue, Extent)? {
        switch objects[number] {
        case .read(let value, let extent): return (value, extent)
        case .open: return nil
        case .unread: break
        }
        guard case .scalar(let value) = try source.read(number) else { return nil }
        let extent = Extent(content: value.contentSize)
        objects[number] = .read(value, extent)
        return (value, extent)
    }

    /// Adds `value` to the innermost collection.
    private mutating func add(_ value: PropertyListValue, _ extent: Extent) throws(PropertyListError) {
        let last = stack.count - 1
        let references = stack[last].references
        stack[last].children.append(value)
        try Self.add(extent, to: &stack[last].extent, of: references, within: limits)
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
            throw PropertyListError(.tooDeep, message, offset: try source.offset(of: number))
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
