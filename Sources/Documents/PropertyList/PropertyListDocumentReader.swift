package import Formats

/// Reads property lists, and archives of objects in them, as trees.
struct PropertyListDocumentReader: DocumentReader {
    // In a binary one, texts may be UTF-16, or in data.
    var hidesTexts: Bool { true }
    // References in XML.
    var escape: UInt8? { 0x26 }

    func recognizes(_ file: DocumentSource) -> Bool {
        switch PropertyListFormat(recognizing: file.head) {
        case .binary, .otherBinary: true
        case .xml, .xmlUTF16:
            // Much else is XML.
            file.hasSuffix(".plist") || file.head.contains("<plist".utf8) || file.head.contains("<!DOCTYPE plist".utf8)
        case .openStep, nil: false
        }
    }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        let list: PropertyListValue
        let escapes: EscapedTexts
        let isRepaired: Bool
        let bytes = try file.whole(limit: PropertyListLimits.standard.bytes, as: "a property list")
        do throws(PropertyListError) {
            (list, escapes, isRepaired) = try PropertyListReader.readEscaping(bytes)
        } catch {
            throw DocumentFailure(error, in: "a property list", damaged: "a damaged property list")
        }
        let form = PropertyListFormat(recognizing: bytes) == .binary ? "binary" : "XML"
        if let archive = KeyedArchive(list) {
            let tree = ValueTree(archive.tree { file.decoders })
            var document = Document("Archived objects, \(form) property list", contents: .tree(tree))
            document.propertyList = list
            document.leftovers = PropertyListLeftovers.ranges(in: bytes)
            document.isWhole = true
            document.addRepairs(of: escapes, isRepaired)
            if let version = list["$version"]?.integerValue, version != KeyedArchive.version {
                document.remarks.append(
                    "archived by version \(version), which is not known; read as version \(KeyedArchive.version)")
            }
            return document
        }
        var document = Document(
            "Property list, \(form)", contents: .tree(ValueTree(root: ValueNode("root", list: list, escapes))))
        document.propertyList = list
        document.leftovers = PropertyListLeftovers.ranges(in: bytes)
        document.isWhole = true
        document.remarkRepeatedKey(of: list, form)
        document.addRepairs(of: escapes, isRepaired)
        // Archived objects are compared by what is written of their texts alone.
        document.areRepairsTold = escapes.areTold && !isRepaired
        return document
    }
}

extension Document {
    /// Says which texts are not written as they are stored.
    /// - Parameter isRepaired: Whether U+FFFD stands in texts.
    fileprivate mutating func addRepairs(of escapes: EscapedTexts, _ isRepaired: Bool) {
        let defects = "half surrogates or bytes that are not in their encoding"
        if isRepaired {
            addRepair(defects)
            byteSearch = .ifNothingIsFound
        }
        if !escapes.isEmpty { repairs.append("texts with \(defects), which are written as \\ud83d or \\xff") }
    }

    /// Says that a list has a key twice, and which value counts.
    fileprivate mutating func remarkRepeatedKey(of list: PropertyListValue, _ form: String) {
        guard let key = list.firstRepeatedKey else { return }
        remarks.append(
            "the key “\(key)” occurs more than once in a dictionary; apps find the \(form == "binary" ? "first" : "last") value"
        )
    }
}

extension DocumentSource {
    /// Returns whether the name ends with a suffix in any case.
    func hasSuffix(_ suffix: String) -> Bool {
        // The names of most values are ASCII, and have no such suffix.
        if name.allSatisfy({ $0 < 0x80 }) {
            return name.count >= suffix.utf8.count
                && name.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) { $0.asciiLowercased == $1 }
        }
        return String(decoding: name, as: UTF8.self).lowercased().hasSuffix(suffix)
    }
}

extension ValueNode {
    /// Creates a node for a value of a property list.
    package init(_ name: String, list: PropertyListValue) { self.init(name, list: list, EscapedTexts()) }

    /// Creates a node for a value of a property list.
    /// - Parameter escapes: The texts of the list that are written with escapes.
    init(_ name: String, list: PropertyListValue, _ escapes: EscapedTexts) {
        switch list {
        case .string(let text):
            self.init(name, .string(text))
            escapedBytes = escapes.bytes(of: text)
        case .integer(let number): self.init(name, .integer(number))
        case .null: self.init(name, .null)
        case .wide(let number): self.init(name, .wide(number))
        case .real(let number): self.init(name, .real(number))
        case .boolean(let value): self.init(name, .boolean(value))
        case .date(let seconds): self.init(name, .date(secondsSince2001: seconds))
        case .data(let bytes): self.init(name, .data(bytes))
        case .uid(let number): self.init(name, .reference("UID \(number)"))
        case .array(let items): self.init(name, "array", items, escapes)
        case .set(let items): self.init(name, "set", items, escapes)
        case .dictionary(let dictionary):
            self.init(name, .record("dictionary"), childCount: dictionary.count) {
                dictionary.map { ValueNode($0.key, list: $0.value, escapes) }
            }
        }
    }

    private init(_ name: String, _ title: String, _ items: [PropertyListValue], _ escapes: EscapedTexts) {
        self.init(name, .list(title), childCount: items.count) {
            items.enumerated().map { ValueNode("\($0.offset)", list: $0.element, escapes) }
        }
    }
}
