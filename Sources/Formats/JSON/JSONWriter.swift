/// Writes JSON texts (RFC 8259) in UTF-8, or in ASCII. Characters that act on a terminal or an editor
/// (`Unicode.Scalar.isActive`) are escaped; the values stay the same (section 7).
package struct JSONWriter {
    /// Whether characters outside ASCII are escaped.
    private let isASCII: Bool

    /// Returns a value as one line without blanks.
    package static func line(_ value: JSONValue, isASCII: Bool = false) -> [UInt8] {
        var bytes: [UInt8] = []
        JSONWriter(isASCII: isASCII).write(value, indent: nil, to: &bytes)
        return bytes
    }

    /// Returns a value with each item on a separate line, indented by two spaces per level.
    package static func text(_ value: JSONValue, isASCII: Bool = false) -> [UInt8] {
        var bytes: [UInt8] = []
        JSONWriter(isASCII: isASCII).write(value, indent: 0, to: &bytes)
        return bytes
    }

    /// The values have a bounded depth, so recursion is safe.
    private func write(_ value: JSONValue, indent: Int?, to bytes: inout [UInt8]) {
        switch value {
        case .null: bytes += "null".utf8
        case .boolean(let value): bytes += (value ? "true" : "false").utf8
        case .number(let number): bytes += number.text.utf8
        case .string(let text): write(text, to: &bytes)
        case .array(let items):
            list("[", "]", items.count, indent, to: &bytes) { write(items[$0], indent: $1, to: &$2) }
        case .object(let members):
            list("{", "}", members.count, indent, to: &bytes) { index, indent, bytes in
                write(members[index].name, to: &bytes)
                bytes += (indent == nil ? ":" : " : ").utf8
                write(members[index].value, indent: indent, to: &bytes)
            }
        }
    }

    private func list(
        _ opening: String,
        _ closing: String,
        _ count: Int,
        _ indent: Int?,
        to bytes: inout [UInt8],
        item: (Int, Int?, inout [UInt8]) -> Void
    ) {
        bytes += opening.utf8
        for index in 0..<count {
            if index > 0 { bytes.append(0x2c) }
            newLine(indent.map { $0 + 1 }, to: &bytes)
            item(index, indent.map { $0 + 1 }, &bytes)
        }
        if count > 0 { newLine(indent, to: &bytes) }
        bytes += closing.utf8
    }

    private func newLine(_ indent: Int?, to bytes: inout [UInt8]) {
        guard let indent else { return }
        bytes.append(0x0a)
        bytes += repeatElement(0x20, count: indent * 2)
    }

    private func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(0x22)
        defer { bytes.append(0x22) }
        guard text.utf8.contains(where: { isASCII ? $0 >= 0x80 : Self.beginsActive($0) }) else {
            for byte in text.utf8 { write(byte, to: &bytes) }
            return
        }
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                write(UInt8(scalar.value), to: &bytes)
            } else if isASCII || scalar.isActive {
                for unit in scalar.utf16 { bytes += Self.escape(unit).utf8 }
            } else {
                bytes += scalar.utf8
            }
        }
    }

    /// Whether active characters beyond ASCII may begin with a byte.
    private static func beginsActive(_ byte: UInt8) -> Bool { byte == 0xc2 || byte == 0xd8 || byte == 0xe2 }

    private static func escape(_ unit: UInt16) -> String {
        "\\u" + [UInt8(unit >> 8), UInt8(unit & 0xff)].hexadecimal()
    }

    /// Returns a JSON text of another encoder with escapes for DEL, C1 controls, line and paragraph separators, and
    /// controls of writing direction; every encoder escapes C0 controls. In JSON, these occur only inside strings.
    /// - Parameter isASCII: Whether to escape everything beyond ASCII.
    package static func escaped(_ json: String, isASCII: Bool) -> String {
        func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
            scalar.value >= 0x7f && (isASCII || scalar.isActive)
        }
        guard json.utf8.contains(where: { $0 == 0x7f || (isASCII ? $0 >= 0x80 : beginsActive($0)) }),
            json.unicodeScalars.contains(where: needsEscape)
        else { return json }
        var text = ""
        for scalar in json.unicodeScalars {
            // Characters beyond the basic plane are two UTF-16 units.
            if needsEscape(scalar) {
                for unit in scalar.utf16 { text += escape(unit) }
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// Writes a character of a string, or a byte of one that is longer.
    private func write(_ byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case 0x22, 0x5c: bytes += [0x5c, byte]
        case 0x0a: bytes += "\\n".utf8
        case 0x0d: bytes += "\\r".utf8
        case 0x09: bytes += "\\t".utf8
        // DEL is valid but acts on a terminal.
        case ..<0x20, 0x7f: bytes += Self.escape(UInt16(byte)).utf8
        default: bytes.append(byte)
        }
    }
}
