import Formats

/// Finds many short texts at once, regardless of the case of ASCII letters: the algorithm of Wu and Manber ("A fast
/// algorithm for multi-pattern searching", 1994) with blocks of two bytes. Most bytes are never looked at.
struct AnchorFilter: Sendable {
    /// The texts whose prefixes of the shortest length end with the same block, regardless of case.
    private struct Candidates {
        var texts: [(number: Int, start: UInt32)] = []
    }

    /// The first value in the table of shifts that stands for candidates.
    private static let firstList: UInt8 = 0x80

    /// The texts, in small letters.
    private let texts: [[UInt8]]
    /// The length of the shortest text.
    private let shortest: Int
    /// By how much to move on after a block of two bytes, so that no text is missed; or which candidates to compare.
    private let shifts: [UInt8]
    /// The candidates of the blocks that end any.
    private let lists: [Candidates]

    /// - Parameter texts: Texts of at least three bytes each.
    init(_ texts: [String]) {
        let lower = texts.map { $0.utf8.map(\.asciiLowercased) }
        let shortest = lower.map(\.count).min() ?? 2
        var shifts = [UInt8](repeating: UInt8(min(max(1, shortest - 1), 0x7f)), count: 1 << 16)
        var lists: [Candidates] = []
        for (number, text) in lower.enumerated() where text.count >= 2 {
            for end in 2...max(2, shortest) where end <= text.count {
                let shift = UInt8(min(shortest - end, 0x7f))
                let blocks = Self.blocks(text[end - 2], text[end - 1])
                guard shift == 0 else {
                    for block in blocks where shifts[block] < Self.firstList {
                        shifts[block] = min(shifts[block], shift)
                    }
                    continue
                }
                // Where there are more lists than numbers for them, the last one has all that remains.
                let known = blocks.lazy.map { shifts[$0] }.first { $0 >= Self.firstList }
                let list = known ?? Self.firstList + UInt8(min(lists.count, 0x7f))
                if lists.count <= Int(list - Self.firstList) { lists.append(Candidates()) }
                lists[Int(list - Self.firstList)].texts.append(
                    (number, shortest < 4 ? 0 : Self.start(of: text)))
                for block in blocks { shifts[block] = list }
            }
        }
        (self.texts, self.shortest, self.shifts, self.lists) = (lower, shortest, shifts, lists)
    }

    /// The bits that letters in both cases have in common, and that distinguish most other bytes.
    private static let anyCase: UInt32 = 0x2020_2020

    /// The first four bytes of a text, by which most candidates are ruled out.
    private static func start(of text: [UInt8]) -> UInt32 {
        text[..<4].reversed().reduce(0) { $0 << 8 | UInt32($1) } | anyCase
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
                let shift = shifts[block]
                guard shift >= Self.firstList else {
                    end += Int(shift)
                    continue
                }
                let start = end - shortest
                // Of texts of at least four bytes, four are there.
                let four =
                    shortest < 4
                    ? 0 : UInt32(littleEndian: (base + start).loadUnaligned(as: UInt32.self)) | Self.anyCase
                for candidate in lists[Int(shift - Self.firstList)].texts
                where candidate.start == four && matches(base + start, count - start, texts[candidate.number]) {
                    guard body(candidate.number, start) else { return }
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
