import Formats

/// A pattern for whole names in which `*` stands for any characters and `?` for one: `*.md`.
///
/// ASCII letters match in both cases, and composed characters match decomposed ones, as in a filter without wildcards.
struct NameGlob: Hashable, Sendable {
    private let bytes: [UInt8]
    /// Whether the pattern is about a path instead of its last component.
    private let isPath: Bool

    /// - Returns: nil without a `*`: the text is a part of a name then.
    init?(_ text: some Collection<UInt8>) {
        guard text.contains(UInt8(ascii: "*")) else { return nil }
        bytes = CanonicalDecomposition.bytes(of: text).map(\.asciiLowercased)
        isPath = text.contains(UInt8(ascii: "/"))
    }

    /// Returns whether a name matches, or the last component of a path.
    func matches(_ whole: UnsafeBufferPointer<UInt8>) -> Bool {
        CanonicalDecomposition.withBytes(of: whole) { matchesDecomposed($0) }
    }

    /// Returns whether a name matches that is decomposed already.
    func matchesDecomposed(_ whole: UnsafeBufferPointer<UInt8>) -> Bool {
        let slash = isPath ? nil : whole.lastIndex(of: UInt8(ascii: "/"))
        let name = UnsafeBufferPointer(rebasing: whole[(slash.map { $0 + 1 } ?? 0)...])
        var (index, place) = (0, 0)
        // After the last `*`: where it is in the pattern, and up to where it reaches in the name.
        var star: (place: Int, index: Int)?
        while index < name.count {
            let byte = name[index].asciiLowercased
            if place < bytes.count, bytes[place] == UInt8(ascii: "*") {
                star = (place, index)
                place += 1
            } else if place < bytes.count, bytes[place] == UInt8(ascii: "?") {
                place += 1
                index = Self.characterEnd(in: name, from: index)
            } else if place < bytes.count, bytes[place] == byte {
                place += 1
                index += 1
            } else if let last = star {
                // The next part does not match here, so the `*` reaches further.
                star = (last.place, last.index + 1)
                place = last.place + 1
                index = last.index + 1
            } else {
                return false
            }
        }
        while place < bytes.count, bytes[place] == UInt8(ascii: "*") { place += 1 }
        return place == bytes.count
    }

    /// Returns where the character that begins at an index ends, however many scalars it is decomposed into.
    private static func characterEnd(in name: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard name[start] >= 0x80 || start + 1 < name.count && name[start + 1] >= 0x80 else { return start + 1 }
        var index = start + (Unicode.Scalar.decode(name, at: start)?.length ?? 1)
        while index < name.count, let (scalar, length) = Unicode.Scalar.decode(name, at: index), scalar.isAttached {
            index += length
        }
        return index
    }
}

extension Unicode.Scalar {
    /// Whether a scalar of decomposed text belongs to the character before it: a mark, or a vowel or final of a Hangul
    /// syllable.
    fileprivate var isAttached: Bool {
        guard value >= 0x300 else { return false }
        return (0x1161...0x11ff).contains(value) || properties.isGraphemeExtend
            || properties.canonicalCombiningClass != .notReordered
    }
}
