/// What may be done with a directory, or with what is in it.
package struct Rights: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `R`: list the directory, read the file.
    package static let read = Rights(rawValue: 1)
    /// `W`: create in the directory, modify the file, rename inside.
    package static let write = Rights(rawValue: 2)
    /// `D`: delete, or move away.
    package static let delete = Rights(rawValue: 4)
    /// `B`: part of a backup.
    package static let backup = Rights(rawValue: 8)

    /// The four columns, in the order in which they are always shown.
    package static let columns: [(right: Rights, letter: Character)] = [
        (.read, "R"), (.write, "W"), (.delete, "D"), (.backup, "B"),
    ]
}

extension Rights: ExpressibleByStringLiteral {
    /// Rights as the table of places writes them, `"RW·B"`: a letter grants, anything else does not.
    package init(stringLiteral letters: String) {
        self = Self.columns.reduce(into: []) { if letters.contains($1.letter) { $0.insert($1.right) } }
    }
}

extension Rights: CustomStringConvertible {
    /// The four columns, `RW·B`.
    package var description: String { String(Self.columns.map { contains($0.right) ? $0.letter : "·" }) }
}

/// The rights at a place.
package struct Access: Hashable, Sendable {
    /// Rights on the place's own directory.
    package var directory: Rights
    /// Rights on the files and directories in it, however deep.
    package var contents: Rights

    package init(directory: Rights, contents: Rights) {
        self.directory = directory
        self.contents = contents
    }

    /// The rights of one column.
    package subscript(level: Level) -> Rights { level == .directory ? directory : contents }
}

/// Which of the two columns of a place counts for an item.
package enum Level: String, CaseIterable, Codable, Sendable {
    /// The item is the place's own directory.
    case directory
    /// The item is something in it.
    case contents
}
