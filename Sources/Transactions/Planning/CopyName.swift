import FileTree

/// Names for items whose own name is taken, in the style of the Finder: `name 2.ext`, `name 3.ext`.
package enum CopyName {
    /// The maximum length of a name in bytes, on Linux file systems and on iOS.
    package static let longest = 255

    /// Returns a name with a number.
    ///
    /// The part after the last dot stays at the end, so `archive.tar.gz` becomes `archive.tar 2.gz`. A leading dot does
    /// not start an extension, and directory names have none: `.profile 2`, `2026.11 2`. A name that would be too long is
    /// cut before the number, between characters.
    /// - Parameter number: The number, 2 or more.
    package static func numbered(
        _ name: some Collection<UInt8>,
        isDirectory: Bool,
        number: Int = 2
    ) -> [UInt8] {
        let (stem, suffix) = split(Array(name), isDirectory: isDirectory)
        return numbered(stem[...], number, suffix)
    }

    /// Returns the first free name; nil if 10,000 names are taken. For a file, the names of what may belong to it are free
    /// as well (see `Companion.isFree`).
    ///
    /// The number of a copy is incremented: `name 2.ext` becomes `name 3.ext`. A number that is part of the name is
    /// not, as in `Report 2026.txt`, which becomes `Report 2026 2.txt`. It is a copy's if the name before it is taken,
    /// as `name.ext` or `name 2.ext` is before `name 3.ext`, and if it has at most three digits: years are not copies.
    package static func firstFree<Failure: Error>(
        after name: some Collection<UInt8>,
        isDirectory: Bool,
        isTaken: ([UInt8]) throws(Failure) -> Bool
    ) throws(Failure) -> [UInt8]? {
        var (stem, suffix) = split(Array(name), isDirectory: isDirectory)
        var counted = 1
        if let (base, number) = number(of: stem) {
            let before = number == 2 ? base + suffix : numbered(base[...], number - 1, suffix)
            if try isTaken(base + suffix), try isTaken(before) { (stem, counted) = (base, number) }
        }
        for number in (counted + 1)..<(counted + 10_001) {
            let candidate = numbered(stem[...], number, suffix)
            let isFree =
                isDirectory ? try !isTaken(candidate) : try Companion.isFree(candidate, isTaken: isTaken)
            if isFree { return candidate }
        }
        return nil
    }

    private static func numbered(_ stem: ArraySlice<UInt8>, _ number: Int, _ suffix: [UInt8]) -> [UInt8] {
        let end = Array(" \(number)".utf8) + suffix
        // An extension as long as a name need not be preserved.
        guard end.count < longest else { return Array(" \(number)".utf8) }
        return shortened(stem, to: longest - end.count) + end
    }

    /// Splits a name into its stem and its extension with the dot.
    private static func split(_ name: [UInt8], isDirectory: Bool) -> (stem: [UInt8], suffix: [UInt8]) {
        guard !isDirectory, let dot = name.lastIndex(of: 0x2e), dot != name.count - 1,
            name[..<dot].contains(where: { $0 != 0x2e })
        else { return (name, []) }
        return (Array(name[..<dot]), Array(name[dot...]))
    }

    /// Splits a stem into its base and a number that may be a copy's; nil if there is none.
    private static func number(of stem: [UInt8]) -> (base: [UInt8], number: Int)? {
        guard let space = stem.lastIndex(of: 0x20), space > 0 else { return nil }
        let digits = stem[(space + 1)...]
        guard (1...3).contains(digits.count), digits.first != 0x30, digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(String(decoding: digits, as: UTF8.self)), number >= 2
        else { return nil }
        return (Array(stem[..<space]), number)
    }

    /// Returns the longest prefix of a name that is at most `length` bytes long and ends between UTF-8 characters.
    static func shortened(_ name: ArraySlice<UInt8>, to length: Int) -> ArraySlice<UInt8> {
        guard name.count > length else { return name }
        var end = name.startIndex + max(0, length)
        while end > name.startIndex, name[end] & 0xc0 == 0x80 { end -= 1 }
        // Bytes that are not valid UTF-8 may be cut anywhere.
        if end == name.startIndex { end = name.startIndex + max(0, length) }
        return name[..<end]
    }
}
