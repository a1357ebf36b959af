/// The objects of a binary property list as they are stored, of which some can be changed.
///
/// Whatever is not changed keeps its bytes, its number and its place among the others, and so do gaps between objects:
/// only offsets move. A value that nothing else refers to is replaced where it is; one that is shared stays, and the
/// changed reference leads to an equal object or to a new one behind all others. An object that nothing refers to any
/// more becomes the one byte of a null object, so that neither its contents stay nor the others get new numbers; the
/// next new object takes its place. References of all collections get wider only when there are too many objects for
/// their width.
struct BinaryObjectTable {
    /// An object.
    enum Object: Equatable {
        /// All of its bytes.
        case scalar([UInt8])
        /// What precedes the references, nil for a collection that was changed; the upper half of its marker; the
        /// references, of which a dictionary has those to its keys first.
        case collection(head: [UInt8]?, kind: UInt8, references: [Int])

        /// What stands for an object that is no longer there.
        static let nothing = Object.scalar([0x00])

        var references: [Int] { if case .collection(_, _, let references) = self { references } else { [] } }
    }

    /// A part of the file between its header and its offset table.
    private enum Piece {
        /// Bytes that belong to no object.
        case gap([UInt8])
        /// The object of some numbers, usually one.
        case object([Int])
    }

    private(set) var objects: [Object] = []
    let top: Int
    private var pieces: [Piece] = []
    private let header: ArraySlice<UInt8>
    /// The bytes between the offset table and the trailer, and the first of the trailer, which have no meaning.
    private let tail: ArraySlice<UInt8>
    private let offsetSize: Int
    private let referenceSize: Int

    /// - Parameter bytes: A list that was read without an error.
    /// - Throws: `ValueEditError` if an object cannot be read, or if some overlap.
    init(_ bytes: [UInt8]) throws(ValueEditError) {
        do throws(PropertyListError) {
            let (objects, ranges, trailer) = try bytes.withUnsafeBufferPointer { buffer throws(PropertyListError) in
                try Self.read(UnsafeRawBufferPointer(buffer), bytes)
            }
            self.objects = objects
            (top, offsetSize, referenceSize) = (trailer.topObject, trailer.offsetSize, trailer.referenceSize)
            header = bytes[..<BinaryPropertyListTrailer.headerSize]
            tail = bytes[(trailer.tableOffset + trailer.objectCount * trailer.offsetSize)...].dropLast(26)
            guard let pieces = Self.pieces(ranges, bytes, end: trailer.tableOffset) else {
                throw PropertyListError(.unsupported, "objects of this list overlap", offset: 0)
            }
            self.pieces = pieces
        } catch {
            throw ValueEditError(error)
        }
    }

    private static func read(
        _ buffer: UnsafeRawBufferPointer, _ bytes: [UInt8]
    ) throws(PropertyListError) -> ([Object], [Range<Int>], BinaryPropertyListTrailer) {
        let source = try BinaryPropertyListObjects(buffer)
        var objects: [Object] = []
        var ranges: [Range<Int>] = []
        for number in 0..<source.trailer.objectCount {
            let object = try source.object(number)
            let range = object.start..<object.contents.upperBound
            ranges.append(range)
            switch object.kind {
            case .array, .set, .dictionary:
                var references: [Int] = []
                for index in 0..<object.contents.count / source.trailer.referenceSize {
                    references.append(try source.reference(index, of: object))
                }
                let head = Array(bytes[object.start..<object.contents.lowerBound])
                objects.append(.collection(head: head, kind: object.kind.rawValue, references: references))
            default: objects.append(.scalar(Array(bytes[range])))
            }
        }
        return (objects, ranges, source.trailer)
    }

    private static func pieces(_ ranges: [Range<Int>], _ bytes: [UInt8], end: Int) -> [Piece]? {
        var pieces: [Piece] = []
        var position = BinaryPropertyListTrailer.headerSize
        var last: Range<Int>?
        for number in ranges.indices.sorted(by: { (ranges[$0].lowerBound, $0) < (ranges[$1].lowerBound, $1) }) {
            let range = ranges[number]
            if range == last, case .object(let numbers)? = pieces.last {
                pieces[pieces.count - 1] = .object(numbers + [number])
                continue
            }
            guard range.lowerBound >= position else { return nil }
            if range.lowerBound > position { pieces.append(.gap(Array(bytes[position..<range.lowerBound]))) }
            pieces.append(.object([number]))
            (position, last) = (range.upperBound, range)
        }
        if position < end { pieces.append(.gap(Array(bytes[position..<end]))) }
        return pieces
    }

