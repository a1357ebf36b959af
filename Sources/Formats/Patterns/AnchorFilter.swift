import CPattern

/// Finds many short texts at once, some of them regardless of the case of ASCII letters: where four bytes may begin any of
/// them, as sixteen groups of them tell for 32 bytes at once, they are looked up.
package struct AnchorFilter: Sendable {
    /// The length of the shortest text.
    package static let shortest = 4

    /// A text that begins with four bytes.
    private struct Candidate {
        let start: UInt32
        let text: Int
        /// Where its letters are.
        let letters: Range<Int>
        /// Whether the case of letters matters.
        let isExact: Bool
    }

    /// The texts, in small letters unless their case matters, one behind the other.
    private let letters: [UInt8]
    private let tables: Tables
    /// The texts by the hash of their first four bytes, in their order.
    private let candidates: [Candidate]
    /// The number of the first candidate of each hash, and the number of all.
    private let firsts: [Int]

    /// - Parameters:
    ///   - texts: Texts of at least four bytes each; shorter ones are never found.
    ///   - exact: The texts of which the case of letters matters. They are found more quickly.
    package init(_ texts: [String], exact: Set<String> = []) {
        let lower = texts.map { $0.utf8.map(\.asciiLowercased) }
        let stored = zip(texts, lower).map { exact.contains($0) ? Array($0.utf8) : $1 }
        var letters: [UInt8] = []
        var slots = [[Candidate]](repeating: [], count: Self.slots)
        for (number, text) in lower.enumerated() where text.count >= Self.shortest {
            let start = text[..<Self.shortest].reversed().reduce(0) { $0 << 8 | UInt32($1) } | Self.anyCase
            let range = letters.count..<letters.count + text.count
            slots[Self.slot(of: text)].append(
                Candidate(start: start, text: number, letters: range, isExact: exact.contains(texts[number])))
            letters += stored[number]
        }
        self.letters = letters
        var (candidates, firsts): ([Candidate], [Int]) = ([], [])
        for slot in slots {
            firsts.append(candidates.count)
            candidates += slot
        }
        self.candidates = candidates
        self.firsts = firsts + [candidates.count]
        let starts = zip(texts, stored).filter { $0.1.count >= Self.shortest }
            .map { (Array($0.1[..<Self.shortest]), exact.contains($0.0)) }
        let hashes = Set(lower.filter { $0.count >= Self.shortest }.map { Int(sandglass_anchor_hash($0)) })
        tables = Tables(Groups(of: starts).tables(marking: hashes))
    }

    // MARK: The first four bytes

    /// The number of hashes.
    private static let slots = 4_096

    /// The bits that letters in both cases have in common, and that distinguish most other bytes.
    private static let anyCase: UInt32 = 0x2020_2020

    /// The bits of a hash that are not needed to tell the candidates apart.
    private static let spareBits = 4

    private static func slot(of text: [UInt8]) -> Int { Int(sandglass_anchor_hash(text)) >> spareBits }

    // MARK: Finding

    /// Calls a closure for each text found, with its number and its offset, in the order of the offsets, until it returns
    /// false.
    /// - Parameter start: The offset of the first byte where a text may begin.
    package func forEach(
        in bytes: UnsafeRawBufferPointer, from start: Int = 0, _ body: (_ text: Int, _ offset: Int) -> Bool
    ) {
        guard let base = bytes.baseAddress, bytes.count >= Self.shortest else { return }
        let (text, last) = (base.assumingMemoryBound(to: UInt8.self), bytes.count - Self.shortest)
        letters.withUnsafeBufferPointer { letters in
            candidates.withUnsafeBufferPointer { candidates in
                var from = start
                while from <= last {
                    let offset = sandglass_find_anchor(text, from, last, tables.pointer)
                    // The maximum number of C is negative here.
                    guard offset >= 0, offset <= last else { return }
                    from = offset + 1
                    let start = UInt32(littleEndian: (base + offset).loadUnaligned(as: UInt32.self)) | Self.anyCase
                    let slot = Int(sandglass_anchor_hash(text + offset)) >> Self.spareBits
                    for candidate in candidates[firsts[slot]..<firsts[slot + 1]] where candidate.start == start {
                        let wanted = UnsafeBufferPointer(rebasing: letters[candidate.letters])
                        guard Self.matches(text + offset, bytes.count - offset, wanted, candidate.isExact) else {
                            continue
                        }
                        guard body(candidate.text, offset) else { return }
                    }
                }
            }
        }
    }

    private static func matches(
        _ start: UnsafePointer<UInt8>, _ count: Int, _ letters: UnsafeBufferPointer<UInt8>, _ isExact: Bool
    ) -> Bool {
        guard count >= letters.count else { return false }
        if isExact { return UnsafeBufferPointer(start: start, count: letters.count).elementsEqual(letters) }
        for index in letters.indices where start[index].asciiLowercased != letters[index] { return false }
        return true
    }
}

