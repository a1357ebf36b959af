import ContainerModel
import Testing

/// container-rules.md, "Citing": a source is named, per right, and cited only for what it says.
@Suite("Citations")
struct CitationTests {
    private let book = RuleBook.standard

    @Test("what is never in a backup cites the manifest, not the documents that say the opposite")
    func backup() {
        let never: [Place] = [
            .splashBoard, .savedApplicationState, .httpStorages, .syncedPreferences, .systemDirectories, .systemData,
            .containerMetadata,
        ]
        for place in never {
            for level in Level.allCases {
                #expect(book.sourcesOfBackup(at: Location(place, level)) == [.backupManifest], "\(place) \(level)")
            }
        }
    }

    @Test("every column of every place that the documents speak about is quoted", arguments: Place.allCases)
    func everyColumn(place: Place) {
        // The rules document names no source for groups.
        guard place != .appGroup else { return }
        for level in Level.allCases where place != .containerMetadata || level == .contents {
            let quotations = book.quotations(at: Location(place, level), about: .backup)
            #expect(!quotations.isEmpty, "\(place) \(level)")
        }
        for row in book.tables.quotations where row.place == place {
            #expect(!row.says.isEmpty && !row.heading.isEmpty && !row.rights.isEmpty)
            // The row of the place names the same documents.
            #expect(book.rule(of: place).sources.contains(row.source), "\(place) \(row.source)")
        }
    }

    @Test(
        "each contradiction of the rules document is told where it matters, with both sides",
        arguments: [
            (Location(.splashBoard, .contents), "Library except Caches", "(MB)"),
            (Location(.httpStorages, .directory), "(S0)", "The manifest counts."),
            (Location(.systemDirectories, .directory), "everything in the home directory", "(MB)"),
            (Location(.systemData, .directory), "(S0)", "(MB)"),
            (Location(.preferences, .contents), "not recommended", "must not"),
            (Location(.applicationSupport, .directory), "Core Data", "(S2)"),
            (Location(.tmp, .contents), "(S3)", "may purge"),
            (Location(.caches, .directory), "(S0)", "--caches-stay"),
            (Location(.snapshots, .contents), "iOS 12", "iOS 13"),
        ])
    func contradictions(location: Location, one: String, other: String) {
        let texts = book.contradictions(at: location).map(\.text)
        #expect(texts.contains { $0.contains(one) && $0.contains(other) }, "\(texts)")
    }

    @Test("where the documents agree, no contradiction is told")
    func agreement() {
        for location in [Location(.documents, .directory), Location(.inbox, .contents), Location(.caches, .contents)] {
            #expect(book.contradictions(at: location).isEmpty)
        }
    }

    @Test("a refusal quotes what the documents say about the right that is missing, and nothing else")
    func refusals() {
        let inbox = book.verdict(for: .createFile, on: Item("Documents/Inbox/a")).rule
        #expect(inbox.sentence == "Apps may not create files in Inbox; only the system puts files there, by delivery.")
        #expect(
            inbox.quotations.map(\.source).contains(.s3) && inbox.quotations.allSatisfy { $0.rights.contains(.write) })
        let storeKit = book.verdict(for: .modify, on: Item("StoreKit/receipt")).rule
        #expect(storeKit.sources == [.sandboxProfile])
        let home = book.verdict(for: .delete, on: Item(.root, type: .directory)).rule
        #expect(home.sentence == "Apps may not delete the container itself.")
    }
}
