import Synchronization

/// The parts of a table that were found damaged while its rows were read.
final class FoundDamage: Sendable {
    private let found = Mutex<[String]>([])
    /// The maximum number of parts that are remembered.
    private static let maximum = 100

    /// The parts and the reasons, each a sentence without a full stop, in the order in which they were found.
    var sentences: [String] { found.withLock { $0 } }

    /// The sentence about texts with other bytes than UTF-8.
    static let replacedTexts = "texts that are not UTF-8, in whose place U+FFFD is shown"

    /// Notes a part, once.
    func note(_ sentence: String) {
        found.withLock { found in
            if found.count < Self.maximum, !found.contains(sentence) { found.append(sentence) }
        }
    }
}
