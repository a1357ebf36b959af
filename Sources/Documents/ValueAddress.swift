import ContainerStore
package import Formats

/// The way to a value inside a file, as it is written behind a colon: names separated by slashes, in which `~1` stands for
/// a slash and `~0` for a tilde. An empty name is written `~e`, and the second of several equal names `NAME~#2`.
package enum ValueAddress {
    private static let slash: UInt8 = 0x2f
    private static let tilde: UInt8 = 0x7e
    /// What each escape stands for.
    private static let escapes: [(written: UInt8, byte: UInt8)] = [(0x30, tilde), (0x31, slash)]
    private static let empty: [UInt8] = [tilde, 0x65]
    /// What comes before an ordinal number where it is written.
    private static let writtenMark: [UInt8] = [tilde, 0x23]
    /// What comes before an ordinal number in a step: a byte that is in no UTF-8.
    private static let mark: UInt8 = 0xff

    /// Returns the step to a value by its name.
    /// - Parameter occurrence: Which of the values with this name it is, from 1.
    package static func step(_ name: String, occurrence: Int = 1) -> [UInt8] {
        Array(name.utf8) + (occurrence > 1 ? [mark] + Array("\(occurrence)".utf8) : [])
    }

    /// Returns the name in a step, and which of the values with this name it leads to, from 1.
    static func parts(of step: [UInt8]) -> (name: [UInt8], occurrence: Int) {
        guard let end = step.lastIndex(of: mark), let number = ordinal(step[(end + 1)...]) else { return (step, 1) }
        return (Array(step[..<end]), number)
    }

    /// Recognizes an ordinal number above 1.
    private static func ordinal(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self)).flatMap { $0 > 1 ? $0 : nil }
    }

    /// Returns the text for the names.
    package static func text(_ steps: [[UInt8]]) -> [UInt8] { Array(steps.map(written).joined(separator: [slash])) }

    private static func written(_ step: [UInt8]) -> [UInt8] { valueStep(step).written }

    /// Returns a step in the terms in which values are changed.
    package static func valueStep(_ step: [UInt8]) -> ValueStep {
        let (name, occurrence) = parts(of: step)
        return ValueStep(name, occurrence: occurrence)
    }

    /// Returns the possible readings of a path, the longest item name first: the item, and the names after a colon that
    /// lead to a value inside it.
    package static func readings(of path: [UInt8]) -> [(item: [UInt8], steps: [[UInt8]])] {
        // The colon of a reserved word separates nothing.
        let names = path.dropFirst(ReservedPath.word(of: path)?.count ?? 0)
        return [(path, [])]
            + names.indices.reversed().filter { path[$0] == 0x3a }.map { colon in
                (Array(path[..<colon]), steps(path[(colon + 1)...]))
            }
    }

    /// Returns the names in a text.
    package static func steps(_ text: some Sequence<UInt8>) -> [[UInt8]] {
        Array(text).split(separator: slash).map { written in
            // The mark of an ordinal number is no escape, and neither is the end of a name.
            if let end = written.lastIndex(of: writtenMark[1]), end > written.startIndex, written[end - 1] == tilde,
                let number = ordinal(written[(end + 1)...])
            {
                return unescaped(written[..<(end - 1)]) + [mark] + Array("\(number)".utf8)
            }
            return unescaped(written)
        }
    }

    private static func unescaped(_ written: ArraySlice<UInt8>) -> [UInt8] {
        guard !written.elementsEqual(empty) else { return [] }
        var step: [UInt8] = []
        var rest = written
        while let byte = rest.popFirst() {
            let escape = byte == tilde ? escapes.first { $0.written == rest.first } : nil
            if escape != nil { rest.removeFirst() }
            step.append(escape?.byte ?? byte)
        }
        return step
    }
}
