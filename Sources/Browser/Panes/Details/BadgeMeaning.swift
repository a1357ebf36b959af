import ContainerModel
package import Screen

/// A letter or a flag beside an item, and what it means.
package struct BadgeMeaning: Sendable {
    /// The symbol, one column wide.
    package let symbol: String
    /// Its meaning in a few words.
    package let meaning: String
    /// The colors of the symbol.
    let role: Role

    private init(_ symbol: Character, _ role: Role, _ meaning: String) {
        (self.symbol, self.role, self.meaning) = (String(symbol), role, meaning)
    }

    /// Returns all of them with the symbols that the terminal shows.
    package static func all(_ glyphs: Glyphs) -> [BadgeMeaning] {
        [
            BadgeMeaning("R", .badgeRead, "the app may read it, or list the directory"),
            BadgeMeaning("W", .badgeWrite, "the app may change it, or create items in it"),
            BadgeMeaning("D", .badgeDelete, "the app may delete it"),
            BadgeMeaning("B", .badgeBackup, "backed up"),
            BadgeMeaning(Character(glyphs.dot), .badgeNone, "not permitted, not backed up"),
            BadgeMeaning(Character(glyphs.purgeable), .flagPurgeable, "the system may purge it"),
            BadgeMeaning(Character(glyphs.excluded), .flagExcluded, "excluded from backups by an attribute"),
            BadgeMeaning(Character(glyphs.shared), .flagShared, "shared with the user (Finder, Files)"),
            BadgeMeaning(Character(glyphs.protected), .flagProtected, "protected while the device is locked"),
            BadgeMeaning(Character(glyphs.changed), .flagChanged, "changed in the last hour"),
            BadgeMeaning(Character(glyphs.sealIntact), .dimmed, "in an app: sealed, and as it was signed"),
            BadgeMeaning(Character(glyphs.sealAltered), .warning, "in an app: altered since it was signed"),
            BadgeMeaning(Character(glyphs.sealAdded), .warning, "in an app: added since it was signed"),
            BadgeMeaning(Character(glyphs.sealUnsealed), .dimmed, "in an app: no seal covers it"),
        ]
    }
}

/// A flag that an item has, behind the four letters.
struct BadgeFlag: Sendable {
    let glyph: Unicode.Scalar
    let role: Role
    /// Its meaning in a few words.
    let meaning: StaticString
}

extension Rights {
    /// The word for the letter of a single right, for files.
    var word: String {
        switch self {
        case .read: "read"
        case .write: "write"
        case .delete: "delete"
        default: "backup"
        }
    }
}
