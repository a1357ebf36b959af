/// The objects of a PDF document in memory, found where they begin rather than by the cross-reference table, so that those
/// of damaged documents are found as well (ISO 32000-1, 7.3.10).
struct PDFObjects {
    struct Object {
        let value: PDFParser.Value
        /// Where the data of a stream are; nil for any other object.
        let data: Range<Int>?
    }

    /// Why a part of a document is not decoded.
    enum Loss: Hashable, Comparable {
        case encrypted
        case filter
        case kind
        case font
        case damaged
        case size
        case time
    }

    private let bytes: [UInt8]
    private let mustStop: () -> Bool
    private(set) var objects: [Int: Object] = [:]
    private(set) var losses: Set<Loss> = []
    /// The dictionaries of trailers, the last one first.
    private(set) var trailers: [[String: PDFParser.Value]] = []
    private var decompressedLeft = 64 << 20

    private static let maxObjects = 400_000
    private static let maxValues = 1 << 22
    private static let maxStream = 16 << 20
    private static let maxTrailers = 64

    /// - Parameter mustStop: Checked between objects.
    init(_ bytes: [UInt8], mustStop: @escaping () -> Bool) {
        (self.bytes, self.mustStop) = (bytes, mustStop)
        findObjects()
        findTrailers()
        for number in objects.keys.sorted() where objects[number].map({ type(of: $0.value) }) == "ObjStm" {
            readObjects(inStream: number)
        }
    }

    mutating func note(_ loss: Loss) { losses.insert(loss) }

    /// Whether reading has to end; the loss is noted then.
    mutating func isStopped() -> Bool {
        guard mustStop() else { return false }
        note(.time)
        return true
    }

    // MARK: Values

    /// Returns the value that a reference stands for, or another value as it is; nil if there is none.
    func resolve(_ value: PDFParser.Value?) -> PDFParser.Value? {
        var value = value
        // References may lead to each other.
        for _ in 0..<8 {
            guard case .reference(let number)? = value else { return value }
            value = objects[number]?.value
        }
        return nil
    }

    func dictionary(_ value: PDFParser.Value?) -> [String: PDFParser.Value]? {
        if case .dictionary(let entries)? = resolve(value) { entries } else { nil }
    }

    func array(_ value: PDFParser.Value?) -> [PDFParser.Value]? {
        if case .array(let items)? = resolve(value) { items } else { nil }
    }

    func name(_ value: PDFParser.Value?) -> String? {
        if case .name(let name)? = resolve(value) { name } else { nil }
    }

    func integer(_ value: PDFParser.Value?) -> Int? {
        if case .integer(let number)? = resolve(value) { number } else { nil }
    }

    /// The type that a dictionary names.
    func type(of value: PDFParser.Value) -> String? { dictionary(value).flatMap { name($0["Type"]) } }

    // MARK: Finding

    private mutating func findObjects() {
        guard let pattern = BytePattern("obj".utf8) else { return }
        var position = 0
        // A damaged object may be read to its end, and another that begins in it again.
        var budget = 8 * bytes.count + 1 << 20
        var valuesLeft = Self.maxValues
        while let place = bytes.withUnsafeBytes({ pattern.first(in: $0, from: position) }) {
            position = place + 3
            guard objects.count < Self.maxObjects, budget > 0, valuesLeft > 0 else { return note(.size) }
            guard !isStopped() else { return }
            guard let number = number(before: place) else { continue }
            var parser = PDFParser(bytes, at: position)
            let value = parser.value()
            budget -= parser.position - position
            guard let value else {
                note(.damaged)
                continue
            }
            valuesLeft -= parser.values
            position = parser.position
            var data: Range<Int>?
            if case .dictionary(let entries) = value, parser.skip("stream") {
                data = self.data(of: entries, from: parser.position)
                position = data?.upperBound ?? position
            }
            objects[number] = Object(value: value, data: data)
        }
    }

    /// Returns the number of an object whose keyword is at a place: two numbers are before it.
    private func number(before place: Int) -> Int? {
        var index = place
        func skip(_ isPart: (UInt8) -> Bool) -> Range<Int> {
            let end = index
            while index > 0, end - index < 12, isPart(bytes[index - 1]) { index -= 1 }
            return index..<end
        }
        _ = skip(PDFParser.isBlank)
        guard !skip(\.isASCIIDigit).isEmpty, !skip(PDFParser.isBlank).isEmpty else { return nil }
        return Int(String(decoding: bytes[skip(\.isASCIIDigit)], as: UTF8.self))
    }

    /// Returns the data behind the keyword of a stream.
    private func data(of entries: [String: PDFParser.Value], from keyword: Int) -> Range<Int> {
        var start = keyword
        if start < bytes.count, bytes[start] == 0x0d { start += 1 }
        if start < bytes.count, bytes[start] == 0x0a { start += 1 }
        if case .integer(let length)? = entries["Length"], length >= 0, length <= bytes.count - start {
            var parser = PDFParser(bytes, at: start + length)
            if parser.skip("endstream") { return start..<start + length }
        }
        let end = BytePattern("endstream".utf8).flatMap { pattern in
            bytes.withUnsafeBytes { pattern.first(in: $0, from: start) }
        }
        return start..<(end ?? bytes.count)
    }

