/// Identifies a transaction, in the journal and in the names of its temporary files.
package struct TransactionID: Hashable, Sendable {
    /// A sequence number assigned by the journal; this is what users type.
    package let number: Int
    /// A random number that keeps temporaries of different journals apart.
    package let token: UInt64

    /// The highest valid number. Journals with higher numbers are rejected, so that the next number never overflows.
    static let greatest = 1 << 53

    /// The prefix of the names of all the transaction's temporaries: `.sandglass-12-9f3a6c210b44d7e1-`.
    package var temporaryPrefix: [UInt8] { Array(".sandglass-\(text)-".utf8) }

    /// The prefix of the names of items that were taken away, and are somebody's work until they are compared.
    var keptPrefix: [UInt8] { temporaryPrefix + "kept-".utf8 }

    /// The number and the token, the latter in hexadecimal.
    package var text: String { "\(number)-\(String(token, radix: 16))" }
}

extension TransactionID: Comparable {
    package static func < (one: TransactionID, other: TransactionID) -> Bool { one.number < other.number }
}
