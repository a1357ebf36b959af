/// Whether one name may be a slip of the finger for another one.
package enum NameLikeness {
    /// Among names, the one that `name` is most likely meant to be; nil where it is nearly the same as none of them.
    ///
    /// Made for directories of a million entries: nearly all names are told apart by a few bytes.
    package static func nearest<Names: Sequence>(to name: [UInt8], among names: Names) -> [UInt8]?
    where Names.Element: Collection<UInt8> {
        let wanted = Folded(name)
        var best: (name: [UInt8], distance: Int)?
        for other in names {
            // The most letters that may differ, at four bytes each. Blanks at the ends may be any number.
            let hasBlanks = wanted.hasBlanks || isBlank(other.first) || isBlank(lastByte(of: other))
            guard hasBlanks || abs(other.count - name.count) <= 8, !other.elementsEqual(name) else { continue }
            guard let distance = distance(wanted, Folded(other)) else { continue }
            if distance < best?.distance ?? .max { best = (Array(other), distance) }
        }
        return best?.name
    }

    /// Among the names of directories, the shortest that begins with `name`, which has four letters or more, and goes on
    /// in the middle of a word or with another word; nil where there is none. A number or an extension after a name makes
    /// another name.
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

    /// Whether two different names are nearly the same: they differ in case, in blanks at their ends, or by a letter or
    /// two that were changed, left out, added or exchanged. Numbers make a series, not a slip; so do single letters, and
    /// another extension.
    package static func areNearlyTheSame(_ one: String, _ other: String) -> Bool {
        one != other && distance(Folded(one.utf8), Folded(other.utf8)) != nil
    }

    /// The number of letters to change, to add, to take away, or to exchange with the next one.
    /// - Parameter limit: more is not counted.
    /// - Returns: nil where it is more than `limit`.
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
            // Neither of two rows in a row can be jumped over.
            guard min(next.min() ?? 0, last.min() ?? 0) <= limit else { return nil }
            (beforeLast, last) = (last, next)
        }
        return last[other.count] <= limit ? last[other.count] : nil
    }
}

extension NameLikeness {
    /// A name without regard to case, as letters.
    private struct Folded {
        let letters: [UInt32]
        /// Where the extension begins, at its dot; the end where there is none.
        let stemEnd: Int
        /// Whether the name has blanks at its ends, which the letters do not.
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

    /// Nil where the names are not nearly the same.
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
        // Of three letters, one that is another makes another word.
        if shortest == 3, first.count == second.count, first.sorted() != second.sorted() { return nil }
        return isSeries(first, second) || isCompanion(first, second) ? nil : distance
    }

    /// Whether one extension is the other one with a letter more or less, and they are not two that there are.
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

    /// `note 1` and `note 12`, `Photos` and `Photos 2`, `file-a` and `file-b`.
    private static func isSeries(_ one: [UInt32], _ other: [UInt32]) -> Bool {
        let (first, second) = (words(one), words(other))
        let differing = zip(first, second).filter { $0 != $1 }
        if first.count == second.count {
            return differing.allSatisfy { isNumber($0) && isNumber($1) || $0.count == 1 && $1.count == 1 }
        }
        return first.filter { !isNumber($0) } == second.filter { !isNumber($0) }
    }

    /// What other programs put beside a file: `._name`, `name~`.
    private static func isCompanion(_ one: [UInt32], _ other: [UInt32]) -> Bool {
        func isOf(_ name: [UInt32], _ original: [UInt32]) -> Bool {
            name == [0x2e, 0x5f] + original || name == original + [0x7e]
        }
        return isOf(one, other) || isOf(other, one)
    }

    private static func isNumber(_ word: ArraySlice<UInt32>) -> Bool {
        word.first.map { (0x30...0x39).contains($0) } ?? false
    }

    /// Runs of digits and runs of letters.
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