/// The tables of C, at a fixed place: they are too large to be copied for each short text. They never change.
private final class Tables: @unchecked Sendable {
    let pointer = UnsafeMutablePointer<sandglass_anchors>.allocate(capacity: 1)

    init(_ tables: sandglass_anchors) { pointer.initialize(to: tables) }

    deinit { pointer.deallocate() }
}

/// Sixteen groups of the beginnings of texts, such that little else looks like one of a group.
private struct Groups {
    /// The halves of bytes that are in a group at each distance from the beginning, as bits.
    private struct Group {
        var low = [UInt16](repeating: 0, count: AnchorFilter.shortest)
        var high = [UInt16](repeating: 0, count: AnchorFilter.shortest)

        /// By how much of all that four halves may be the group matches. Upper halves are few in texts, lower ones many.
        var breadth: Int {
            zip(low, high).reduce(1) { $0 * $1.0.nonzeroBitCount * $1.1.nonzeroBitCount }
        }

        mutating func insert(_ start: [UInt8], isExact: Bool) {
            for (distance, byte) in start.enumerated() {
                for form in isExact ? [byte] : [byte, byte.asciiUppercased] {
                    low[distance] |= 1 << (form & 15)
                    high[distance] |= 1 << (form >> 4)
                }
            }
        }
    }

    private var groups = [Group](repeating: Group(), count: 16)

    /// - Parameter starts: Four bytes each, in small letters unless their case matters.
    init(of starts: [(bytes: [UInt8], isExact: Bool)]) {
        for start in starts.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
            let growths = groups.map { group in
                var larger = group
                larger.insert(start.bytes, isExact: start.isExact)
                return larger.breadth - group.breadth
            }
            let best = growths.indices.min { growths[$0] < growths[$1] } ?? 0
            groups[best].insert(start.bytes, isExact: start.isExact)
        }
    }

    /// Returns the groups as the tables of C, with the hashes of all beginnings.
    func tables(marking hashes: Set<Int>) -> sandglass_anchors {
        var tables = sandglass_anchors()
        // Eight groups are the bits of a byte.
        let table = AnchorFilter.shortest * 16
        withUnsafeMutableBytes(of: &tables) { bytes in
            for (number, group) in groups.enumerated() {
                for distance in 0..<AnchorFilter.shortest {
                    for half in 0..<16 {
                        let place = number / 8 * table + distance * 16 + half
                        let bit = UInt8(1) << UInt8(number % 8)
                        if group.low[distance] >> UInt16(half) & 1 != 0 { bytes[place] |= bit }
                        if group.high[distance] >> UInt16(half) & 1 != 0 {
                            bytes[groups.count / 8 * table + place] |= bit
                        }
                    }
                }
            }
        }
        withUnsafeMutableBytes(of: &tables.starts) { bytes in
            let words = bytes.bindMemory(to: UInt64.self)
            for hash in hashes { words[hash >> 6] |= 1 << UInt64(hash & 63) }
        }
        return tables
    }
}