    private mutating func findTrailers() {
        guard let pattern = BytePattern("trailer".utf8) else { return }
        var position = 0
        var budget = 8 * bytes.count + 1 << 20
        while trailers.count < Self.maxTrailers, budget > 0,
            let place = bytes.withUnsafeBytes({ pattern.first(in: $0, from: position) })
        {
            var parser = PDFParser(bytes, at: place + pattern.count)
            if case .dictionary(let entries)? = parser.value() { trailers.insert(entries, at: 0) }
            budget -= parser.position - place
            position = max(parser.position, place + pattern.count)
        }
        // The streams of newer documents.
        for number in objects.keys.sorted(by: >) {
            guard let object = objects[number], type(of: object.value) == "XRef" else { continue }
            if let entries = dictionary(object.value) { trailers.append(entries) }
        }
    }

    /// Reads the objects in an object stream (ISO 32000-1, 7.5.7).
    private mutating func readObjects(inStream number: Int) {
        guard let stream = objects[number], let entries = dictionary(stream.value), let contents = decoded(number),
            let count = integer(entries["N"]), let first = integer(entries["First"])
        else { return }
        var index = PDFParser(contents)
        // Several objects may be said to begin at one place.
        var budget = 2 * contents.count + 1 << 16
        for _ in 0..<max(0, min(count, Self.maxObjects)) {
            guard let inner = index.integer(), let offset = index.integer(), offset >= 0,
                first >= 0, first <= contents.count, offset <= contents.count - first
            else { return note(.damaged) }
            guard !isStopped() else { return }
            guard objects.count < Self.maxObjects, budget > 0 else { return note(.size) }
            var parser = PDFParser(contents, at: first + offset)
            guard objects[inner] == nil, let value = parser.value() else { continue }
            budget -= parser.position - first - offset
            objects[inner] = Object(value: value, data: nil)
        }
    }

    // MARK: Streams

    /// Returns the contents of a stream; nil if it is none, or in a form that is not decoded.
    mutating func decoded(_ number: Int) -> [UInt8]? {
        guard let object = objects[number], let data = object.data, let entries = dictionary(object.value) else {
            return nil
        }
        let filters = array(entries["Filter"])?.compactMap { name($0) } ?? [name(entries["Filter"])].compactMap(\.self)
        let parameters = array(entries["DecodeParms"])?.first ?? entries["DecodeParms"]
        if let predictor = dictionary(parameters).flatMap({ integer($0["Predictor"]) }), predictor > 1 {
            note(.filter)
            return nil
        }
        var contents: [UInt8]?
        for filter in filters {
            switch filter {
            case "FlateDecode", "Fl":
                contents = decompressed(contents ?? bytes, from: contents == nil ? data.lowerBound : 0)
            case "ASCII85Decode", "A85": contents = Self.decodedBase85(contents?[...] ?? bytes[data])
            case "ASCIIHexDecode", "AHx": contents = Self.decodedHexadecimal(contents?[...] ?? bytes[data])
            default:
                note(.filter)
                return nil
            }
        }
        return contents ?? Array(bytes[data].prefix(Self.maxStream))
    }

    private mutating func decompressed(_ data: [UInt8], from start: Int) -> [UInt8] {
        guard decompressedLeft > 0 else {
            note(.size)
            return []
        }
        // The header of zlib has two bytes.
        guard start + 2 < data.count, data[start] & 0xf == 8 else {
            note(.damaged)
            return []
        }
        let limit = min(Self.maxStream, decompressedLeft)
        let (output, end, isTooLarge) = Inflate.decompressAsFarAsPossible(data, from: start + 2, limit: limit)
        // Each takes time, however little is in it.
        decompressedLeft -= max(output.count, 1_024)
        if end == nil { note(isTooLarge ? .size : .damaged) }
        return output
    }

    private static func decodedBase85(_ data: ArraySlice<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        var (number, count) = (UInt32(0), 0)
        func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
        for byte in data {
            switch byte {
            case 0x7a where count == 0: output += [0, 0, 0, 0]
            case 0x21...0x75:
                number = number &* 85 &+ UInt32(byte - 0x21)
                count += 1
                guard count == 5 else { continue }
                output += bytes(number)
                (number, count) = (0, 0)
            case 0x7e:
                guard count > 1 else { return output }
                for _ in count..<5 { number = number &* 85 &+ 84 }
                return output + bytes(number).prefix(count - 1)
            default: continue
            }
        }
        return output
    }

    private static func decodedHexadecimal(_ data: ArraySlice<UInt8>) -> [UInt8] {
        var digits = data.prefix { $0 != 0x3e }.compactMap(\.hexadecimalValue)
        if digits.count % 2 == 1 { digits.append(0) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
