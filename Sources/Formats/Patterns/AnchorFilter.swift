import CPattern

/// Finds many short texts at once, regardless of the case of ASCII letters: where four bytes may begin any of them, as
/// eight groups of them tell for 32 bytes at once, they are looked up.
package struct AnchorFilter: Sendable {
    /// The length of the shortest text.
    package static let shortest = 4

    /// The texts, in small letters.
    private let texts: [[UInt8]]
    private let groups: sandglass_anchors
    /// The texts by the hash of their first four bytes, in their order.
    private let slots: [[(start: UInt32, text: Int)]]

    /// - Parameter texts: Texts of at least four bytes each; shorter ones are never found.
    package init(_ texts: [String]) {
        let lower = texts.map { $0.utf8.map(\.asciiLowercased) }
        var slots = [[(start: UInt32, text: Int)]](repeating: [], count: 1 << Self.hashBits)
        for (number, text) in lower.enumerated() where text.count >= Self.shortest {
            let start = Self.start(text)
            slots[Self.slot(start)].append((start, number))
        }
        self.slots = slots
        self.texts = lower
        groups = Groups(of: lower.filter { $0.count >= Self.shortest }.map { Array($0[..<Self.shortest]) }).tables
    }

    // MARK: The first four bytes

    private static let hashBits: UInt32 = 9

    /// The bits that letters in both cases have in common, and that distinguish most other bytes.
    private static let anyCase: UInt32 = 0x2020_2020

    private static func start(_ text: [UInt8]) -> UInt32 {
        text[..<shortest].reversed().reduce(0) { $0 << 8 | UInt32($1) } | anyCase
    }

    private static func slot(_ start: UInt32) -> Int { Int((start &* 0x9e37_79b1) >> (32 - hashBits)) }

    // MARK: Finding

    /// Calls a closure for each text found, with its number and its offset, in the order of the offsets, until it returns
    /// false.
    package func forEach(in bytes: UnsafeRawBufferPointer, _ body: (_ text: Int, _ offset: Int) -> Bool) {
        guard let base = bytes.baseAddress, bytes.count >= Self.shortest else { return }
        let (text, last) = (base.assumingMemoryBound(to: UInt8.self), bytes.count - Self.shortest)
        withUnsafePointer(to: groups) { groups in
            var from = 0
            while from <= last {
                let offset = sandglass_find_anchor(text, from, last, groups)
                // The maximum number of C is negative here.
                guard offset >= 0, offset <= last else { return }
                from = offset + 1
                let start = UInt32(littleEndian: (base + offset).loadUnaligned(as: UInt32.self)) | Self.anyCase
                for candidate in slots[Self.slot(start)]
                where candidate.start == start
                    && matches(base + offset, bytes.count - offset, texts[candidate.text])
                {
                    guard body(candidate.text, offset) else { return }
                }
            }
        }
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

/// Eight groups of the beginnings of texts, such that little else looks like one of a group.
private struct Groups {
    /// The halves of bytes that are in a group at each distance from the beginning, as bits.
    private struct Group {
        var low = [UInt16](repeating: 0, count: AnchorFilter.shortest)
        var high = [UInt16](repeating: 0, count: AnchorFilter.shortest)

        /// By how much of all that four halves may be the group matches. Upper halves are few in texts, lower ones many.
        var breadth: Int {
            zip(low, high).reduce(1) { $0 * $1.0.nonzeroBitCount * $1.1.nonzeroBitCount }
        }

        mutating func insert(_ start: [UInt8]) {
            for (distance, byte) in start.enumerated() {
                for form in [byte, byte.asciiUppercased] {
                    low[distance] |= 1 << (form & 15)
                    high[distance] |= 1 << (form >> 4)
                }
            }
        }
    }

    private var groups = [Group](repeating: Group(), count: 8)

    /// - Parameter starts: Four bytes each, in small letters.
    init(of starts: [[UInt8]]) {
        for start in starts.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            let best = groups.indices.min { growth(of: groups[$0], by: start) < growth(of: groups[$1], by: start) } ?? 0
            groups[best].insert(start)
        }
    }

    private func growth(of group: Group, by start: [UInt8]) -> Int {
        var larger = group
        larger.insert(start)
        return larger.breadth - group.breadth
    }

    /// The groups as the tables of C.
    var tables: sandglass_anchors {
        var tables = sandglass_anchors()
        withUnsafeMutableBytes(of: &tables) { bytes in
            for (number, group) in groups.enumerated() {
                for distance in 0..<AnchorFilter.shortest {
                    for half in 0..<16 {
                        let place = distance * 16 + half
                        if group.low[distance] >> UInt16(half) & 1 != 0 { bytes[place] |= 1 << UInt8(number) }
                        if group.high[distance] >> UInt16(half) & 1 != 0 {
                            bytes[AnchorFilter.shortest * 16 + place] |= 1 << UInt8(number)
                        }
                    }
                }
            }
        }
        return tables
    }
}
