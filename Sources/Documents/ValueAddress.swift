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
}
