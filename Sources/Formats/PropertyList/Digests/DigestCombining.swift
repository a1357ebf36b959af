/// Makes digests of values, which differ from run to run.
struct DigestCombining {
    /// What a value is, so that a text and data of the same bytes differ.
    enum Kind: UInt8 {
        case text, data, boolean, integer, negative, real, noNumber, date, noDate, reference
    }

    let list = Self.secret(0)
    let dictionary = Self.secret(1)
    let array = Self.secret(2)
    let set = Self.secret(3)
    private let first = Self.secret(4)
    private let second = Self.secret(5)

    /// The seed of Swift's hashes differs from run to run.
    private static func secret(_ number: Int) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(number)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    func digest(of bytes: UnsafeRawBufferPointer, _ kind: Kind) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(kind.rawValue)
        hasher.combine(bytes: bytes)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    func digest(_ bits: UInt64, _ kind: Kind) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(kind.rawValue)
        hasher.combine(bits)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    func digest(ofReal number: Double) -> UInt64 {
        number.isNaN ? digest(0, .noNumber) : digest(number.bitPattern, .real)
    }

    /// Combines two digests in their order, by the folded product with secrets.
    @inline(__always)
    func pair(_ one: UInt64, _ other: UInt64) -> UInt64 {
        let product = (one ^ first).multipliedFullWidth(by: other ^ second)
        let folded = (product.high ^ product.low ^ other).multipliedFullWidth(by: first | 1)
        return folded.high ^ folded.low ^ one
    }
}

extension [UInt64] {
    /// Whether no two digests are the same.
    var areUnique: Bool {
        guard count > 8 else {
            for index in indices.dropFirst() {
                for other in 0..<index where self[other] == self[index] { return false }
            }
            return true
        }
        // Digests are as good as random: a table that is half full at most finds each within a few steps.
        let size = (2 * count - 1).nextPowerOf2
        var table = [UInt64](repeating: 0, count: size)
        for digest in self {
            guard digest != 0 else { return false }
            var place = Int(truncatingIfNeeded: digest) & (size - 1)
            while table[place] != 0 {
                if table[place] == digest { return false }
                place = (place + 1) & (size - 1)
            }
            table[place] = digest
        }
        return true
    }
}

extension Int {
    /// The smallest power of 2 that is greater.
    fileprivate var nextPowerOf2: Int { self <= 0 ? 1 : 1 << (Int.bitWidth - leadingZeroBitCount) }
}
