import Formats

extension KeyedArchive {
    /// The objects at the top, and below each what it refers to.
    var outline: [OutlineNode] { top.map { node($0.key, $0.value, below: [], inside: [:]) } }

    /// - Parameters:
    ///   - path: The names of the nodes above.
    ///   - ancestors: The number of names that led to each object above; a reference to one of them is shown as such.
    private func node(
        _ name: String, _ value: PropertyListValue, below path: [String], inside ancestors: [UInt64: Int]
    ) -> OutlineNode {
        var ancestors = ancestors
        let path = path + [name]
        if let reference = value.uidValue, reference != 0 {
            if let count = ancestors[reference] {
                let steps = path.prefix(count).map { Array($0.utf8) }
                return OutlineNode(name, .cycle(to: String(decoding: ValueAddress.text(steps), as: UTF8.self)))
            }
            ancestors[reference] = path.count
        }
        let inside = ancestors
        func group(_ value: OutlineValue, _ items: [(String, PropertyListValue)]) -> OutlineNode {
            OutlineNode(name, value, childCount: items.count) {
                items.map { node($0.0, $0.1, below: path, inside: inside) }
            }
        }
        switch object(value) {
        case .value(.array(let items)): return group(.list("array"), Self.numbered(items))
        case .value(.set(let items)): return group(.list("set"), Self.numbered(items))
        case .value(.dictionary(let fields)): return group(.record("dictionary"), fields.map { ($0.key, $0.value) })
        case .value(let value): return OutlineNode(name, list: value)
        case .null: return OutlineNode(name, .null)
        case .date(let seconds):
            return OutlineNode(name, .date(secondsSince1970: seconds + PropertyListValue.secondsFrom1970To2001))
        case .uuid(let bytes): return OutlineNode(name, .string(UUIDText.text(bytes)))
        case .url(let text): return OutlineNode(name, .string(text))
        case .list(let items, let className): return group(.list(className), Self.numbered(items))
        case .dictionary(let pairs, let className):
            return group(.record(className), pairs.map { (keyText($0.key), $0.value) })
        case .object(let fields, let className): return group(.record(className), fields)
        case .missing: return OutlineNode(name, .missing(value.uidValue ?? 0))
        }
    }

    private static func numbered(_ items: [PropertyListValue]) -> [(String, PropertyListValue)] {
        items.enumerated().map { ("\($0.offset)", $0.element) }
    }

    /// Returns the text for a key of a dictionary, usually a string.
    private func keyText(_ key: PropertyListValue) -> String {
        switch object(key) {
        case .value(.string(let text)), .url(let text): text
        case .uuid(let bytes): UUIDText.text(bytes)
        default: OutlineNode("", list: key).summary.value
        }
    }
}

/// Formats UUIDs as Apple does.
enum UUIDText {
    /// Returns 32 digits in five groups for 16 bytes.
    static func text(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text.append(0x2d) }
            text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the 16 bytes of 32 digits, whether in groups or not; nil for any other text.
    static func bytes(_ text: String) -> [UInt8]? {
        let digits = text.filter { $0 != "-" }.compactMap(\.hexDigitValue)
        guard digits.count == 32, text.allSatisfy({ $0 == "-" || $0.isHexDigit }) else { return nil }
        return stride(from: 0, to: 32, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
