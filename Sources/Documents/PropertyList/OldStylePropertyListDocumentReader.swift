import Formats

/// Reads old-style property lists and `strings` files as trees.
struct OldStylePropertyListDocumentReader: DocumentReader {
    private static let suffixes = [".strings", ".plist", ".pbxproj"]

    func recognizes(_ file: DocumentSource) -> Bool {
        switch PropertyListFormat(recognizing: file.head) {
        // The reader of property lists has said why it is damaged.
        case .binary, .otherBinary, .xml: return false
        case .xmlUTF16, .openStep, nil: break
        }
        let isNamed = isNamed(file)
        // Most files need not be examined any further.
        let mark: UInt8? = file.head.first
        guard isNamed || mark == 0xef || mark == 0xfe || mark == 0xff || Self.mayBegin(file.head.prefix(64)),
            let detection = file.text
        else { return false }
        guard !isNamed else { return true }
        return Self.mayBegin(detection.utf8(Array(file.head.prefix(64)), isWhole: false)[...])
    }

    /// Whether a text begins with a brace, a quotation mark or a comment.
    private static func mayBegin(_ text: ArraySlice<UInt8>) -> Bool {
        let start = text.drop { $0 <= 0x20 }.prefix(2)
        return start.first == 0x7b || start.first == 0x22 || start.elementsEqual([0x2f, 0x2a])
    }

    private func isNamed(_ file: DocumentSource) -> Bool { Self.suffixes.contains { file.hasSuffix($0) } }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        let isNamed = isNamed(file)
        let bytes = try file.whole(limit: PropertyListLimits.standard.bytes, as: "a property list")
        guard let detection = file.detection(of: bytes, isWhole: true) else { throw DocumentFailure.otherKind }
        let text = detection.utf8(bytes, isWhole: true)
        let reading: OldStylePropertyListReader.Reading
        do throws(PropertyListError) {
            reading = try OldStylePropertyListReader.readTellingRest(text, allowsBareKeys: isNamed)
        } catch {
            guard isNamed else { throw DocumentFailure.otherKind }
            throw DocumentFailure(
                error, in: "a property list", damaged: "a damaged property list", showsOffset: true)
        }
        let list = reading.list
        // Ordinary text may be a pair of brackets, or only a comment.
        guard isNamed || list.dictionaryValue?.isEmpty == false else { throw DocumentFailure.otherKind }
        var document = Document(
            "Property list, old-style text, \(detection.encoding.title)",
            contents: .tree(ValueTree(root: ValueNode("root", list: list))))
        if let remark = detection.remark { document.remarks.append(remark) }
        document.propertyList = list
        // Comments are not values. A search finds them among the lines of the text.
        document.byteSearch = .ifNothingIsFound
        if !reading.comments.isEmpty {
            document.comments = Document.Trailing(
                source: DocumentSource(file.name, bytes: text), ranges: reading.comments, title: "comments")
        }
        if reading.isRepaired { document.addRepair("escapes that are not characters") }
        if detection.errors > 0 { document.addRepair("bytes that are not in their encoding") }
        // Of text in a guessed encoding, and of a file that may be another kind of text, other bytes may say something else.
        document.isWhole = isNamed && detection.certainty == .certain
        return document
    }
}
