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
            #expect(!row.passage.says.isEmpty && !row.passage.heading.isEmpty && !row.rights.isEmpty)
            // The row of the place names the same documents.
            #expect(book.rule(of: place).sources.contains(row.passage.source), "\(place) \(row.passage.source)")
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
        let texts = book.contradictions(at: location).map { $0.lines.joined(separator: " ") }
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
            inbox.quotations.map(\.source) == [.s0, .s2, .s3]
                && inbox.quotations.allSatisfy { $0.says.lowercased().contains("write") })
        let storeKit = book.verdict(for: .modify, on: Item("StoreKit/receipt")).rule
        #expect(storeKit.sources == [.sandboxProfile])
        let home = book.verdict(for: .delete, on: Item(.root, type: .directory)).rule
        #expect(home.sentence == "Apps may not delete the container itself.")
        // The documents do not speak of it.
        #expect(home.sources.isEmpty && home.quotations.isEmpty)
    }

    /// All passages of the tables.
    private static let passages: [Passage] =
        Quotation.all.map(\.passage) + Array(Passage.ofRules.values.joined())

    @Test("every passage in quotation marks stands in its document, word for word")
    func verbatim() {
        let verbatim = Self.passages.filter { $0.wording == .verbatim }
        #expect(verbatim.count > 20)
        for passage in verbatim {
            // S3 quotes the guide's table.
            let source = passage.source == .fileSystemProgrammingGuide ? .s3 : passage.source
            let excerpts = DocumentExcerpt.all.filter { $0.source == source }
            #expect(excerpts.contains { $0.text.contains(passage.says) }, "\(passage.text)")
        }
    }

    @Test("only a document's own words stand in quotation marks, and a translation says that it is one")
    func wordings() {
        for passage in Self.passages {
            let title = "\(passage.source.title), \(passage.heading)"
            let expected =
                switch passage.wording {
                case .verbatim: "\(title): \"\(passage.says)\""
                case .translated: "\(title) (translated): \(passage.says)"
                case .summary: "\(title): \(passage.says)"
                }
            #expect(passage.text == expected)
            #expect(!passage.says.isEmpty && !passage.heading.isEmpty && !passage.says.contains("\""))
        }
        // What is not in English can only be translated, and what is not at hand can only be summed up.
        #expect(Self.passages.allSatisfy { $0.source != .s2 || $0.wording != .verbatim })
        let absent: [RuleSource] = [.sandboxProfile, .backupManifest, .platformSecurity, .fileProtectionType]
        #expect(Self.passages.allSatisfy { !absent.contains($0.source) || $0.wording == .summary })
    }

    @Test("each rule of the tables says what each of its documents says, and cites no other")
    func everyRule() {
        var rules = RuleTables.standard.exceptions.map(\.citation)
        rules += AdviceRule.all.map(\.citation)
        rules += PlacementRule.all.map(\.citation)
        rules += DeliveryRule.all.map(\.citation)
        for row in PurgeRule.all {
            let name = "purge.\(row.policy.rawValue).\(row.event.rawValue)"
            rules.append(RuleCitation(identifier: name, sentence: row.sentence, sources: row.sources))
        }
        for row in ProtectionRule.all where !row.isReadable {
            let name = "protection.class-\(row.protection.rawValue)"
            rules.append(RuleCitation(identifier: name, sentence: row.sentence, sources: row.sources))
        }
        rules += [.permissions, .deliveredToData, .originalIsCoordinated, .inboxHasIdentifier]
        for rule in rules {
            #expect(Set(rule.quotations.map(\.source)).isSuperset(of: rule.sources), "\(rule.identifier)")
            guard !rule.identifier.hasPrefix("protection") else { continue }
            #expect(Set(rule.quotations.map(\.source)) == Set(rule.sources), "\(rule.identifier)")
        }
    }

    @Test("what the system does in a place is cited from documents that say so, and never from the place's row alone")
    func system() {
        for place in Place.allCases {
            for operation in [Operation.deliver, .purge, .snapshot] {
                let name = "system.\(operation.rawValue).\(place.rawValue)"
                let rule = book.rule(of: place)
                let isDone = operation == .purge ? rule.purge != .never : rule.systemOperations.contains(operation)
                // Caches and tmp of a group follow the rules of the data container's.
                #expect((Passage.ofRules[name] != nil) == isDone, "\(name)")
            }
        }
        let never = book.purge(at: Location(.documents, .contents), exclusion: [], on: .lowStorage).rule
        #expect(never.sentence == "No document says that the system purges Documents." && never.sources.isEmpty)
    }
}
