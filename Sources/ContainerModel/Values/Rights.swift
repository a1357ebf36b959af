/// The rights on a directory, or on its contents.
package struct Rights: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `R`: list the directory, or read the file.
    package static let read = Rights(rawValue: 1)
    /// `W`: create entries in the directory, modify the file, or rename inside.
    package static let write = Rights(rawValue: 2)
    /// `D`: delete, or move elsewhere.
    package static let delete = Rights(rawValue: 4)
    /// `B`: included in backups.
    package static let backup = Rights(rawValue: 8)

    /// Everything that mode, owner and access control list can deny.
    package static let unrestricted: Rights = [.read, .write, .delete]

    /// The four columns, in display order.
    package static let columns: [(right: Rights, letter: Character)] = [
        (.read, "R"), (.write, "W"), (.delete, "D"), (.backup, "B"),
    ]
}

extension Rights: ExpressibleByStringLiteral {
    /// Creates rights from the notation of the table of places, `"RW·B"`: a letter grants, any other character does
    /// not.
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
    /// Rights on everything in it, at any depth.
    package var contents: Rights

    package init(directory: Rights, contents: Rights) {
        self.directory = directory
        self.contents = contents
    }

    /// The rights in one column.
    package subscript(level: Level) -> Rights { level == .directory ? directory : contents }
}

/// The column of a place's rights that applies to an item.
package enum Level: String, CaseIterable, Codable, Sendable {
    /// The item is the place's own directory.
    case directory
    /// The item is something in it.
    case contents
}
