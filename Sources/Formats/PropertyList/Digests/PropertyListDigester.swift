/// Makes the digests of a binary property list, children first, without making values.
///
/// The limits are those of `BinaryPropertyListReader`.
struct PropertyListDigester {
    /// Whatever `PropertyListReader` has to decide.
    private static let notDigested = PropertyListError(.unsupported, "a list that only a reader can read", offset: 0)

    /// What is known about an object; all 0 before it is read.
    private struct Extent {
        var digest: UInt64 = 0
        /// The number of bytes of text and data, with shared objects counted wherever they occur.
        var content = 0
        /// The number of values and keys, counted likewise; -1 while the children are read.
        var values: Int32 = 0
        /// The nesting depth of collections, including this one.
        var depth: Int16 = 0
        var isKey = false
    }

    /// Deeper lists are left to a reader that does not recurse.
    private static let deepest = 350

    private let source: BinaryPropertyListObjects
    private let limits: PropertyListLimits
    private let combining = DigestCombining()
    private var extents: [Extent]
    /// The number of bytes that further objects may take, since those of a well-formed list do not overlap.
    private var budget: Int

    init(_ source: BinaryPropertyListObjects, _ limits: PropertyListLimits) {
        self.source = source
        self.limits = limits
        budget = source.bytes.count
        extents = Array(repeating: Extent(), count: source.trailer.objectCount)
    }

    /// Returns the digest of each object that the top leads to; nil if the list has to be read in another way.
    mutating func digests() -> [UInt64]? {
        guard (try? isArchive()) == false, (try? extent(of: source.trailer.topObject, level: 0)) != nil else {
            return nil
        }
        return extents.map(\.digest)
    }

    /// Whether the top is a dictionary with the mark of a keyed archive.
    private func isArchive() throws(PropertyListError) -> Bool {
        let top = try source.object(source.trailer.topObject)
        guard top.kind == .dictionary else { return false }
        for index in 0..<source.count(of: top) {
            let key = try source.object(try source.reference(index, of: top))
            if key.kind == .ascii, source.contents(of: key).isEqual(to: "$archiver") { return true }
        }
        return false
    }

    private mutating func extent(of number: Int, level: Int) throws(PropertyListError) -> Extent {
        let known = extents[number]
        if known.values != 0 {
            guard known.values > 0, level + Int(known.depth) <= Self.deepest else { throw Self.notDigested }
            return known
        }
        let object = try source.object(number)
        guard object.contents.count <= budget else { throw Self.notDigested }
        budget -= object.contents.count
        var found = Extent(values: 1)
        switch object.kind {
        case .array, .set, .dictionary:
            guard level < Self.deepest else { throw Self.notDigested }
            extents[number].values = -1
            found = try collection(object, level: level)
        case .ascii, .utf8:
            guard let text = source.text(object) else { throw Self.notDigested }
            found.digest = text.withBytes { combining.digest(of: $0, .text) }
            found.content = object.contents.count
            found.isKey = true
        case .utf16:
            guard var text = source.string(object) else { throw Self.notDigested }
            found.content = text.utf8.count
            found.digest = text.withUTF8 { combining.digest(of: UnsafeRawBufferPointer($0), .text) }
            found.isKey = true
        case .data:
            found.digest = combining.digest(of: source.contents(of: object), .data)
            found.content = object.contents.count
        default: found.digest = try scalar(object)
        }
        extents[number] = found
        return found
    }

    private mutating func collection(
        _ object: BinaryPropertyListObjects.Object, level: Int
    ) throws(PropertyListError) -> Extent {
        let count = source.count(of: object)
        var whole = Extent(values: 1, depth: 1)
        var digest = UInt64(0)
        guard object.kind == .dictionary else {
            digest = object.kind == .array ? combining.array : combining.set
            for index in 0..<count {
                let child = try extent(of: try source.reference(index, of: object), level: level + 1)
                try add(child, to: &whole)
                // The order of a set says nothing.
                digest =
                    object.kind == .array
                    ? combining.pair(digest, child.digest) : digest &+ combining.pair(1, child.digest)
            }
            whole.digest = combining.pair(combining.list, digest)
            return whole
        }
        var keys: [UInt64] = []
        keys.reserveCapacity(count)
        for index in 0..<count {
            let key = try extent(of: try source.reference(index, of: object), level: level + 1)
            guard key.isKey else { throw Self.notDigested }
            let child = try extent(of: try source.reference(count + index, of: object), level: level + 1)
            try add(key, to: &whole)
            try add(child, to: &whole)
            keys.append(key.digest)
            digest = digest &+ combining.pair(key.digest, child.digest)
        }
        guard keys.areUnique else { throw Self.notDigested }
        whole.digest = combining.pair(combining.dictionary, digest)
        return whole
    }

    private func add(_ part: Extent, to whole: inout Extent) throws(PropertyListError) {
        whole.values += part.values
        whole.content += part.content
        whole.depth = max(whole.depth, part.depth + 1)
        // Neither overflows: both stop at limits that are far smaller.
        guard whole.values <= limits.values, whole.content <= limits.content else { throw Self.notDigested }
    }

    private func scalar(_ object: BinaryPropertyListObjects.Object) throws(PropertyListError) -> UInt64 {
        // Numbers that are not unusual are hashed here; the others are rare.
        switch object.kind {
        case .singleton where source.bytes[object.start] != 0:
            return combining.digest(UInt64(source.bytes[object.start]), .boolean)
        case .integer:
            let number = source.integer(object)
            guard number >= Int128(Int64.min), number <= Int128(UInt64.max) else { throw Self.notDigested }
            return combining.digest(UInt64(truncatingIfNeeded: number), number < 0 ? .negative : .integer)
        case .real: return combining.digest(ofReal: source.real(object))
        case .date:
            let seconds = source.real(object)
            return combining.digest(
                seconds.isNaN || seconds == 0 ? 0 : seconds.bitPattern, seconds.isNaN ? .noDate : .date)
        case .uid where source.isReadable(uid: object): return combining.digest(source.bits(of: object), .reference)
        default: throw Self.notDigested
        }
    }
}
