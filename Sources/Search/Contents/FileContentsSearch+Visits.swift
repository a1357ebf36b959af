import Documents
import Formats

/// Searching and visiting values without making nodes of them, which takes most of the time.
extension FileContentsSearch {
    // MARK: JSON

    /// The values of which nothing is wanted.
    private struct Unwanted {
        /// The values, with the lists and records.
        var values = 0
        /// The values that were shown to the visitor.
        var hits = 0
    }

    /// Passes over a source if it is a JSON text in which nothing matches, or of which the visitor wants nothing.
    /// - Returns: Whether it was passed over. If not, its values are still to be searched one by one.
    func passesOver(_ file: DocumentSource, depth: Int) -> Bool {
        var unwanted = Unwanted()
        guard passesOver(file, depth, &unwanted), unwanted.values < valuesLeft else { return false }
        valuesLeft -= unwanted.values
        hits += unwanted.hits
        return true
    }

    private func passesOver(_ file: DocumentSource, _ depth: Int, _ unwanted: inout Unwanted) -> Bool {
        guard depth < Self.deepest, DocumentReaders.mayBeJSON(file),
            let bytes = try? file.whole(limit: JSONReader.maxBytes, as: "JSON")
        else { return false }
        let values = bytes.withUnsafeBytes { buffer in
            let visitor = visitor
            var clues = NamedValues.Clues()
            let prospects = visitor?.prospects(in: buffer)
            return JSONWalk.forEach(in: buffer, maxLevels: Self.deepestNode) { value, name in
                if let visitor, let prospects {
                    guard !isWanted(key: name, visitor, prospects) else { return false }
                    clues.insert(name: name, text: value.text) { visitor.mayTell($0) }
                    guard !clues.mayName else { return false }
                    switch value {
                    case .string(let text):
                        return passesOver(text, named: name, depth, &unwanted) {
                            isWanted($0, named: name, visitor, prospects)
                        }
                    case .number: return !(name.map { visitor.mayWantNumber(named: $0) } ?? false)
                    case .word: return true
                    case .group: return !mustStop
                    }
                }
                guard !mustStop, !(name.map { mayMatch($0) } ?? false) else { return false }
                switch value {
                case .string(let text): return passesOver(text, named: name, depth, &unwanted) { mayMatch($0) }
                case .number(let digits): return !finder.pattern.mayMatchNumbers || !mayMatch(digits)
                case .word(let word): return !mayMatch(word)
                case .group: return true
                }
            }
        }
        // The text as a whole is not counted.
        guard let values else { return false }
        unwanted.values += values - 1
        return true
    }

    private func passesOver(
        _ text: UnsafeRawBufferPointer, named name: UnsafeRawBufferPointer?, _ depth: Int, _ unwanted: inout Unwanted,
        isWanted: (UnsafeRawBufferPointer) -> Bool
    ) -> Bool {
        guard !text.isEmpty else { return true }
        guard !Self.isQuoted(text) else { return false }
        if Self.mayHoldDocument(text, isText: true) {
            let before = unwanted.hits
            let file = DocumentSource(name.map { Array($0) } ?? [], bytes: Array(text), in: source)
            guard passesOver(file, depth + 1, &unwanted) else { return false }
            // A text with values is shown by them.
            if unwanted.hits > before { return true }
        }
        unwanted.hits += 1
        return !isWanted(text)
    }

    /// Whether a visitor may want a text.
    func isWanted(
        _ text: UnsafeRawBufferPointer, named name: UnsafeRawBufferPointer?, _ visitor: any ContentsVisitor,
        _ prospects: ContentsProspects
    ) -> Bool {
        let prospect = prospects.prospect(of: text)
        guard !prospect.isNothing || name.map({ visitor.mayTell($0) }) == true else { return false }
        return visitor.mayWant(text, named: name, prospect)
    }

    /// Whether a visitor may want a key itself.
    func isWanted(
        key: UnsafeRawBufferPointer?, _ visitor: any ContentsVisitor, _ prospects: ContentsProspects
    ) -> Bool {
        guard let key else { return false }
        let prospect = prospects.prospect(of: key)
        return !prospect.isNothing && visitor.mayWant(key, named: nil, prospect)
    }

