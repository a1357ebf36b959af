/// Makes the digests of a binary property list, children first, without making values.
///
/// Format: see `BinaryPropertyListObjects`, which reads the same objects one by one; the limits are those of
/// `BinaryPropertyListReader`.
struct PropertyListDigester {
    /// Whatever `PropertyListReader` has to decide.
    struct NotDigested: Error {}

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

    private let bytes: UnsafeRawBufferPointer
    private let trailer: BinaryPropertyListTrailer
    private let limits: PropertyListLimits
    private let combining = DigestCombining()
    private var extents: [Extent]
    /// The number of bytes that further objects may take, since those of a well-formed list do not overlap.
    private var budget: Int

    init(_ bytes: UnsafeRawBufferPointer, _ trailer: BinaryPropertyListTrailer, _ limits: PropertyListLimits) {
        self.bytes = bytes
        self.trailer = trailer
        self.limits = limits
        budget = bytes.count
        extents = Array(repeating: Extent(), count: trailer.objectCount)
    }

    /// Returns the digest of each object that the top leads to; nil if the list has to be read in another way.
    mutating func digests() -> [UInt64]? {
        do throws(NotDigested) {
            guard try !isArchive() else { return nil }
            _ = try extent(of: trailer.topObject, level: 0)
            return extents.map(\.digest)
        } catch {
            return nil
        }
    }

    /// Whether the top is a dictionary with the mark of a keyed archive.
    private func isArchive() throws(NotDigested) -> Bool {
        let start = try offset(of: trailer.topObject)
        guard bytes[start] >> 4 == 0xd else { return false }
        let content = try content(at: start, unit: 2 * trailer.referenceSize)
        for index in 0..<content.count / (2 * trailer.referenceSize) {
            let key = try offset(of: try reference(index, from: content.lowerBound))
            guard bytes[key] >> 4 == 0x5 else { continue }
            let name = try self.content(at: key, unit: 1)
            if name.count == 9, bytes[name].elementsEqual("$archiver".utf8) { return true }
        }
        return false
    }

    private mutating func extent(of number: Int, level: Int) throws(NotDigested) -> Extent {
        let known = extents[number]
        if known.values != 0 {
            guard known.values > 0, level + Int(known.depth) <= Self.deepest else { throw NotDigested() }
            return known
        }
        let start = try offset(of: number)
        let marker = bytes[start]
        var found = Extent(values: 1)
        switch marker >> 4 {
        case 0xa, 0xc, 0xd:
            guard level < Self.deepest else { throw NotDigested() }
            extents[number].values = -1
            found = try collection(marker >> 4, at: start, level: level)
        case 0x5, 0x7:
            let range = try consumed(try content(at: start, unit: 1))
            let text = UnsafeRawBufferPointer(rebasing: bytes[range])
            guard text.isASCII || String(validating: text, as: UTF8.self) != nil else { throw NotDigested() }
            found.digest = combining.digest(of: text, .text)
            found.content = range.count
            found.isKey = true
        case 0x6:
            let range = try consumed(try content(at: start, unit: 2))
            let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map {
                UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
            }
            guard var text = String(validating: units, as: UTF16.self) else { throw NotDigested() }
            found.content = text.utf8.count
            found.digest = text.withUTF8 { combining.digest(of: UnsafeRawBufferPointer($0), .text) }
            found.isKey = true
        case 0x4:
            let range = try consumed(try content(at: start, unit: 1))
            found.digest = combining.digest(of: UnsafeRawBufferPointer(rebasing: bytes[range]), .data)
            found.content = range.count
        default: found.digest = try scalar(marker, at: start)
        }
        extents[number] = found
        return found
    }

    private mutating func collection(_ kind: UInt8, at start: Int, level: Int) throws(NotDigested) -> Extent {
        let size = trailer.referenceSize
        let range = try consumed(try content(at: start, unit: kind == 0xd ? 2 * size : size))
        var whole = Extent(values: 1, depth: 1)
        var digest = UInt64(0)
        guard kind == 0xd else {
            digest = kind == 0xa ? combining.array : combining.set
            for index in 0..<range.count / size {
                let child = try extent(of: try reference(index, from: range.lowerBound), level: level + 1)
                try add(child, to: &whole)
                // The order of a set says nothing.
                digest = kind == 0xa ? combining.pair(digest, child.digest) : digest &+ combining.pair(1, child.digest)
            }
            whole.digest = combining.pair(combining.list, digest)
            return whole
        }
        let count = range.count / (2 * size)
        var keys: [UInt64] = []
        keys.reserveCapacity(count)
        for index in 0..<count {
            let key = try extent(of: try reference(index, from: range.lowerBound), level: level + 1)
            guard key.isKey else { throw NotDigested() }
            let child = try extent(of: try reference(count + index, from: range.lowerBound), level: level + 1)
            try add(key, to: &whole)
            try add(child, to: &whole)
            keys.append(key.digest)
            digest = digest &+ combining.pair(key.digest, child.digest)
        }
        guard keys.areUnique else { throw NotDigested() }
        whole.digest = combining.pair(combining.dictionary, digest)
        return whole
    }

