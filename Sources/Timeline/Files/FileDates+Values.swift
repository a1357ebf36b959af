import Documents
import Formats
import Jobs

/// The times among the values of property lists and JSON.
extension FileDates {
    /// A time that a value stands for.
    private typealias Found = (time: Int64, place: SharedPlace)

    /// Returns the time that a text is; nil if it is none.
    /// - Parameter name: The key; empty for an item of an array.
    private static func time(_ text: UnsafeRawBufferPointer, _ name: () -> DateName) -> Found? {
        guard let written = WrittenTime(whole: text) else { return nil }
        let name = name()
        guard written.hasTimeOfDay || name.tellsTime else { return nil }
        let place = SharedPlace(kind: .value, clock: name.clock, doubt: written.zone == .known ? nil : .utc)
        return (written.microseconds, place)
    }

    private static func time(_ number: Double, _ name: () -> DateName) -> Found? {
        guard let guess = NumberOfTime(plausible: number), let time = guess.microseconds(number) else { return nil }
        let name = name()
        guard name.tellsTime else { return nil }
        return (time, SharedPlace(kind: .value, clock: name.clock, doubt: .number(guess)))
    }

    private func add(_ found: Found?, _ address: () -> [UInt8]) {
        guard let found, let place = place(found.place, .stored) else { return }
        add(found.time, at: place, address: address)
    }

    // MARK: Property lists

    func readList(_ file: DocumentSource) {
        let bytes: [UInt8]
        do throws(DocumentFailure) {
            bytes = try file.whole(limit: PropertyListLimits.standard.bytes, as: "a property list")
        } catch {
            return note(error.reason)
        }
        let isRead = bytes.withUnsafeBytes { buffer in
            if PropertyListFormat(recognizing: file.head) == .binary {
                return BinaryPropertyListWalk(buffer, maxLevels: Self.deepest).map(readValues) ?? false
            }
            return XMLPropertyListWalk(buffer, maxLevels: Self.deepest).map(readValues) ?? false
        }
        // Archives of objects, and all that is unusual.
        if !isRead { readTree(of: file) }
    }

    /// - Returns: Whether the list could be walked over to its end.
    private func readValues(_ walk: some PropertyListWalk) -> Bool {
        var survey = walk
        var hasTimes = false
        while let item = survey.next() { hasTimes = hasTimes || Self.time(of: item) != nil }
        guard survey.isComplete else { return false }
        guard hasTimes else { return true }
        var walk = walk
        while !cancellation.isCancelled, let item = walk.next() {
            add(Self.time(of: item)) { ValueAddress.text(walk.path.map { ValueAddress.step($0) }) }
        }
        return true
    }

    private static func time(of item: PropertyListItem) -> Found? {
        func name() -> DateName { DateName(item.name?.withBytes { String(decoding: $0, as: UTF8.self) } ?? "") }
        switch item.value {
        case .other(.date(let seconds)):
            return NumberOfTime.secondsSince2001.microseconds(seconds).map {
                ($0, SharedPlace(kind: .value, clock: name().clock))
            }
        case .text(let text): return text.withBytes { time($0, name) }
        case .integer, .wide, .real, .writtenReal:
            switch item.number {
            case .integer(let number): return time(Double(number), name)
            case .real(let number): return time(number, name)
            default: return nil
            }
        case .data, .other, .group: return nil
        }
    }

    /// Finds the times in a tree of values.
    private func readTree(of file: DocumentSource) {
        let document = DocumentReaders.read(file, within: limits)
        for loss in document.losses + document.failures.map(\.reason) { note(loss) }
        if let tree = document.tree { readTree(tree) }
    }

    /// Finds the times in a tree of values.
    /// - Parameter logged: For each member, the time in it that is known as that of a line.
    func readTree(_ tree: ValueTree, besides logged: [Int64?] = []) {
        let members = tree.members
        var (left, none): (Int, Int64?) = (Self.maxNodes, nil)
        guard logged.count == members.count else { return readNodes(members, [], level: 0, &left, &none) }
        for (member, time) in zip(members, logged) {
            var time = time
            readNodes([member], [], level: 0, &left, &time)
        }
    }

    private static let maxNodes = 1_000_000

