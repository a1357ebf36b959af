/// Detects names that are likely typos of other names.
package enum NameLikeness {
    /// Returns the name among `names` that `name` is most likely a typo of; nil if none is similar enough.
    ///
    /// Made for directories of a million entries: nearly all names are ruled out by a few bytes.
    package static func nearest<Names: Sequence>(to name: [UInt8], among names: Names) -> [UInt8]?
    where Names.Element: Collection<UInt8> {
        let wanted = Folded(name)
        var best: (name: [UInt8], distance: Int)?
        for other in names {
            // At most two letters may differ, of up to four bytes each. Blanks at the ends do not count, however many.
            let hasBlanks = wanted.hasBlanks || isBlank(other.first) || isBlank(lastByte(of: other))
            guard hasBlanks || abs(other.count - name.count) <= 8, !other.elementsEqual(name) else { continue }
            guard let distance = distance(wanted, Folded(other)) else { continue }
            if distance < best?.distance ?? .max { best = (Array(other), distance) }
        }
        return best?.name
    }

    /// Returns the shortest of `directories` that begins with `name` and continues in the middle of a word or with
    /// another word; nil if there is none, or if `name` has fewer than four letters. A name that only adds a number or
    /// an extension is a different name.
    package static func beginning(_ name: [UInt8], among directories: [[UInt8]]) -> [UInt8]? {
        let wanted = Folded(name).letters
        guard wanted.count >= 4 else { return nil }
        let longer = directories.filter { directory in
            let letters = Folded(directory).letters
            guard letters.count > wanted.count, letters.starts(with: wanted), letters[wanted.count] != 0x2e else {
                return false
            }
            return !isSeries(wanted, letters) && !isCompanion(wanted, letters)
        }
        return longer.min { $0.count < $1.count }
    }

    /// Returns whether two different names are nearly the same: they differ only in case, in blanks at their ends, or
    /// by one or two letters changed, missing, added or swapped. Names that differ in numbers or in single letters are
    /// a series, and names with different extensions are different files; neither is a typo.
    package static func areNearlyTheSame(_ one: String, _ other: String) -> Bool {
        one != other && distance(Folded(one.utf8), Folded(other.utf8)) != nil
    }

    /// Returns the number of letters to change, insert, delete, or swap with the next one.
    /// - Parameter limit: The largest distance to compute.
    /// - Returns: The distance, or nil if it is more than `limit`.
    package static func distance(_ one: [UInt32], _ other: [UInt32], limit: Int) -> Int? {
        guard abs(one.count - other.count) <= limit else { return nil }
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for row in one.indices {
            var next = [row + 1] + last.dropFirst()
            for column in other.indices {
                let change = last[column] + (one[row] == other[column] ? 0 : 1)
                next[column + 1] = min(change, last[column + 1] + 1, next[column] + 1)
                if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
                    next[column + 1] = min(next[column + 1], beforeLast[column - 1] + 1)
                }
            }
            // A swap reaches back at most two rows: if both exceed the limit, so does the distance.
            guard min(next.min() ?? 0, last.min() ?? 0) <= limit else { return nil }
            (beforeLast, last) = (last, next)
        }
        return last[other.count] <= limit ? last[other.count] : nil
    }
}

extension NameLikeness {
    /// A name as lowercased letters.
    private struct Folded {
        let letters: [UInt32]
        /// The index of the dot where the extension begins; the end if there is no extension.
        let stemEnd: Int
        /// Whether the name has blanks at its ends, which `letters` omits.
        let hasBlanks: Bool

        init(_ name: some Collection<UInt8>) {
            var letters: [UInt32]
            if name.allSatisfy({ $0 < 0x80 }) {
                letters = name.map { UInt32((0x41...0x5a).contains($0) ? $0 + 0x20 : $0) }
            } else {
                letters = String(decoding: name, as: UTF8.self).lowercased().unicodeScalars.map(\.value)
            }
            let count = letters.count
            while let last = letters.last, isBlank(last) { letters.removeLast() }
            let blanks = letters.prefix { isBlank($0) }.count
            if blanks > 0 { letters.removeFirst(blanks) }
            hasBlanks = letters.count < count
            self.letters = letters
            let dot = letters.lastIndex(of: 0x2e) ?? 0
            stemEnd = dot > 0 ? dot : letters.count
        }

