import ContainerModel
import TestSupport
import Testing

/// Verdicts are cached by the key of their question. A key that leaves something out would give a question the answer
/// of another one.
@Suite("The cache of verdicts")
struct VerdictCacheTests {
    @Test("a verdict does not depend on earlier questions", arguments: 0..<8)
    func memory(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let experienced = RuleBook()
        for asked in Inquiry.telling + (0..<8).map({ _ in Inquiry.random(&generator) }) {
            // Questions that differ in a single thing are those that an incomplete key confuses.
            for inquiry in [asked] + asked.neighbours {
                #expect(inquiry.verdict(of: experienced) == inquiry.verdict(of: RuleBook()), "\(inquiry)")
            }
        }
    }
}

/// The question for a verdict.
private struct Inquiry: Sendable {
    var operation: Operation
    var item: Item
    var destination: Item?
    var actor: ActingParty
    var app = AppInfo()
    var state = DeviceState()

    func verdict(of book: RuleBook) -> Verdict {
        book.verdict(for: operation, on: item, to: destination, as: actor, app: app, state: state)
    }

    private static let paths: [ContainerPath] = [
        .root, "Documents", "Documents/Inbox", "Documents/Inbox/a.pdf", "Documents/b.sqlite", "Documents/b.db/c",
        "Documents/d.txt", "Library", "Library/Preferences", "Library/Preferences/e.plist", "Library/Caches",
        "Library/Caches/f/g", "Library/Application Support", "Library/Application Support/h", "Library/Frameworks/i",
        "tmp", "tmp/org.example-Inbox", "tmp/org.example-Inbox/j", "tmp/other-Inbox/k", "SystemData", "SystemData/l",
        "StoreKit/m", "notes.txt",
    ]

    /// Questions in which rarely relevant things matter.
    static var telling: [Inquiry] {
        var locked = Inquiry(operation: .read, item: Item("Documents/d.txt", protection: .complete), actor: .app)
        locked.state.lock = .locked
        var lowStorage = Inquiry(operation: .purge, item: Item("tmp/n"), actor: .system)
        lowStorage.state.isStorageLow = true
        return [
            locked, lowStorage,
            Inquiry(operation: .delete, item: Item("Library/Caches", type: .directory), actor: .app),
            Inquiry(operation: .createDirectory, item: Item("Documents/o", type: .directory), actor: .app),
            Inquiry(
                operation: .move, item: Item("Documents/d.txt"), destination: Item("Library/Application Support/h"),
                actor: .app),
            Inquiry(
                operation: .copy, item: Item("Documents/d.txt"), destination: Item("Documents/p", type: .directory),
                actor: .app),
        ]
    }

    static func random(_ generator: inout SeededGenerator) -> Inquiry {
        func item() -> Item {
            Item(
                paths.randomElement(using: &generator)!,  // is not empty
                type: [.file, .file, .directory].randomElement(using: &generator)!,  // is not empty
                protection: ProtectionClass.allCases.randomElement(using: &generator)!  // has cases
            )
        }
        var inquiry = Inquiry(
            operation: Operation.allCases.randomElement(using: &generator)!,  // has cases
            item: item(),
            destination: Bool.random(using: &generator) ? item() : nil,
            actor: ActingParty.allCases.randomElement(using: &generator)!  // has cases
        )
        inquiry.app.identifier = "org.example"
        inquiry.app[.fileSharing] = .yes
        return inquiry
    }

    /// The same question with one thing changed, for everything that a question contains.
    var neighbours: [Inquiry] {
        func changed(_ change: (inout Inquiry) -> Void) -> Inquiry {
            var inquiry = self
            change(&inquiry)
            return inquiry
        }
        return Operation.allCases.map { value in changed { $0.operation = value } }
            + ActingParty.allCases.map { value in changed { $0.actor = value } }
            + Self.paths.map { value in changed { $0.item.path = value } }
            + Self.paths.map { value in changed { $0.destination = Item(value) } }
            + Self.paths.map { value in changed { $0.destination = Item(value, type: .directory) } }
            + ItemType.allCases.map { value in changed { $0.item.type = value } }
            + [Exclusion.own, .inherited].map { value in changed { $0.item.exclusion = value } }
            + ProtectionClass.allCases.map { value in changed { $0.item.protection = value } }
            + (0..<8).map { value in changed { $0.item.permitted = Rights(rawValue: value) } }
            + (0..<8).map { value in changed { $0.destination?.permitted = Rights(rawValue: value) } }
            + DeviceLock.allCases.map { value in changed { $0.state.lock = value } }
            + SharingKey.allCases.flatMap { key in Answer.allCases.map { value in changed { $0.app[key] = value } } }
            + [
                changed { $0.destination = nil }, changed { $0.app.identifier = nil },
                changed { $0.app.identifier = "org.other" }, changed { $0.state.isAppRunning = true },
                changed { $0.state.isStorageLow = true }, changed { $0.state.optionalRules = .cachesDirectoryStays },
                changed { $0.item.container = .appGroup }, changed { $0.item.container = .bundle },
            ]
    }
}
