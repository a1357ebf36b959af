/// Makes a number of the values of a row, which differs from run to run, so that no database can be made to have a known one.
///
/// Two rows of other values have one number by an accident of one in 2⁶⁴. It is several times as fast as Swift's hashes, which
/// are made for tables that an attacker fills.
struct RowHasher {
    /// The seed of Swift's hashes differs from run to run.
    private static let secrets: (UInt64, UInt64) = {
        func secret(_ number: Int) -> UInt64 {
            var hasher = Hasher()
            hasher.combine(number)
            return UInt64(bitPattern: Int64(hasher.finalize()))
        }
        return (secret(6), secret(7))
    }()

    private let first: UInt64
    private let second: UInt64
    private(set) var value: UInt64

    init() {
        (first, second) = Self.secrets
        value = first ^ 0x9e37_79b9_7f4a_7c15
    }

    /// Adds a word: the folded product with secrets.
    @inline(__always)
    mutating func combine(_ word: UInt64) {
        let product = (value ^ first).multipliedFullWidth(by: word ^ second)
        value = product.high ^ product.low ^ value.byteSwapped
    }

    /// Adds bytes and their number.
    @inline(__always)
    mutating func combine(_ bytes: UnsafeRawBufferPointer) { combine(end: bytes, of: bytes.count) }

    /// Adds as many words as bytes have, and returns their length.
    @inline(__always)
    mutating func combine(wordsOf bytes: UnsafeRawBufferPointer) -> Int {
        var offset = 0
        while offset + 8 <= bytes.count {
            combine(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        return offset
    }

    /// Adds the last ones of some bytes, whose words before these have been added, and the number of all of them.
    @inline(__always)
    mutating func combine(end bytes: UnsafeRawBufferPointer, of count: Int) {
        var offset = combine(wordsOf: bytes)
        var rest: UInt64 = 0
        while offset < bytes.count {
            rest = rest << 8 | UInt64(bytes[offset])
            offset += 1
        }
        combine(rest)
        combine(UInt64(count))
    }
}
