import ContainerModel
package import Screen

/// A letter or a flag beside an item, and what it means.
package struct BadgeMeaning: Sendable {
    /// The symbol, one column wide.
    package let symbol: String
    /// Its meaning in a few words.
    package let meaning: String

    /// Returns all of them with the symbols that the terminal shows.
    package static func all(_ glyphs: Glyphs) -> [BadgeMeaning] {
        [
            BadgeMeaning(symbol: "R", meaning: "the app may read it, or list the directory"),
            BadgeMeaning(symbol: "W", meaning: "the app may change it, or create items in it"),
            BadgeMeaning(symbol: "D", meaning: "the app may delete it"),
            BadgeMeaning(symbol: "B", meaning: "backed up"),
            BadgeMeaning(symbol: String(glyphs.dot), meaning: "not permitted, not backed up"),
            BadgeMeaning(symbol: String(glyphs.purgeable), meaning: "the system may purge it"),
            BadgeMeaning(symbol: String(glyphs.excluded), meaning: "excluded from backups by an attribute"),
            BadgeMeaning(symbol: String(glyphs.shared), meaning: "shared with the user (Finder, Files)"),
            BadgeMeaning(symbol: String(glyphs.protected), meaning: "protected while the device is locked"),
            BadgeMeaning(symbol: String(glyphs.changed), meaning: "changed in the last hour"),
            BadgeMeaning(symbol: String(glyphs.sealIntact), meaning: "in an app: sealed, and as it was signed"),
            BadgeMeaning(symbol: String(glyphs.sealAltered), meaning: "in an app: altered since it was signed"),
            BadgeMeaning(symbol: String(glyphs.sealAdded), meaning: "in an app: added since it was signed"),
            BadgeMeaning(symbol: String(glyphs.sealUnsealed), meaning: "in an app: no seal covers it"),
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