    /// - Parameter logged: A time that is left out once.
    private func readNodes(
        _ nodes: [ValueNode], _ steps: [[UInt8]], level: Int, _ left: inout Int, _ logged: inout Int64?
    ) {
        guard level < Self.deepest else { return note("values nested more than \(Self.deepest) deep were not read") }
        let occurrences = nodes.occurrences
        for (index, node) in nodes.enumerated() where !cancellation.isCancelled {
            guard left > 0 else { return note("only the first \(Self.maxNodes) values were read") }
            left -= 1
            func way() -> [[UInt8]] { steps + [ValueAddress.step(node.name, occurrence: occurrences[index] ?? 1)] }
            if node.childCount > 0 {
                readNodes(node.children, way(), level: level + 1, &left, &logged)
            } else if let found = Self.time(of: node) {
                if found.time == logged { logged = nil } else { add(found) { ValueAddress.text(way()) } }
            }
        }
    }

    private static func time(of node: ValueNode) -> Found? {
        func name() -> DateName { DateName(node.name) }
        switch node.value {
        case .date(let date):
            return NumberOfTime.microseconds(seconds: date.stored, since: date.origin).map {
                ($0, SharedPlace(kind: .value, clock: name().clock))
            }
        case .string(var text): return text.withUTF8 { time(UnsafeRawBufferPointer($0), name) }
        case .integer(let number): return time(Double(number), name)
        case .real(let number): return time(number, name)
        case .number(let text): return Double(text).flatMap { time($0, name) }
        default: return nil
        }
    }

    // MARK: JSON

    /// - Returns: Whether the file is JSON.
    func readJSON(_ file: DocumentSource) -> Bool {
        guard file.size <= UInt64(JSONReader.maxBytes), DocumentReaders.mayBeJSON(file),
            let bytes = try? file.whole(limit: JSONReader.maxBytes, as: "JSON")
        else { return false }
        return bytes.withUnsafeBytes { buffer in
            // Most have no times, and what begins like JSON may be something else. Names and ways are made only if
            // there are times.
            let isWanted = wants(.value)
            var hasTimes = false
            let isJSON = JSONWalk.forEach(in: buffer, maxLevels: Self.deepest) { value, name in
                hasTimes = hasTimes || isWanted && Self.time(value, name) != nil
                return !cancellation.isCancelled
            }
            guard isJSON != nil else { return false }
            if hasTimes { readValues(ofJSON: buffer) }
            return true
        }
    }

    private static func time(_ value: JSONWalk.Value, _ name: UnsafeRawBufferPointer?) -> Found? {
        func read() -> DateName { DateName(name.map { String(decoding: $0, as: UTF8.self) } ?? "") }
        switch value {
        case .string(let text): return time(text, read)
        case .number(let digits):
            // A number without a name is no time, and no time has fewer digits before its fraction.
            guard let name, !name.isEmpty, digits.count >= 9, digits.count <= 40, mayBeLarge(digits),
                let number = Double(String(decoding: digits, as: UTF8.self))
            else { return nil }
            return time(number, read)
        case .word, .group: return nil
        }
    }

    /// Whether a number as it is written may be as large as the least time.
    private static func mayBeLarge(_ digits: UnsafeRawBufferPointer) -> Bool {
        guard let end = digits.firstIndex(where: { !$0.isASCIIDigit }) else { return true }
        return end >= 9 || digits[end...].contains { $0 | 0x20 == 0x65 }
    }

    private func readValues(ofJSON bytes: UnsafeRawBufferPointer) {
        /// The arrays and objects around a value: the step to each, and the number of values in it so far.
        var groups: [(step: [UInt8]?, isObject: Bool, count: Int)] = []
        _ = JSONWalk.forEachNested(in: bytes, maxLevels: Self.deepest) { value, name, depth in
            groups.removeLast(groups.count - depth)
            let index = groups.last?.count ?? 0
            if !groups.isEmpty { groups[groups.count - 1].count += 1 }
            func step() -> [UInt8]? {
                groups.isEmpty ? nil : name.map { Array($0) } ?? ValueAddress.step("\(index)")
            }
            if case .group(let isObject) = value {
                let own = step()
                groups.append((own, isObject, 0))
            } else {
                add(Self.time(value, name)) { ValueAddress.text((groups.map(\.step) + [step()]).compactMap(\.self)) }
            }
            return !cancellation.isCancelled
        }
    }
}
