import ContainerModel

/// A list of names to edit: one name per line, in the same order before and after.
///
/// Names are bytes. Backslashes, control characters and bytes that are not UTF-8 are written as escapes, so that every
/// name fits on one line and is preserved exactly: `\\`, `\n`, `\t`, `\xFF`.
package enum BulkRename {
    /// The reason why an edited list cannot be used.
    package struct Mistake: Error, Hashable, Sendable, CustomStringConvertible {
        /// The line number, from 1; 0 for the list as a whole.
        package let line: Int
        /// What is wrong.
        package let message: String

        /// The mistake as a sentence.
        package var description: String { (line == 0 ? "" : "line \(line): ") + message }
    }

    /// Returns the list to edit.
    package static func text(of names: [[UInt8]]) -> String {
        names.map { escaped($0) + "\n" }.joined()
    }

    /// Returns a name as written in the list.
    package static func escaped(_ name: [UInt8]) -> String {
        // Valid UTF-8 can be shown as characters; otherwise every byte outside of printable ASCII is escaped.
        if let string = String(validating: name, as: UTF8.self) {
            return string.unicodeScalars.map { scalar in
                switch scalar {
                case "\\": "\\\\"
                case "\n": "\\n"
                case "\t": "\\t"
                // Editors break lines at some of these, change the text direction, or take U+FEFF for a byte order mark.
                case _ where scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value) || scalar.controlsLayout,
                    "\u{feff}":
                    String(scalar).utf8.map { hexadecimal($0) }.joined()
                default: String(scalar)
                }
            }.joined()
        }
        return name.map { byte in
            switch byte {
            case UInt8(ascii: "\\"): "\\\\"
            case 0x20..<0x7f: String(UnicodeScalar(byte))
            default: hexadecimal(byte)
            }
        }.joined()
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }

    /// Parses an edited list and checks everything that does not need the disk.
    ///
    /// - Parameters:
    ///   - names: The names from which the list was made.
    ///   - directories: For each name, bytes that identify its directory: names must differ only within a directory.
    /// - Throws: `Mistake` if the list cannot be used.
    package static func names(
        in text: [UInt8],
        for names: [[UInt8]],
        directories: [[UInt8]]
    ) throws(Mistake) -> [[UInt8]] {
        var lines = lines(of: text[...])
        // Some editors append an empty line.
        while lines.count > names.count, lines.last?.isEmpty == true { lines.removeLast() }
        guard lines.count == names.count else {
            throw Mistake(
                line: 0,
                message:
                    "\(lines.count) lines for \(names.count) names; do not add or remove lines"
            )
        }
        var result: [[UInt8]] = []
        var seen: Set<[UInt8]> = []
        for (index, line) in lines.enumerated() {
            if let control = control(in: line) {
                throw Mistake(
                    line: index + 1,
                    message: "the name contains an invisible control character (\(control)); "
                        + "remove it, or write it as \(control) if it is intended")
            }
            let name = try unescaped(line, line: index + 1)
            if let problem = NameRules.problem(withNew: name) { throw Mistake(line: index + 1, message: problem) }
            guard seen.insert(directories[index] + [0x2f] + name).inserted else {
                throw Mistake(line: index + 1, message: "the name \(escaped(name)) is given twice")
            }
            result.append(name)
        }
        return result
    }

    /// Returns the lines of a list without their terminators: LF, or CR LF if all lines have it. A CR in a name is
    /// never mistaken for a terminator, because it is escaped.
    static func lines(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var lines = text.split(separator: 0x0a, omittingEmptySubsequences: false)
        // The last line may lack its terminator, including the CR.
        let ended = lines.dropLast()
        if !ended.isEmpty, ended.allSatisfy({ $0.last == 0x0d }) {
            lines = lines.map { $0.last == 0x0d ? $0.dropLast() : $0 }
        }
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// Returns the first character of a line that the list would have escaped, in its escaped form.
    private static func control(in line: ArraySlice<UInt8>) -> String? {
        guard let string = String(validating: line, as: UTF8.self) else {
            return line.first { $0 < 0x20 || $0 == 0x7f }.map { escaped([$0]) }
        }
        return string.unicodeScalars.first { $0 != "\\" && escaped(Array(String($0).utf8)) != String($0) }
            .map { escaped(Array(String($0).utf8)) }
    }

    private static func unescaped(_ line: ArraySlice<UInt8>, line number: Int) throws(Mistake) -> [UInt8] {
        var name: [UInt8] = []
        var rest = line
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                name.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "\\"): name.append(UInt8(ascii: "\\"))
            case UInt8(ascii: "n"): name.append(0x0a)
            case UInt8(ascii: "t"): name.append(0x09)
            case UInt8(ascii: "x"):
                let digits = rest.prefix(2)
                guard digits.count == 2, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) else {
                    throw Mistake(line: number, message: "\\x takes two hexadecimal digits")
                }
                name.append(value)
                rest = rest.dropFirst(2)
            default: throw Mistake(line: number, message: "a backslash is written as two")
            }
        }
        return name
    }
}
