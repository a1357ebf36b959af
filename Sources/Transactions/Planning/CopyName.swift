/// Names for items whose own name is taken, in the style of the Finder: `name 2.ext`, `name 3.ext`.
package enum CopyName {
    /// The maximum length of a name in bytes, on Linux file systems and on iOS.
    package static let longest = 255

    /// Returns the next name after `name`.
    ///
    /// The part after the last dot stays at the end, so `archive.tar.gz` becomes `archive.tar 2.gz`. A leading dot does
    /// not start an extension, and directory names have none: `.profile 2`, `2026.11 2`. An existing number is
    /// incremented. A name that would be too long is cut before the number, between characters.
    /// - Parameter number: The number, 2 or more; nil increments the existing one.
    package static func next(
        after name: some Collection<UInt8>,
        isDirectory: Bool,
        number: Int? = nil
    ) -> [UInt8] {
        let (stem, counted, suffix) = split(Array(name), isDirectory: isDirectory)
        let end = Array(" \(number ?? counted + 1)".utf8) + suffix
        // An extension as long as a name need not be preserved.
        guard end.count < longest else { return Array((" \(number ?? 2)").utf8) }
        return shortened(stem[...], to: longest - end.count) + end
    }

    /// Returns the first free name, counting up from the name's number; nil if 10,000 names are taken.
    package static func firstFree<Failure: Error>(
        after name: some Collection<UInt8>,
        isDirectory: Bool,
        isTaken: ([UInt8]) throws(Failure) -> Bool
    ) throws(Failure) -> [UInt8]? {
        let (_, counted, _) = split(Array(name), isDirectory: isDirectory)
        for number in (counted + 1)..<(counted + 10_001) {
            let candidate = next(after: name, isDirectory: isDirectory, number: number)
            if try !isTaken(candidate) { return candidate }
        }
        return nil
    }

    /// Splits a name into its stem, its number (1 if there is none), and its extension with the dot.
    private static func split(_ name: [UInt8], isDirectory: Bool) -> (stem: [UInt8], number: Int, suffix: [UInt8]) {
        var stem = name[...]
        var suffix: [UInt8] = []
        if !isDirectory, let dot = name.lastIndex(of: 0x2e), dot != name.count - 1,
            name[..<dot].contains(where: { $0 != 0x2e })
        {
            stem = name[..<dot]
            suffix = Array(name[dot...])
        }
        if let space = stem.lastIndex(of: 0x20), space > 0 {
            let digits = stem[(space + 1)...]
            if (1...6).contains(digits.count), digits.first != 0x30, digits.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = Int(String(decoding: digits, as: UTF8.self)), number >= 2
            {
                return (Array(stem[..<space]), number, suffix)
            }
        }
        return (Array(stem), 1, suffix)
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
