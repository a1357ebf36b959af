/// Names as lines of a text that is edited by hand, so that every name of bytes comes back as it was.
///
/// A backslash begins what a line cannot hold: `\n`, `\t`, `\\`, `\xFF`.
package enum NameSheet {
    /// A line for each name.
    package static func text(of names: [[UInt8]]) -> [UInt8] {
        names.flatMap { line(of: $0) + [0x0a] }
    }

    /// The names that a text spells, or what is wrong with it: a sentence for people.
    package static func names(in text: [UInt8], expecting count: Int) -> Result<[[UInt8]], NameSheetError> {
        var lines = text.split(separator: 0x0a, omittingEmptySubsequences: false)
        // Editors end the last line, and some add an empty one.
        if text.last == 0x0a { lines.removeLast() }
        while lines.count > count, lines.last?.isEmpty == true { lines.removeLast() }
        guard lines.count == count else {
            return .failure(
                NameSheetError("\(count) names were to be edited and \(lines.count) came back; nothing was renamed"))
        }
        var names: [[UInt8]] = []
        for (number, line) in lines.enumerated() {
            guard let name = name(of: line) else {
                return .failure(
                    NameSheetError("line \(number + 1): a backslash is \\\\, and else begins \\n, \\t or \\xFF"))
            }
            names.append(name)
        }
        return .success(names)
    }

    private static func line(of name: [UInt8]) -> [UInt8] {
        let isText = String(validating: name, as: UTF8.self) != nil
        return name.flatMap { byte -> [UInt8] in
            switch byte {
            case 0x5c: [0x5c, 0x5c]
            case 0x0a: Array("\\n".utf8)
            case 0x09: Array("\\t".utf8)
            case 0..<0x20, 0x7f: escaped(byte)
            case 0x80... where !isText: escaped(byte)
            default: [byte]
            }
        }
    }

    private static func escaped(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return Array("\\x".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    private static func name(of line: ArraySlice<UInt8>) -> [UInt8]? {
        var name: [UInt8] = []
        var rest = line
        while let byte = rest.popFirst() {
            guard byte == 0x5c else {
                name.append(byte)
                continue
            }
            switch rest.popFirst() {
            case 0x5c: name.append(0x5c)
            case UInt8(ascii: "n"): name.append(0x0a)
            case UInt8(ascii: "t"): name.append(0x09)
            case UInt8(ascii: "x"):
                guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
                else {
                    return nil
                }
                rest = rest.dropFirst(2)
                name.append(value)
            default: return nil
            }
        }
        return name
    }
}

/// What is wrong with names that were edited by hand.
package struct NameSheetError: Error, Hashable, Sendable {
    /// A sentence for people.
    package let message: String

    init(_ message: String) { self.message = message }
}
