import Documents
import FileTree
import Formats

/// Visiting the values of property lists without making trees of them, which takes most of the time.
extension FileContentsSearch {
    /// Visits a source if it is a property list, and no archive of objects, that can be walked over.
    /// - Returns: Whether it was visited; if not, it is to be read.
    func visitsList(_ file: DocumentSource, steps: () -> [[UInt8]], depth: Int) -> Bool {
        // All others are left to the readers, also XML that may be of another kind.
        let format = PropertyListFormat(recognizing: file.head)
        guard let visitor, depth < Self.deepest, format == .binary || format == .xml && file.head.first == 0x3c,
            let bytes = try? file.whole(limit: PropertyListLimits.standard.bytes, as: "a property list")
        else { return false }
        // What belongs to no value is searched as bytes.
        guard PropertyListLeftovers.ranges(in: bytes).isEmpty else { return false }
        return bytes.withUnsafeBytes { buffer in
            if format == .binary {
                guard let walk = BinaryPropertyListWalk(buffer, maxLevels: Self.deepestNode) else {
                    return false
                }
                return visits(walk, Wishes(visitor: visitor, prospects: visitor.prospects(in: buffer)), steps, depth)
            }
            guard let walk = XMLPropertyListWalk(buffer, maxLevels: Self.deepestNode) else { return false }
            return visits(walk, Wishes(visitor: visitor, prospects: visitor.prospects(in: buffer)), steps, depth)
        }
    }

    /// What is wanted of the values in some bytes.
    private struct Wishes {
        let visitor: any ContentsVisitor
        let prospects: ContentsProspects
    }

    private func visits(
        _ walk: some PropertyListWalk, _ wishes: Wishes, _ steps: () -> [[UInt8]], _ depth: Int
    ) -> Bool {
        // Most lists have nothing that is wanted. What a list holds is known when it was read to its end.
        var survey = walk
        var (values, texts, isWanted) = (0, 0, false)
        var clues = NamedValues.Clues()
        while let item = survey.next() {
            // What names another value is not known where that comes first.
            item.withBytes { name, text in clues.insert(name: name, text: text) { wishes.visitor.mayTell($0) } }
            guard !clues.mayName else { return false }
            values += 1
            guard values & 0xff != 0 || !mustStop else { return true }
            if case .text(let text) = item.value, !text.isEmpty { texts += 1 }
            isWanted = isWanted || wantsKey(of: item, wishes) || wants(item, wishes)
        }
        guard survey.isComplete, values < valuesLeft else { return false }
        guard isWanted else {
            valuesLeft -= values
            hits += texts
            return true
        }
        var walk = walk
        while !mustStop, let item = walk.next() {
            valuesLeft -= 1
            let (wantsKey, wants) = (wantsKey(of: item, wishes), wants(item, wishes))
            if !wants, case .text(let text) = item.value, !text.isEmpty { hits += 1 }
            guard wantsKey || wants else { continue }
            let path = walk.path
            let name = path.last ?? ""
            func way() -> [[UInt8]] { steps() + path.map { ValueAddress.step($0) } }
            if wantsKey { visit(key: name, way) }
            guard wants else { continue }
            switch item.value {
            case .text(let text): text.withBytes { searchCell($0, isText: true, name, way(), depth: depth) }
            case .data(let data): data.withBytes { searchCell($0, isText: false, name, way(), depth: depth) }
            case .integer, .wide, .real, .writtenReal:
                guard let number = item.number else { continue }
                searchNumber(number, named: name, way, depth)
            case .other, .group: break
            }
        }
        return true
    }

    private func wantsKey(of item: PropertyListItem, _ wishes: Wishes) -> Bool {
        item.name?.withBytes { isWanted(key: $0, wishes.visitor, wishes.prospects) } ?? false
    }

    /// Whether the visitor may want something of a value.
    private func wants(_ item: PropertyListItem, _ wishes: Wishes) -> Bool {
        switch item.value {
        case .text(let text):
            return text.withBytes { text in
                if Self.mayHoldValues(text) { return true }
                guard let name = item.name else { return isWanted(text, named: nil, wishes.visitor, wishes.prospects) }
                return name.withBytes {
                    Self.isOfOuterName($0) || isWanted(text, named: $0, wishes.visitor, wishes.prospects)
                }
            }
        case .data(let data): return !data.isEmpty
        case .integer, .wide, .real, .writtenReal:
            return item.name.map { $0.withBytes { wishes.visitor.mayWantNumber(named: $0) } } ?? false
        case .other, .group: return false
        }
    }

    /// Whether a name is that of values whose group is named by what they are, as in tables of keys and values.
    static func isOfOuterName(_ name: UnsafeRawBufferPointer) -> Bool {
        name.elementsEqual("value".utf8) || name.elementsEqual("ZVALUE".utf8)
    }
}

extension PropertyListItem {
    /// Calls a closure with the name of the item, and its text if it is one.
    fileprivate func withBytes(_ body: (_ name: UnsafeRawBufferPointer?, _ text: UnsafeRawBufferPointer?) -> Void) {
        func withName(_ text: UnsafeRawBufferPointer?) {
            if let name { name.withBytes { body($0, text) } } else { body(nil, text) }
        }
        if case .text(let text) = value { text.withBytes(withName) } else { withName(nil) }
    }
}
