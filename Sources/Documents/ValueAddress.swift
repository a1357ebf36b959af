/// The way to a value inside a file, as it is written behind a colon: names separated by slashes, in which `~1` stands for
/// a slash and `~0` for a tilde.
package enum ValueAddress {
    /// Returns the text for the names.
    package static func text(_ steps: [[UInt8]]) -> [UInt8] {
        Array(
            steps.map { step in
                step.flatMap { byte -> [UInt8] in
                    switch byte {
                    case 0x7e: [0x7e, 0x30]
                    case 0x2f: [0x7e, 0x31]
                    default: [byte]
                    }
                }
            }.joined(separator: [0x2f]))
    }

    /// Returns the possible readings of a path, the longest item name first: the item, and the names after a colon that
    /// lead to a value inside it.
    package static func readings(of path: [UInt8]) -> [(item: [UInt8], steps: [[UInt8]])] {
        [(path, [])]
            + path.indices.reversed().filter { path[$0] == 0x3a }.map { colon in
                (Array(path[..<colon]), steps(path[(colon + 1)...]))
            }
    }

    /// Returns the names in a text.
    package static func steps(_ text: some Sequence<UInt8>) -> [[UInt8]] {
        Array(text).split(separator: 0x2f).map { name in
            var step: [UInt8] = []
            var rest = name
            while let byte = rest.popFirst() {
                let isEscape = byte == 0x7e && (rest.first == 0x30 || rest.first == 0x31)
                step.append(isEscape ? (rest.removeFirst() == 0x30 ? 0x7e : 0x2f) : byte)
            }
            return step
        }
    }
}