    // MARK: Changes

    /// What is known of the objects while one change is made.
    private struct Usage {
        /// The objects that can be reached from the top.
        let reached: [Int]
        /// The number of references to each object; the top has one.
        var uses: [Int]
        /// The objects of scalars that are in use, by their bytes.
        let scalars: [[UInt8]: Int]
        /// The numbers of objects that are no longer there.
        var free: [Int]
    }

    private var usage = Usage(reached: [], uses: [], scalars: [:], free: [])

    private func findUsage(replacing replaced: Int?) -> Usage {
        let reached = reachable
        var uses = [Int](repeating: 0, count: objects.count)
        var scalars: [[UInt8]: Int] = [:]
        uses[top] = 1
        for number in reached {
            for reference in objects[number].references { uses[reference] += 1 }
            if number != replaced, case .scalar(let bytes) = objects[number] {
                scalars[bytes] = scalars[bytes] ?? number
            }
        }
        let free = objects.indices.filter { uses[$0] == 0 && objects[$0] == .nothing }
        return Usage(reached: reached, uses: uses, scalars: scalars, free: free.reversed())
    }

    private var reachable: [Int] {
        var isReached = [Bool](repeating: false, count: objects.count)
        var found = [top]
        isReached[top] = true
        var next = 0
        while next < found.count {
            for reference in objects[found[next]].references where !isReached[reference] {
                isReached[reference] = true
                found.append(reference)
            }
            next += 1
        }
        return found
    }

    /// Gives an object other contents.
    private mutating func set(_ number: Int, _ object: Object) {
        objects[number] = object
        for index in pieces.indices {
            guard case .object(let numbers) = pieces[index], numbers.count > 1, numbers.contains(number) else {
                continue
            }
            pieces[index] = .object(numbers.filter { $0 != number })
            pieces.append(.object([number]))
            return
        }
    }

    private mutating func append(_ object: Object) -> Int {
        objects.append(object)
        usage.uses.append(1)
        pieces.append(.object([objects.count - 1]))
        return objects.count - 1
    }

    /// Returns the number of a collection that can be changed without changing anything else: all on the way to it that
    /// is shared is copied.
    private mutating func ownCollection(at positions: some Sequence<Int>) -> Int? {
        var number = top
        for position in positions {
            guard case .collection(_, let kind, var references) = objects[number] else { return nil }
            let index = kind == Self.dictionary ? references.count / 2 + position : position
            guard references.indices.contains(index) else { return nil }
            let child = references[index]
            if usage.uses[child] > 1, case .collection = objects[child] {
                references[index] = append(objects[child])
                for reference in objects[child].references { usage.uses[reference] += 1 }
                usage.uses[child] -= 1
                set(number, .collection(head: nil, kind: kind, references: references))
                number = references[index]
            } else {
                number = child
            }
        }
        return number
    }

    private func number(at positions: [Int]) -> Int? {
        var number = top
        for position in positions {
            guard case .collection(_, let kind, let references) = objects[number] else { return nil }
            let index = kind == Self.dictionary ? references.count / 2 + position : position
            guard references.indices.contains(index) else { return nil }
            number = references[index]
        }
        return number
    }

    private static let dictionary = BinaryPropertyListObjects.Kind.dictionary.rawValue

    /// Makes a change.
    /// - Returns: Whether there is such a place.
    mutating func apply(_ edit: PlainEdit<PropertyListValue>) -> Bool {
        var replaced: Int?
        if case .replace(let positions, _) = edit { replaced = number(at: positions) }
        usage = findUsage(replacing: replaced)
        guard change(edit) else { return false }
        for number in Set(usage.reached).subtracting(reachable) { set(number, .nothing) }
        return true
    }

