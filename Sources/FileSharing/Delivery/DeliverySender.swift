/// The sender of a document that is delivered to an app.
package enum DeliverySender: Hashable, Sendable {
    /// Mail, with an attachment.
    case mail
    /// AirDrop.
    case airDrop
    /// The Files app.
    case files
    /// iCloud Drive.
    case iCloud
    /// A document picker.
    case picker
    /// Another app, through "Open in…".
    case app(bundleIdentifier: String)
}

extension DeliverySender {
    private static let known: [(name: String, sender: DeliverySender)] = [
        ("mail", .mail), ("airdrop", .airDrop), ("files", .files), ("icloud", .iCloud), ("picker", .picker),
    ]

    /// The senders that need no bundle identifier.
    package static let system = known.map(\.sender)

    /// The names of the senders that need no bundle identifier.
    package static let names = known.map(\.name)

    /// Creates a sender from its name or an app's bundle identifier; nil if it is neither.
    package init?(named name: String) {
        if let row = Self.known.first(where: { $0.name == name.lowercased() }) {
            self = row.sender
            return
        }
        let characters = name.utf8
        guard characters.contains(UInt8(ascii: ".")), !name.hasPrefix("."), !name.hasSuffix("."),
            characters.allSatisfy({ Self.isIdentifierCharacter($0) })
        else { return nil }
        self = .app(bundleIdentifier: name)
    }

    private static func isIdentifierCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// The bundle identifier that the app receives as the source. iCloud Drive and pickers present documents through
    /// the Files app; AirDrop uses the system's sharing service.
    package var bundleIdentifier: String {
        switch self {
        case .mail: "com.apple.mobilemail"
        case .airDrop: "com.apple.sharingd"
        case .files, .iCloud, .picker: "com.apple.DocumentsApp"
        case .app(let bundleIdentifier): bundleIdentifier
        }
    }

    /// Whether the document stays where it is and can be opened there (container-rules.md, "Delivery", 2).
    package var keepsOriginal: Bool {
        switch self {
        case .files, .iCloud, .picker: true
        case .mail, .airDrop, .app: false
        }
    }
}