    private func add(_ part: Extent, to whole: inout Extent) throws(NotDigested) {
        whole.values += part.values
        whole.content += part.content
        whole.depth = max(whole.depth, part.depth + 1)
        // Neither overflows: both stop at limits that are far smaller.
        guard whole.values <= limits.values, whole.content <= limits.content else { throw NotDigested() }
    }

    private mutating func scalar(_ marker: UInt8, at start: Int) throws(NotDigested) -> UInt64 {
        // Numbers that are not unusual are hashed here; the others are rare.
        let low = Int(marker & 0x0f)
        switch (marker >> 4, low) {
        case (0x0, 8), (0x0, 9): return combining.digest(UInt64(low), .boolean)
        case (0x1, 0...3):
            let bits = try number(try consumed(try range(start + 1, 1 << low)))
            return combining.digest(bits, Int64(bitPattern: bits) < 0 ? .negative : .integer)
        case (0x1, 4):
            let range = try consumed(try range(start + 1, 16))
            let (high, bits) = (try number(range.prefix(8)), try number(range.suffix(8)))
            guard high == 0 || high == .max && bits >> 63 == 1 else { throw NotDigested() }
            return combining.digest(bits, high == 0 ? .integer : .negative)
        case (0x2, 2):
            let bits = try number(try consumed(try range(start + 1, 4)))
            return combining.digest(ofReal: Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
        case (0x2, 3):
            return combining.digest(
                ofReal: Double(bitPattern: try number(try consumed(try range(start + 1, 8)))))
        case (0x3, 3):
            let seconds = Double(bitPattern: try number(try consumed(try range(start + 1, 8))))
            return combining.digest(
                seconds.isNaN || seconds == 0 ? 0 : seconds.bitPattern, seconds.isNaN ? .noDate : .date)
        case (0x8, 0...7):
            return combining.digest(try number(try consumed(try range(start + 1, low + 1))), .reference)
        default: throw NotDigested()
        }
    }

    // MARK: Bytes

    /// Returns the bytes that follow a marker, of which its count is in units.
    private func content(at start: Int, unit: Int) throws(NotDigested) -> Range<Int> {
        let low = Int(bytes[start] & 0x0f)
        guard low == 0x0f else { return try range(start + 1, low * unit) }
        guard start + 1 < trailer.tableOffset, bytes[start + 1] >> 4 == 0x1, bytes[start + 1] & 0x0f <= 3 else {
            throw NotDigested()
        }
        let place = try range(start + 2, 1 << Int(bytes[start + 1] & 0x0f))
        let (length, overflows) = try number(place).multipliedReportingOverflow(by: UInt64(unit))
        guard !overflows, let length = Int(exactly: length) else { throw NotDigested() }
        return try range(place.upperBound, length)
    }

    @inline(__always)
    private func range(_ start: Int, _ length: Int) throws(NotDigested) -> Range<Int> {
        guard start <= trailer.tableOffset, length <= trailer.tableOffset - start else { throw NotDigested() }
        return start..<start + length
    }

    @inline(__always)
    private mutating func consumed(_ range: Range<Int>) throws(NotDigested) -> Range<Int> {
        guard range.count <= budget else { throw NotDigested() }
        budget -= range.count
        return range
    }

    @inline(__always)
    private func reference(_ index: Int, from references: Int) throws(NotDigested) -> Int {
        let start = references + index * trailer.referenceSize
        let found = try number(start..<start + trailer.referenceSize)
        guard found < UInt64(trailer.objectCount) else { throw NotDigested() }
        return Int(found)
    }

    @inline(__always)
    private func offset(of object: Int) throws(NotDigested) -> Int {
        let start = trailer.tableOffset + object * trailer.offsetSize
        let found = try number(start..<start + trailer.offsetSize)
        guard found >= UInt64(BinaryPropertyListTrailer.headerSize), found < UInt64(trailer.tableOffset) else {
            throw NotDigested()
        }
        return Int(found)
    }

    /// Returns the number in a range of at most 8 bytes that is inside the list.
    @inline(__always)
    private func number(_ range: Range<Int>) throws(NotDigested) -> UInt64 {
        guard range.lowerBound >= 0, range.upperBound <= bytes.count else { throw NotDigested() }
        var number: UInt64 = 0
        for index in range { number = number << 8 | UInt64(bytes[index]) }
        return number
    }
}