    private mutating func change(_ edit: PlainEdit<PropertyListValue>) -> Bool {
        switch edit {
        case .replace(let positions, let value):
            guard let last = positions.last else {
                set(top, object(for: value))
                return true
            }
            guard let parent = ownCollection(at: positions.dropLast()),
                case .collection(let head, let kind, var references) = objects[parent]
            else { return false }
            let index = kind == Self.dictionary ? references.count / 2 + last : last
            guard references.indices.contains(index) else { return false }
            guard usage.uses[references[index]] > 1 else {
                set(references[index], object(for: value))
                return true
            }
            references[index] = number(for: value)
            set(parent, .collection(head: head, kind: kind, references: references))
        case .insert(let value, let name, let positions, let position):
            guard let parent = ownCollection(at: positions),
                case .collection(_, let kind, var references) = objects[parent]
            else { return false }
            if let name {
                let count = references.count / 2
                guard kind == Self.dictionary, position <= count else { return false }
                references.insert(number(for: value), at: count + position)
                references.insert(number(for: .string(name)), at: position)
            } else {
                guard kind != Self.dictionary, position <= references.count else { return false }
                references.insert(number(for: value), at: position)
            }
            set(parent, .collection(head: nil, kind: kind, references: references))
        case .remove(let positions):
            guard let last = positions.last, let parent = ownCollection(at: positions.dropLast()),
                case .collection(_, let kind, var references) = objects[parent]
            else { return false }
            let count = kind == Self.dictionary ? references.count / 2 : references.count
            guard last < count else { return false }
            if kind == Self.dictionary { references.remove(at: count + last) }
            references.remove(at: last)
            set(parent, .collection(head: nil, kind: kind, references: references))
        }
        return true
    }

    /// Returns the object for a value; what a collection holds is added.
    private mutating func object(for value: PropertyListValue) -> Object {
        switch value {
        case .array(let items): return .collection(head: nil, kind: 0xa, references: items.map { number(for: $0) })
        case .set(let items): return .collection(head: nil, kind: 0xc, references: items.map { number(for: $0) })
        case .dictionary(let dictionary):
            let keys = dictionary.map { number(for: .string($0.key)) }
            return .collection(head: nil, kind: 0xd, references: keys + dictionary.map { number(for: $0.value) })
        default:
            var bytes: [UInt8] = []
            bytes.append(scalar: value)
            return .scalar(bytes)
        }
    }

    /// Returns the number of an object for a value: of an equal scalar that is in use, of one that is no longer in use,
    /// or of a new one.
    private mutating func number(for value: PropertyListValue) -> Int {
        let object = object(for: value)
        if case .scalar(let bytes) = object, value.uidValue == nil, let found = usage.scalars[bytes] { return found }
        guard let free = usage.free.popLast() else { return append(object) }
        set(free, object)
        return free
    }

    // MARK: Writing

    /// The list.
    var bytes: [UInt8] {
        let size = max(referenceSize, (objects.count - 1).byteSize)
        var bytes = Array(header)
        var offsets = [Int](repeating: 0, count: objects.count)
        for piece in pieces {
            switch piece {
            case .gap(let gap): bytes += gap
            case .object(let numbers):
                for number in numbers { offsets[number] = bytes.count }
                if let number = numbers.first { Self.append(objects[number], referenceSize: size, to: &bytes) }
            }
        }
        let table = bytes.count
        let offsetSize = max(offsetSize, (offsets.max() ?? 0).byteSize)
        for offset in offsets { bytes.append(bigEndian: UInt64(offset), size: offsetSize) }
        bytes += tail
        bytes += [UInt8(offsetSize), UInt8(size)]
        bytes.append(bigEndian: UInt64(objects.count), size: 8)
        bytes.append(bigEndian: UInt64(top), size: 8)
        bytes.append(bigEndian: UInt64(table), size: 8)
        return bytes
    }

    private static func append(_ object: Object, referenceSize: Int, to bytes: inout [UInt8]) {
        switch object {
        case .scalar(let scalar): bytes += scalar
        case .collection(let head, let kind, let references):
            if let head {
                bytes += head
            } else {
                bytes.append(marker: kind << 4, count: kind == dictionary ? references.count / 2 : references.count)
            }
            for reference in references { bytes.append(bigEndian: UInt64(reference), size: referenceSize) }
        }
    }
}
