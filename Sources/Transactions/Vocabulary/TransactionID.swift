/// Names one transaction, here and in the names of its temporaries.
package struct TransactionID: Hashable, Sendable {
    /// Counted up by the journal: what people type.
    package let number: Int
    /// Random: keeps the temporaries of one journal from being taken for those of another.
    package let token: UInt64

    /// No number is greater, whatever a journal says: the next one is always a number, too.
    static let greatest = 1 << 53

    init(number: Int, token: UInt64) {
        self.number = number
        self.token = token
    }

    /// What the names of all of its temporaries begin with: `.sandglass-12-9f3a6c210b44d7e1-`.
    package var temporaryPrefix: [UInt8] { Array(".sandglass-\(text)-".utf8) }

    /// The number and the token, in hexadecimal digits.
    package var text: String { "\(number)-\(String(token, radix: 16))" }
}

extension TransactionID: Comparable {
    package static func < (one: TransactionID, other: TransactionID) -> Bool { one.number < other.number }
}
