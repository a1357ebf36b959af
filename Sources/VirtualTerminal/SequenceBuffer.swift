/// Holds back an incomplete escape sequence or UTF-8 character at the end of the output received so far, and leaves out
/// what terminals ignore.
///
/// Reads from a terminal end anywhere, and libvterm up to 0.1.4 loses a title or a combining mark that is split, and
/// prints the contents of the control strings that have no meaning for it.
struct SequenceBuffer {
    /// The length in bytes at which an unterminated string is passed on anyway.
    private static let longest = 65_536

    private var rest: [UInt8] = []

    /// Adds output, and returns as much as is complete, including the output held back before.
    mutating func append(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        rest += bytes
        var (place, start) = (0, 0)
        var complete: [UInt8] = []
        while place < rest.count, let next = end(of: place) {
            if isIgnored(place) {
                complete += rest[start..<place]
                start = next
            }
            place = next
        }
        if rest.count - place > Self.longest { place = rest.count }
        complete += rest[start..<place]
        rest.removeFirst(place)
        return complete
    }

    /// Whether a control string without a meaning begins at a position: an application command, such as one of kitty's
    /// graphics protocol, a privacy message, or a string of characters.
    private func isIgnored(_ start: Int) -> Bool {
        guard rest[start] == 0x1b, start + 1 < rest.count else { return false }
        return [UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X")].contains(rest[start + 1])
    }

    /// Returns the end of the sequence or character at a position; nil if it is incomplete.
    private func end(of start: Int) -> Int? {
        let first = rest[start]
        if first == 0x1b { return endOfEscape(start) }
        let length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1
        let present = rest[(start + 1)...].prefix(length - 1).prefix { $0 & 0xc0 == 0x80 }.count
        return start + 1 + present == rest.count && present < length - 1 ? nil : start + 1
    }

    /// ECMA-48, 5.3 to 5.6: ESC with a letter, control sequences and control strings.
    private func endOfEscape(_ start: Int) -> Int? {
        guard start + 1 < rest.count else { return nil }
        switch rest[start + 1] {
        case UInt8(ascii: "["): return firstPlace(from: start + 2) { (0x40...0x7e).contains($0) }
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            // BEL, as in xterm, or ST, which itself starts with ESC.
            return firstPlace(from: start + 2) { $0 == 0x07 }
        case 0x20...0x2f: return firstPlace(from: start + 2) { (0x30...0x7e).contains($0) }
        default: return start + 2
        }
    }

    /// Returns the position after the byte that ends a sequence. CAN, SUB and ESC end every sequence.
    private func firstPlace(from start: Int, _ ends: (UInt8) -> Bool) -> Int? {
        guard let place = rest[start...].firstIndex(where: { ends($0) || $0 == 0x18 || $0 == 0x1a || $0 == 0x1b })
        else { return nil }
        guard rest[place] == 0x1b else { return place + 1 }
        // Include the backslash if the ESC is part of an ST.
        guard place + 1 < rest.count else { return nil }
        return rest[place + 1] == UInt8(ascii: "\\") ? place + 2 : place
    }
}