        var stem: ArraySlice<UInt32> { letters[..<stemEnd] }
        var ending: ArraySlice<UInt32> { letters[stemEnd...] }
    }

    /// Returns the distance of two names; nil if they are not nearly the same.
    private static func distance(_ one: Folded, _ other: Folded) -> Int? {
        if one.letters == other.letters { return 0 }
        var (first, second) = (one.letters, other.letters)
        if one.ending == other.ending {
            (first, second) = (Array(one.stem), Array(other.stem))
        } else if one.stem == other.stem, !one.ending.isEmpty, !other.ending.isEmpty {
            return isSlip(one.ending.dropFirst(), other.ending.dropFirst()) ? 1 : nil
        }
        let shortest = min(first.count, second.count)
        let limit = shortest < 3 ? 0 : shortest < 9 ? 1 : 2
        guard let distance = distance(first, second, limit: limit) else { return nil }
        // With three letters, changing one makes a different word.
        if shortest == 3, first.count == second.count, first.sorted() != second.sorted() { return nil }
        return isSeries(first, second) || isCompanion(first, second) ? nil : distance
    }

    /// Returns whether the extensions differ by one letter more or less and are not both known extensions.
    private static func isSlip(_ one: ArraySlice<UInt32>, _ other: ArraySlice<UInt32>) -> Bool {
        guard abs(one.count - other.count) == 1, min(one.count, other.count) >= 2,
            (one + other).allSatisfy({ (0x61...0x7a).contains($0) }),
            distance(Array(one), Array(other), limit: 1) != nil
        else { return false }
        return ![one, other].allSatisfy { letters in
            knownExtensions.contains(String(decoding: letters.map { UInt8($0) }, as: UTF8.self))
        }
    }

    private static func isBlank(_ letter: UInt32) -> Bool {
        Unicode.Scalar(letter)?.properties.isWhitespace ?? false
    }

    private static func isBlank(_ byte: UInt8?) -> Bool {
        byte.map { $0 == 0x20 || (0x09...0x0d).contains($0) } ?? false
    }

    private static func lastByte(of name: some Collection<UInt8>) -> UInt8? {
        name.isEmpty ? nil : name[name.index(name.startIndex, offsetBy: name.count - 1)]
    }

    /// Returns whether the names belong to a series: `note 1` and `note 12`, `Photos` and `Photos 2`, `file-a` and
    /// `file-b`.
    private static func isSeries(_ one: [UInt32], _ other: [UInt32]) -> Bool {
        let (first, second) = (words(one), words(other))
        let differing = zip(first, second).filter { $0 != $1 }
        if first.count == second.count {
            return differing.allSatisfy { isNumber($0) && isNumber($1) || $0.count == 1 && $1.count == 1 }
        }
        return first.filter { !isNumber($0) } == second.filter { !isNumber($0) }
    }

    /// Returns whether one name belongs to a file that other programs create beside the other: `._name`, `name~`.
    private static func isCompanion(_ one: [UInt32], _ other: [UInt32]) -> Bool {
        func isOf(_ name: [UInt32], _ original: [UInt32]) -> Bool {
            name == [0x2e, 0x5f] + original || name == original + [0x7e]
        }
        return isOf(one, other) || isOf(other, one)
    }

    private static func isNumber(_ word: ArraySlice<UInt32>) -> Bool {
        word.first.map { (0x30...0x39).contains($0) } ?? false
    }

    /// Returns the runs of digits and the runs of letters.
    private static func words(_ name: [UInt32]) -> [ArraySlice<UInt32>] {
        var words: [ArraySlice<UInt32>] = []
        var start = 0
        func kind(_ letter: UInt32) -> Int {
            if (0x30...0x39).contains(letter) { return 1 }
            return letter >= 0x80 || (0x61...0x7a).contains(letter) ? 2 : 0
        }
        while start < name.count {
            let sort = kind(name[start])
            let end = name[start...].firstIndex { kind($0) != sort } ?? name.count
            if sort != 0 { words.append(name[start..<end]) }
            start = end
        }
        return words
    }
}