    /// Returns whether the pattern matches, or takes too long to tell.
    private func mayMatch(_ bytes: UnsafeRawBufferPointer) -> Bool {
        do throws(ContentsFinder.Exhaustion) {
            return try finder.first(in: bytes) != nil
        } catch {
            return true
        }
    }

    // MARK: Property lists

    /// Visits the values of a property list.
    func visit(_ list: PropertyListValue, steps: () -> [[UInt8]], depth: Int) {
        switch list {
        case .array, .set, .dictionary: visitItems(of: list, steps, level: 0, depth)
        default: visit(list, named: "root", steps, depth)
        }
    }

    private func visitItems(
        of list: PropertyListValue, _ steps: () -> [[UInt8]], level: Int, _ depth: Int, isInList: Bool = false
    ) {
        guard level < Self.deepestNode else {
            return note("values nested more than \(Self.deepestNode) deep were not searched")
        }
        switch list {
        case .array(let items), .set(let items):
            let naming = NamedValues.Members(items, isInList: isInList)
            for (index, item) in items.enumerated() {
                guard
                    visitItem(item, named: naming?.name(of: "\(index)") ?? "\(index)", "\(index)", steps, level, depth)
                else { return }
            }
        case .dictionary(let dictionary):
            let naming = NamedValues.Members(dictionary)
            for (key, value) in dictionary {
                visit(key: key) { steps() + [ValueAddress.step(key)] }
                guard visitItem(value, named: naming?.name(of: key) ?? key, key, steps, level, depth) else { return }
            }
        default: break
        }
    }

    /// Passes a key to the visitor.
    func visit(key: String, _ way: () -> [[UInt8]]) {
        var key = key
        key.withUTF8 { visitor?.visit(key: UnsafeRawBufferPointer($0), at: way) }
    }

    /// - Parameter step: The name by which it is found.
    /// - Returns: Whether to go on.
    private func visitItem(
        _ value: PropertyListValue, named name: String, _ step: String, _ steps: () -> [[UInt8]], _ level: Int,
        _ depth: Int, isInList: Bool = false
    ) -> Bool {
        guard !mustStop else { return false }
        guard valuesLeft > 0 else {
            note("only the first \(Self.maxValues) values were searched")
            return false
        }
        valuesLeft -= 1
        // The keys of a dictionary are unique.
        func way() -> [[UInt8]] { steps() + [ValueAddress.step(step)] }
        switch value {
        case .array(let items), .set(let items):
            if !items.isEmpty { visitItems(of: value, way, level: level + 1, depth, isInList: isInList) }
        case .dictionary(let dictionary):
            if !dictionary.isEmpty { visitItems(of: value, way, level: level + 1, depth) }
        default: visit(value, named: name, way, depth)
        }
        return true
    }

    private func visit(_ value: PropertyListValue, named name: String, _ steps: () -> [[UInt8]], _ depth: Int) {
        switch value {
        case .string(let text):
            var text = text
            text.withUTF8 { searchCell(UnsafeRawBufferPointer($0), isText: true, name, steps(), depth: depth) }
        case .data(let bytes):
            bytes.withUnsafeBytes { searchCell($0, isText: false, name, steps(), depth: depth) }
        case .integer, .wide, .real: searchNumber(value, named: name, steps, depth)
        case .null, .boolean, .date, .uid, .array, .set, .dictionary: break
        }
    }

    /// Searches a number of a property list.
    func searchNumber(_ number: PropertyListValue, named name: String, _ steps: () -> [[UInt8]], _ depth: Int) {
        switch number {
        case .integer(let number): searchValue(of: ValueNode(name, .integer(number)), steps: steps, depth: depth)
        case .wide(let number): searchValue(of: ValueNode(name, .wide(number)), steps: steps, depth: depth)
        case .real(let number): searchValue(of: ValueNode(name, .real(number)), steps: steps, depth: depth)
        default: break
        }
    }
}

extension JSONWalk.Value {
    /// The text if it is one.
    fileprivate var text: UnsafeRawBufferPointer? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}
