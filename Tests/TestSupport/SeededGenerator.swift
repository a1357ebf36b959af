/// A random number generator with a reproducible sequence for each seed (SplitMix64, Steele, Lea and Flood 2014).
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }
}

extension SeededGenerator {
    /// Returns `bytes` with up to four random changes: bytes altered, inserted or removed, the end cut off.
    package mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &self) where !bytes.isEmpty {
            let place = Int.random(in: bytes.indices, using: &self)
            switch Int.random(in: 0..<10, using: &self) {
            case 0..<4: bytes[place] = .random(in: .min ... .max, using: &self)
            case 4..<6: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
            case 6: bytes[place] = [0, 1, 0x7f, 0x80, 0xff].randomElement(using: &self) ?? 0
            case 7: bytes.insert(.random(in: .min ... .max, using: &self), at: place)
            case 8: bytes.remove(at: place)
            default: bytes.removeLast(Int.random(in: 1...max(1, bytes.count / 4), using: &self))
            }
        }
        return bytes
    }
}
