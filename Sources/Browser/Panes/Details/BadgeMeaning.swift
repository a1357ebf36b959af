import Bundles
package import ContainerModel
import Inspection
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
        let letters = [
            BadgeMeaning("R", .badgeRead, "the app may read it, or list the directory"),
            BadgeMeaning("W", .badgeWrite, "the app may change it, or create items in it"),
            BadgeMeaning("D", .badgeDelete, "the app may delete it"),
            BadgeMeaning("B", .badgeBackup, "backed up"),
            BadgeMeaning(Character(glyphs.dot), .badgeNone, "not permitted, not backed up"),
        ]
        // Those of a seal are the rarest.
        let flags = FlagRule.all.filter { !$0.isAboutSeal } + FlagRule.all.filter(\.isAboutSeal)
        return letters
            + flags.map { flag in
                BadgeMeaning(
                    Character(flag.glyph(glyphs)), flag.role, (flag.isAboutSeal ? "in an app: " : "") + flag.meaning)
            }
    }
}

/// A flag that an item has, behind the four letters.
struct BadgeFlag: Sendable {
    let glyph: Unicode.Scalar
    let role: Role
    /// Its meaning in a few words.
    let meaning: String
}

/// A flag that items can have, and which ones have it.
private struct FlagRule: Sendable {
    /// What an item has the flag for.
    enum Cause {
        case badge(Badges.Flags, unless: Badges.Flags = [])
        case seal(SealStatus)
        /// It was changed lately.
        case change
    }

    let cause: Cause
    let role: Role
    let meaning: String
    let glyph: @Sendable (Glyphs) -> Unicode.Scalar

    /// All flags, in the order in which they are shown.
    static let all: [FlagRule] = [
        FlagRule(.seal(.altered), .warning, "altered since it was signed") { $0.sealAltered },
        FlagRule(.seal(.added), .warning, "added since it was signed") { $0.sealAdded },
        FlagRule(.seal(.missing), .warning, "missing since it was signed") { $0.sealMissing },
        FlagRule(.seal(.unreadable), .warning, "seal not readable") { $0.sealUnreadable },
        FlagRule(.seal(.unsealed), .dimmed, "not sealed") { $0.sealUnsealed },
        FlagRule(.seal(.intact), .dimmed, "sealed, intact") { $0.sealIntact },
        FlagRule(.badge(.purgeable), .flagPurgeable, "may be purged") { $0.purgeable },
        FlagRule(.badge(.excluded), .flagExcluded, "excluded from backups by an attribute") { $0.excluded },
        FlagRule(
            .badge(.excludedByInheritance, unless: .excluded), .dimmed, "excluded from backups by a directory"
        ) { $0.excludedAbove },
        FlagRule(.badge(.sharedWithUser), .flagShared, "shared with the user") { $0.shared },
        FlagRule(.badge(.protectedWhileLocked), .flagProtected, "protected while the device is locked") {
            $0.protected
        },
        FlagRule(.change, .flagChanged, "changed in the last hour") { $0.changed },
    ]

    private init(
        _ cause: Cause, _ role: Role, _ meaning: String, glyph: @escaping @Sendable (Glyphs) -> Unicode.Scalar
    ) {
        (self.cause, self.role, self.meaning, self.glyph) = (cause, role, meaning, glyph)
    }

    var isAboutSeal: Bool { if case .seal = cause { true } else { false } }
}

extension FlagRule.Cause {
    /// Returns whether an item has the flag, by its badges, whether it was changed lately, and its seal.
    func applies(to badges: Badges, _ isChanged: Bool, _ seal: SealStatus?) -> Bool {
        switch self {
        case .badge(let flags, let others): badges.flags.contains(flags) && badges.flags.isDisjoint(with: others)
        case .seal(let status): status == seal
        case .change: isChanged
        }
    }
}

extension Glyphs {
    /// Returns the flags to show after the four columns, and the meaning of each.
    /// - Parameter changed: Whether the item was changed lately.
    func flags(_ badges: Badges, changed: Bool = false, seal: SealStatus? = nil) -> [BadgeFlag] {
        // Only of those that apply, the whole rule is copied: this is asked for each row.
        FlagRule.all.indices.filter { FlagRule.all[$0].cause.applies(to: badges, changed, seal) }.map { index in
            let rule = FlagRule.all[index]
            return BadgeFlag(glyph: rule.glyph(self), role: rule.role, meaning: rule.meaning)
        }
    }

    /// Returns the flags that an item has by its badges, one after the other.
    package func flagText(_ badges: Badges) -> String {
        String(String.UnicodeScalarView(flags(badges).map(\.glyph)))
    }
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
