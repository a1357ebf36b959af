import Formats

/// Shows property lists, and archives of objects in them, as outlines.
struct PropertyListPreviewer: Previewer {
    func recognizes(_ file: PreviewedFile) -> Bool {
        switch PropertyListFormat(recognizing: file.head) {
        case .binary, .otherBinary: true
        case .xml, .xmlUTF16:
            // Much else is XML.
            file.hasSuffix(".plist") || file.head.contains("<plist".utf8) || file.head.contains("<!DOCTYPE plist".utf8)
        case .openStep, nil: false
        }
    }

    func preview(of file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> Preview {
        let list: PropertyListValue
        let bytes = try file.whole(limit: PropertyListLimits.standard.bytes, as: "a property list")
        do throws(PropertyListError) {
            list = try PropertyListReader.read(bytes)
        } catch {
            throw PreviewFailure("a damaged property list: \(error.message)")
        }
        let form = PropertyListFormat(recognizing: bytes) == .binary ? "binary" : "XML"
        if let archive = KeyedArchive(list) {
            var preview = Preview("Archived objects, \(form) property list", content: OutlineContent(archive.outline))
            preview.exports.propertyList = list
            return preview
        }
        var preview = Preview("Property list, \(form)", content: OutlineContent(root: OutlineNode("root", list: list)))
        preview.exports.propertyList = list
        return preview
    }
}

extension PreviewedFile {
    /// Returns whether the name ends with a suffix in any case.
    func hasSuffix(_ suffix: String) -> Bool {
        String(decoding: name, as: UTF8.self).lowercased().hasSuffix(suffix)
    }
}

extension OutlineNode {
    /// Creates a node for a value of a property list.
    init(_ name: String, list: PropertyListValue) {
        switch list {
        case .string(let text): self.init(name, .string(text))
        case .integer(let number): self.init(name, .integer(number))
        case .unsigned(let number): self.init(name, .unsigned(number))
        case .real(let number): self.init(name, .real(number))
        case .boolean(let value): self.init(name, .boolean(value))
        case .date(let seconds):
            self.init(name, .date(secondsSince1970: seconds + PropertyListValue.secondsFrom1970To2001))
        case .data(let bytes): self.init(name, .data(bytes))
        case .uid(let number): self.init(name, .reference("UID \(number)"))
        case .array(let items): self.init(name, "array", items)
        case .set(let items): self.init(name, "set", items)
        case .dictionary(let dictionary):
            self.init(name, .record("dictionary"), childCount: dictionary.count) {
                dictionary.map { OutlineNode($0.key, list: $0.value) }
            }
        }
    }

    private init(_ name: String, _ title: String, _ items: [PropertyListValue]) {
        self.init(name, .list(title), childCount: items.count) {
            items.enumerated().map { OutlineNode("\($0.offset)", list: $0.element) }
        }
    }
}
