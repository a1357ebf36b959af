import Formats

/// Finds many short texts at once, regardless of the case of ASCII letters: the algorithm of Wu and Manber ("A fast
/// algorithm for multi-pattern searching", 1994) with blocks of two bytes. Most bytes are never looked at.
struct AnchorFilter: Sendable {
    /// The texts, in small letters.
    private let texts: [[UInt8]]
    /// The length of the shortest text.
    private let shortest: Int
    /// By how much to move on after a block of two bytes, so that no text is missed.
    private let shifts: [UInt8]
    /// The texts whose prefix of the shortest length ends with a block, for each block that ends any.
    private let candidates: [Int: [Int]]

    /// - Parameter texts: Texts of at least three bytes each.
    init(_ texts: [String]) {
        let lower = texts.map { $0.utf8.map(\.asciiLowercased) }
        let shortest = lower.map(\.count).min() ?? 2
        var shifts = [UInt8](repeating: UInt8(clamping: max(1, shortest - 1)), count: 1 << 16)
        var candidates: [Int: [Int]] = [:]
        for (number, text) in lower.enumerated() where text.count >= 2 {
            for end in 2...max(2, shortest) where end <= text.count {
                let shift = UInt8(clamping: shortest - end)
                for block in Self.blocks(text[end - 2], text[end - 1]) {
                    shifts[block] = min(shifts[block], shift)
                    if shift == 0 { candidates[block, default: []].append(number) }
                }
            }
        }
        (self.texts, self.shortest, self.shifts, self.candidates) = (lower, shortest, shifts, candidates)
    }

    /// The numbers of two bytes, each in both cases.
    private static func blocks(_ first: UInt8, _ second: UInt8) -> Set<Int> {
        var found: Set<Int> = []
        for one in [first, first.asciiUppercased] {
            for other in [second, second.asciiUppercased] { found.insert(Int(one) | Int(other) << 8) }
        }
        return found
    }

    /// Calls a closure for each text found, with its number and its offset, until it returns false.
    func forEach(in bytes: UnsafeRawBufferPointer, _ body: (_ text: Int, _ offset: Int) -> Bool) {
        guard let base = bytes.baseAddress, bytes.count >= shortest, !texts.isEmpty else { return }
        let count = bytes.count
        shifts.withUnsafeBufferPointer { shifts in
            guard let shifts = shifts.baseAddress else { return }
            var end = shortest
            while end <= count {
                // The loads are in bounds: `end` is 2 at least, and no more than the count.
                let block = Int((base + (end - 2)).loadUnaligned(as: UInt16.self).littleEndianValue)
                let shift = Int(shifts[block])
                guard shift == 0 else {
                    end += shift
                    continue
                }
                let start = end - shortest
                for number in candidates[block] ?? [] where matches(base + start, count - start, texts[number]) {
                    guard body(number, start) else { return }
                }
                end += 1
            }
        }
    }

    /// Returns whether any of the texts is in bytes.
    func occurs(in bytes: UnsafeRawBufferPointer) -> Bool {
        var isFound = false
        forEach(in: bytes) { _, _ in
            isFound = true
            return false
        }
        return isFound
    }

    private func matches(_ start: UnsafeRawPointer, _ count: Int, _ text: [UInt8]) -> Bool {
        guard count >= text.count else { return false }
        for index in text.indices
        where start.load(fromByteOffset: index, as: UInt8.self).asciiLowercased != text[index] {
            return false
        }
        return true
    }
}

extension UInt16 {
    /// The number whose lower byte is the first one in memory.
    fileprivate var littleEndianValue: UInt16 { UInt16(littleEndian: self) }
}
