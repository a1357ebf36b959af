import Formats

/// A time, and where it stands, in 24 bytes: everything else is made when it is shown.
struct TimelineRecord: Hashable {
    /// Microseconds since 1970.
    let time: Int64
    /// Which of the values of a place: a row ID, the position of a row or a line, or a stored text.
    let key: Int64
    /// The index of the item; `none` for what is in none.
    let file: UInt32
    /// The index of the place.
    let place: UInt32

    /// The index for what is in no item.
    static let none = UInt32.max

    /// Whether it comes first in a list: the newest first. Of one time, by items, and what stands or was added last in
    /// an item first, as later lines and operations are the newer ones.
    static func precedes(_ one: Self, _ other: Self) -> Bool {
        if one.time != other.time { return one.time > other.time }
        if one.file != other.file { return one.file < other.file }
        // The places of an item are numbered by one thread, in their order; texts without an item have all one order.
        if one.file != none, one.place != other.place { return one.place > other.place }
        return one.key > other.key
    }
}

/// What the times of one column, key or kind have in common.
struct TimelinePlace: Sendable {
    /// How the key of a record leads to the value.
    enum Form: Sendable {
        /// There is no value but the item itself.
        case item
        /// The key is a row ID.
        case row
        /// The key is the position of a row, which is written behind a number sign.
        case position
        /// The key is that of a stored text, which is a part of the address.
        case stored
        /// The key is the position and the number of a line.
        case line(LineForm)
        /// The key is that of a stored text, which is shown; there is no item.
        case note
    }

    var kind: TimelineKind
    var clock: TimelineClock
    var title: String
    var doubt: String?
    var form: Form
    /// The address before and behind what the key tells.
    var before: [UInt8] = []
    var behind: [UInt8] = []
}

/// How the lines of a text are written.
struct LineForm: Hashable, Sendable {
    let encoding: TextEncoding
    /// The character that ends them.
    let end: UInt8
}

/// A line, by its position and number in one key.
enum LineKey {
    /// The number of bits for the number of the line.
    private static let bits = 24

    /// - Parameter number: From 1; one that does not fit is left out.
    static func key(at offset: UInt64, number: UInt64) -> Int64 {
        Int64(bitPattern: offset << bits | (number < 1 << bits ? number : 0))
    }

    static func parts(_ key: Int64) -> (offset: UInt64, number: UInt64) {
        let key = UInt64(bitPattern: key)
        return (key >> bits, key & (1 << bits - 1))
    }
}
