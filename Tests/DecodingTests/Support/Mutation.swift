import TestSupport

extension [UInt8] {
    /// Returns bytes of which a few are changed, removed, repeated or inserted.
    func mutated(_ random: inout SeededGenerator) -> [UInt8] {
        var bytes = self
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes[place] = [0, 1, 0x7f, 0x80, 0xff].randomElement(using: &random) ?? 0
            case 2: bytes[place] = .random(in: .min ... .max, using: &random)
            case 3: bytes.removeSubrange(place..<Swift.min(bytes.count, place + Int.random(in: 1...16, using: &random)))
            case 4: bytes.insert(contentsOf: bytes[place..<Swift.min(bytes.count, place + 16)], at: place)
            default: bytes.removeLast(Swift.min(bytes.count - 1, Int.random(in: 1...64, using: &random)))
            }
            if bytes.isEmpty { return [0] }
        }
        return bytes
    }
}
