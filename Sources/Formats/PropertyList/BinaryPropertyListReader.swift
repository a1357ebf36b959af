/// Puts the objects of a binary property list together, without recursion and each object once.
///
/// An object that several collections refer to is one value that they share, so a list that doubles with every level
/// costs nothing to read; its size written out is counted all the same, since whoever walks over the value pays it.
struct BinaryPropertyListReader {
    /// How big a value is with all that is in it, shared values counted wherever they stand.
    private struct Extent {
        /// Values and keys.
        var values = 1
        /// Bytes of text and data.
        var content = 0
        /// Collections inside one another, this one among them.
        var depth = 0
    }

    /// What is known of an object so far.
    private enum Object {
        case unread
        /// One of its children is being read.
        case open
        case read(PropertyListValue, Extent)
    }

    /// A collection whose children are being read.
    private struct OpenCollection {
        let number: Int
        let kind: BinaryPropertyListObject.Collection
        let count: Int
        /// Where the references to the children (a dictionary's values) begin.
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
    private var source: BinaryPropertyListObjects
    private var objects: [Object]
    /// The collections from the top object down to the one that is being filled.
    private var stack: [OpenCollection] = []

    init(_ bytes: [UInt8], limits: PropertyListLimits) throws(PropertyListError) {
        trailer = try BinaryPropertyListTrailer(bytes, limits: limits)
        self.limits = limits
        source = BinaryPropertyListObjects(bytes, trailer: trailer)
        objects = Array(repeating: .unread, count: trailer.objectCount)
    }

    mutating func read() throws(PropertyListError) -> PropertyListValue {
        if let value = try visit(trailer.topObject) { return value.0 }
        while !stack.isEmpty {
            if let number = try nextChild() {
                if let (value, extent) = try visit(number) { try add(value, extent) }
                continue
            }
            let finished = stack.removeLast()
            let value = finished.value
            objects[finished.number] = .read(value, finished.extent)
            if stack.isEmpty { return value }
            try add(value, finished.extent)
        }
        throw PropertyListError(.malformed, "a list without a value", offset: 0)
    }

    /// The object number of the next child of the collection on top of the stack, nil if it has all of them.
    private func nextChild() throws(PropertyListError) -> Int? {
        let top = stack.count - 1
        let index = stack[top].children.count
        guard index < stack[top].count else { return nil }
        return try source.reference(index, from: stack[top].references)
    }

    /// The value of object `number`; nil if it is a collection that now is on the stack to be filled.
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
        // Checked before the children are read: room is made for all of them at once.
        guard count < limits.values else { throw tooManyValues(at: references) }
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
                try add(extent, to: &collection.extent, of: references)
            }
        }
        stack.append(collection)
    }

    /// As `visit`, but nothing is put on the stack: a collection is no key.
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

    /// Gives `value` to the collection on top of the stack.
    private mutating func add(_ value: PropertyListValue, _ extent: Extent) throws(PropertyListError) {
        let last = stack.count - 1
        stack[last].children.append(value)
        try add(extent, to: &stack[last].extent, of: stack[last].references)
    }

    private func add(_ part: Extent, to whole: inout Extent, of offset: Int) throws(PropertyListError) {
        let (values, valuesOverflow) = whole.values.addingReportingOverflow(part.values)
        guard !valuesOverflow, values <= limits.values else { throw tooManyValues(at: offset) }
        let (content, contentOverflow) = whole.content.addingReportingOverflow(part.content)
        guard !contentOverflow, content <= limits.content else {
            let message = "more than \(limits.content) bytes of text and data, repeated ones counted each time"
            throw PropertyListError(.tooLarge, message, offset: offset)
        }
        whole = Extent(values: values, content: content, depth: max(whole.depth, part.depth + 1))
    }

    private func checkDepth(_ depth: Int, of number: Int) throws(PropertyListError) {
        guard stack.count + depth <= limits.depth else {
            let message = "collections stand inside one another more than \(limits.depth) deep"
            throw PropertyListError(.tooDeep, message, offset: try source.offset(of: number))
        }
    }

    private func tooManyValues(at offset: Int) -> PropertyListError {
        let message = "more than \(limits.values) values, repeated ones counted each time"
        return PropertyListError(.tooLarge, message, offset: offset)
    }
}

extension PropertyListValue {
    /// Bytes of text or data in this value alone.
    fileprivate var contentSize: Int {
        switch self {
        case .string(let string): string.utf8.count
        case .data(let bytes): bytes.count
        default: 0
        }
    }
}
