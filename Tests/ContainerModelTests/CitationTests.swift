import TestSupport
import Testing

@testable import ContainerModel

/// container-rules.md, "Citing": a source is named, per right, and cited only for its own statements.
@Suite("Citations")
struct CitationTests {
    private let book = RuleBook.standard

    @Test("places that are never in a backup cite the manifest, not the documents that say the opposite")
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
            let citations = book.placeCitations(at: Location(place, level), about: .backup)
            #expect(!citations.isEmpty, "\(place) \(level)")
        }
        for row in book.tables.citations where row.place == place {
            #expect(!row.citation.says.isEmpty && !row.citation.heading.isEmpty)
            guard row.operation == nil else { continue }
            #expect(!row.rights.isEmpty)
            // The row of the place names the same documents.
            #expect(book.rule(of: place).sources.contains(row.citation.source), "\(place) \(row.citation.source)")
        }
    }

    @Test(
        "each contradiction of the rules document is reported where it matters, with both sides",
        arguments: [
            (Location(.splashBoard, .contents), "Library except Caches", "(MB)"),
            (Location(.httpStorages, .directory), "(S0)", "The manifest counts."),
            (Location(.systemDirectories, .directory), "everything in the home directory", "(MB)"),
            (Location(.systemData, .directory), "(S0)", "(MB)"),
            (Location(.preferences, .contents), "not recommended", "must not"),
            (Location(.applicationSupport, .directory), "Core Data", "(S2)"),
            (Location(.tmp, .contents), "will purge it periodically", "may purge"),
            (Location(.temporaryInbox, .contents), "(S3)", "It will go while the app is not running"),
            (Location(.caches, .directory), "(S0)", "--caches-stay"),
            (Location(.inbox, .contents), "regardless of the directory", "move the file out first"),
            (Location(.documents, .directory), "downloaded to watch or listen to later", "only what the user made"),
            (Location(.documents, .contents), "(S2)", "left out only in Caches and tmp"),
            (Location(.applicationSupport, .contents), "must be excluded", "left out only in Caches and tmp"),
            (Location(.library, .directory), "Summary (in Chinese)", "Caches is not backed up."),
            (Location(.caches, .contents), "all of Library is backed up", "(S2)"),
            (
                Location(.temporaryInbox, .directory), "LSRequiresOpeningDocumentsInPlace",
                "LSSupportsOpeningDocumentsInPlace counts"
            ),
            (Location(.snapshots, .contents), "iOS 12", "iOS 13"),
        ])
    func contradictions(location: Location, one: String, other: String) {
        let texts = book.contradictions(at: location).map { $0.lines.joined(separator: " ") }
        #expect(texts.contains { $0.contains(one) && $0.contains(other) }, "\(texts)")
    }

    @Test("documents are named by their titles, which say nothing of this project", arguments: Source.allCases)
    func titles(source: Source) {
        for text in [source.title, source.name, source.account] {
            #expect(!text.isEmpty && !text.contains("the project's"), "\(text)")
        }
        #expect(source.title.hasPrefix(source.name) && source.account.count > 20)
        #expect(source.isCoded == source.title.hasSuffix(" (\(source.rawValue))"))
        #expect(Source.allCases.count { $0.title == source.title } == 1)
    }

    @Test("of documents that say the same, Apple's is named first, and alone in passing")
    func applesFirst() {
        #expect(
            Source.names(of: [.s0, .s2, .s3]).hasPrefix(
                "File System Programming Guide, with a Chinese translation (S3);"))
        #expect([Source.s0, .s2, .s3].firstName == "File System Programming Guide")
        #expect([Source]().firstName == nil)
        for (identifier, citations) in Citation.ofRules {
            let isSlides = citations.map { $0.source == .s0 }
            guard let first = isSlides.firstIndex(of: true) else { continue }
            let apples: [Source] = [.s1, .s2, .s3, .s4, .fileSystemProgrammingGuide]
            #expect(!citations[first...].contains { apples.contains($0.source) }, "\(identifier.rawValue)")
        }
    }

    @Test("a rule in passing names one document, and how to get the others if there are any")
    func inPassing() throws {
        // Preferences: S0 and S2; Frameworks: S2 alone.
        let several = try #require(book.warnings(for: .preferences).first)
        let one = try #require(book.warnings(for: .frameworks).first)
        let name = "File System Programming Guide"
        #expect(several.text == "\(several.sentence) (\(name))")
        #expect(several.text(more: "--sources") == "\(several.sentence) (\(name); more: --sources)")
        #expect(one.text == "\(one.sentence) (\(name))" && one.text(more: "--sources") == one.text)
    }

    @Test("where the documents agree, no contradiction is reported")
    func agreement() {
        for location in [Location(.bundle, .contents), Location(.home, .directory), Location(.iCloud, .contents)] {
            #expect(book.contradictions(at: location).isEmpty)
        }
    }

    @Test("a refusal quotes the documents' statements about the missing right, and nothing else")
    func refusals() {
        let inbox = book.verdict(for: .createFile, on: Item("Documents/Inbox/a")).rule
        #expect(inbox.sentence == "Apps may not create files in Inbox; the system delivers them.")
        #expect(
            inbox.citations.map(\.source) == [.s3, .s2, .s0]
                && inbox.citations.allSatisfy { $0.says.lowercased().contains("write") })
        let storeKit = book.verdict(for: .modify, on: Item("StoreKit/receipt")).rule
        #expect(storeKit.sources == [.sandboxProfile])
        let home = book.verdict(for: .delete, on: Item(.root, type: .directory)).rule
        #expect(home.sentence == "Apps may not delete the container itself.")
        // The documents do not speak of it.
        #expect(home.sources.isEmpty && home.citations.isEmpty)
    }

    /// All rows of the tables of citations.
    private static let citations: [Citation] =
        PlaceCitation.all.map(\.citation) + Array(Citation.ofRules.values.joined())
        + PlaceStatement.all.map(\.citation) + LifecycleStep.all.flatMap(\.citations)
        + ConcealmentRule.all.map(\.citation)

    @Test("every citation in quotation marks stands in its document, word for word")
    func verbatim() {
        let verbatim = Self.citations.filter { $0.wording == .verbatim }
        #expect(verbatim.count > 20)
        for citation in verbatim {
            // S3 quotes the guide's table.
            let source = citation.source == .fileSystemProgrammingGuide ? .s3 : citation.source
            let excerpts = DocumentExcerpt.all.filter { $0.source == source }
            #expect(excerpts.contains { $0.text.contains(citation.says) }, "\(citation.text)")
        }
    }

    @Test(
        "every citation in quotation marks is found in the owner's document that it names",
        .enabled(if: OwnersDocuments.all != nil, Comment(rawValue: OwnersDocuments.absence))
    )
    func quotations() throws {
        let documents = try #require(OwnersDocuments.all)
        let own: [Source] = [.s0, .s1, .s2, .s3, .s4]
        for citation in Self.citations where citation.wording == .verbatim {
            // S3 quotes the guide's table.
            let source = citation.source == .fileSystemProgrammingGuide ? .s3 : citation.source
            let index = try #require(own.firstIndex(of: source), "\(citation.text)")
            #expect(documents[index].contains(citation.says), "\(citation.text)")
        }
        // The excerpts, which stand in for the documents where these are not at hand, are theirs too.
        for excerpt in DocumentExcerpt.all {
            let index = try #require(own.firstIndex(of: excerpt.source))
            let bytes = Array(documents[index].utf8)
            #expect(bytes.dropFirst(excerpt.offset).starts(with: Array(excerpt.text.utf8)), "\(excerpt.text)")
        }
    }

    /// The columns of a place that no document speaks of: they follow from the purpose of the place.
    private static let unstated: [Place: Rights] = [
        .home: "RD", .containerMetadata: "RWD", .systemDomain: "RWD", .savedApplicationState: "RWD", .iCloud: "D",
    ]

    @Test("the documents of a place are cited with a sentence for each of its rights", arguments: Place.allCases)
    func everyRight(place: Place) {
        let rule = book.rule(of: place)
        // The rules document names no source for groups.
        guard place != .appGroup else {
            #expect(rule.sources.isEmpty)
            return
        }
        for level in Level.allCases where place != .containerMetadata || level == .contents {
            for (right, letter) in Rights.columns {
                let isStated = !book.placeCitations(at: Location(place, level), about: right).isEmpty
                let isExempt = Self.unstated[place]?.contains(right) == true
                #expect(isStated != isExempt, "\(place) \(level) \(letter)")
            }
        }
        // S3 quotes the guide's table, so its sentences are the guide's as well.
        let cited = Set(PlaceCitation.all.filter { $0.place == place }.map(\.citation.source))
        for source in rule.sources {
            #expect(
                cited.contains(source) || source == .fileSystemProgrammingGuide && cited.contains(.s3),
                "\(place) names \(source) without a sentence of it")
        }
    }

    @Test("only a document's own words stand in quotation marks, and a translation says that it is one")
    func wordings() {
        for citation in Self.citations {
            let title = "\(citation.source.title), \(citation.heading)"
            let expected =
                switch citation.wording {
                case .verbatim: "\(title): \"\(citation.says)\""
                case .translated: "\(title), in translation: \(citation.says)"
                case .summary: "\(title): \(citation.says)"
                }
            #expect(citation.text == expected + (citation.remark.map { " [\($0)]" } ?? ""))
            let isCoded = citation.source.title != citation.source.name
            #expect(isCoded == (citation.plainText != citation.text))
            #expect(!citation.plainText.contains("(\(citation.source.rawValue))"))
            #expect(!citation.says.isEmpty && !citation.heading.isEmpty && !citation.says.contains("\""))
        }
        // Sources that are not in English can only be translated, and sources that are not at hand can only be
        // summarized.
        #expect(Self.citations.allSatisfy { $0.source != .s2 || $0.wording != .verbatim })
        let absent: [Source] = [.sandboxProfile, .backupManifest, .platformSecurity, .fileProtectionType]
        #expect(Self.citations.allSatisfy { !absent.contains($0.source) || $0.wording == .summary })
    }

    @Test("the rules of the tables cite the documents that say so", arguments: RuleIdentifier.allCases)
    func everyIdentifier(identifier: RuleIdentifier) {
        let rows = Citation.ofRules[identifier]
        #expect(rows?.isEmpty != true)
        let bases = [rows != nil, RuleIdentifier.ofPlaces.contains(identifier)]
        let reason = RuleIdentifier.withoutCitation[identifier]
        // A rule rests on its own citations, on the citations about its place, or says why it rests on none.
        #expect((bases + [reason != nil]).count { $0 } == 1, "\(identifier.rawValue)")
        #expect(reason?.hasSuffix(".") != false)
        // The marks are filled in by the place: a rule of one place cannot have them.
        #expect(rows == nil || !identifier.rawValue.contains("<"))
    }

    @Test("each row of the tables cites each of its documents once, and no rule cites another's")
    func everyRule() {
        var rules = RuleTables.standard.exceptions.map(\.rule)
        rules += AdviceRule.all.map(\.rule) + PlacementRule.all.map(\.rule) + DeliveryRule.all.map(\.rule)
        rules += PurgeRule.all.map(\.rule)
        rules += [.permissions, .deliveredToData, .originalIsCoordinated, .inboxHasIdentifier, .lostInRestore]
        for rule in rules {
            #expect(!rule.sources.isEmpty && rule.sources.count == Set(rule.sources).count, "\(rule.name)")
            #expect(rule.citations == Citation.ofRules[rule.identifier], "\(rule.name)")
            #expect(Set(rule.citations.map(\.source)) == Set(rule.sources), "\(rule.name)")
        }
        // One of the documents on class 1 speaks of the lock alone, and not of the time before the first unlock.
        for row in ProtectionRule.all where !row.isReadable {
            #expect(Set(row.rule.citations.map(\.source)).isSuperset(of: row.rule.sources), "\(row.rule.name)")
        }
    }

    @Test("the system's actions in a place are cited from documents that state them, never from the place's row alone")
    func system() {
        for place in Place.allCases {
            for operation in [Operation.deliver, .snapshot] {
                let isDone = book.rule(of: place).systemOperations.contains(operation)
                let rows = PlaceCitation.all.filter { $0.place == place && $0.operation == operation }
                #expect(rows.isEmpty != isDone, "\(operation) \(place)")
            }
        }
        let delivery = book.verdict(for: .deliver, on: Item("Documents/Inbox/a"), as: .system).rule
        #expect(delivery.name == "actor.system.deliver" && delivery.sources == [.s0, .s2, .s3])
        let never = book.purge(at: Location(.documents, .contents), exclusion: [], on: .lowStorage).rule
        #expect(never.sentence == "No document says that the system purges Documents." && never.sources.isEmpty)
        #expect(never.name == "purge.documents")
    }
}
