import ContainerModel
import Testing

/// The tables of the code compared with those of container-rules.md.
@Suite("Rules document")
struct RulesDocumentTests {
    /// One row of the Markdown table.
    struct Row {
        var title: String
        var path: String
        var directory: [String]
        var contents: [String]
        var sources: Set<String>
    }

    /// The rows of the document's table, and the places that each describes.
    private static let places: [(title: String, places: [Place])] = [
        ("bundle container", [.bundle]),
        ("home (data container)", [.home]),
        ("container metadata", [.containerMetadata]),
        ("Documents", [.documents]),
        ("Inbox", [.inbox]),
        ("Library", [.library]),
        ("Application Support", [.applicationSupport]),
        ("Caches", [.caches]),
        ("Snapshots", [.snapshots]),
        ("SplashBoard", [.splashBoard]),
        ("Preferences", [.preferences]),
        ("Saved Application State", [.savedApplicationState]),
        ("HTTPStorages, SyncedPreferences", [.httpStorages, .syncedPreferences]),
        ("Cookies, WebKit, Frameworks, any other", [.frameworks, .libraryOther]),
        ("tmp", [.tmp]),
        ("temporary inbox", [.temporaryInbox]),
        ("SystemData", [.systemData]),
        ("StoreKit and other system directories", [.systemDirectories]),
        ("iCloud container", [.iCloud]),
        ("app group container", [.appGroup]),
        ("system domain", [.systemDomain]),
    ]

    @Test("the table of places matches the document row by row, and has no other place")
    func rowsMatch() throws {
        let rows = Self.rows()
        try #require(rows.map(\.title) == Self.places.map(\.title))
        for (row, places) in zip(rows, Self.places.map(\.places)) {
            for (index, place) in places.enumerated() { check(RuleBook.standard.rule(of: place), row, index) }
        }
        #expect(Set(Self.places.flatMap(\.places)) == Set(Place.allCases))
    }

    @Test("the code has a contradiction for each row of the document")
    func contradictions() {
        let rows = Self.table(below: "## Where the documents contradict each other or reality")
        #expect(rows.count == Contradiction.all.count, "\(rows)")
    }

    @Test("the document names all sources by their codes")
    func sources() {
        #expect(Self.table(below: "## Sources").map { $0[0] } == Source.allCases.map(\.rawValue))
    }

    @Test("the table of operations matches the document row by row")
    func operations() {
        let letters: [Rights: String] = [.read: "R", .write: "W", .delete: "D"]
        let expected = OperationRule.all.map { rule in
            let needs = rule.needs.map { "\(letters[$0.right] ?? "?") of the \($0.subject.rawValue)" }
            return [rule.title, rule.isSystemOnly ? "the system only" : needs.joined(separator: ", ")]
        }
        #expect(Self.table(below: "## What an operation needs") == expected)
    }

    @Test("the table of purges matches the document cell by cell")
    func purges() throws {
        let events: [(String, PurgeEvent)] = [
            ("app running", .appRunning), ("idle", .idle), ("low disk space", .lowStorage), ("app update", .appUpdate),
        ]
        let fates: [PurgeFate: String] = [.kept: "kept", .mayGo: "may go", .willGo: "will go", .goes: "gone"]
        let rows = Self.table(below: "## Purge")
        #expect(rows.map { $0[0] } == events.map(\.0) + ["restore"])
        for (row, event) in zip(rows, events) {
            for (cell, policy) in zip(row.dropFirst(), [PurgePolicy.likeTmp, .likeCaches]) {
                let rule = try #require(PurgeRule.all.first { $0.policy == policy && $0.event == event.1 })
                let word = try #require(fates[rule.contents])
                #expect(cell.hasPrefix(word), "\(event), \(policy)")
                #expect(cell.contains("even the directory itself") == (rule.directory != .kept), "\(event), \(policy)")
            }
        }
    }

    @Test("the table of protection classes matches the document cell by cell")
    func protection() throws {
        let rows = Self.table(below: "## Data protection")
        let classes: [ProtectionClass] = [
            .complete, .completeUnlessOpen, .completeUntilFirstUserAuthentication, .none,
        ]
        try #require(rows.count == classes.count)
        for (row, protection) in zip(rows, classes) {
            for (cell, lock) in zip(row.dropFirst(), [DeviceLock.locked, .notUnlockedSinceBoot]) {
                let rule = try #require(ProtectionRule.all.first { $0.protection == protection && $0.lock == lock })
                #expect(rule.isReadable == (cell == "readable"), "\(row[0]), \(lock)")
                let isCreatable = rule.isReadable || cell.contains("new ones can be made")
                #expect(rule.isCreatable == isCreatable, "\(row[0]), \(lock)")
            }
        }
    }

    private func check(_ rule: PlaceRule, _ row: Row, _ index: Int) {
        func shown(_ rights: Rights) -> String {
            rule.livesInICloud ? rights.description.dropLast() + "—" : rights.description
        }
        #expect(shown(rule.access.directory) == row.directory[min(index, row.directory.count - 1)], "\(rule.place)")
        let contents = row.contents[min(index, row.contents.count - 1)]
        // A dash alone means that the place itself has no contents. Items found there are read-only.
        #expect(shown(rule.access.contents) == (contents == "—" ? "R···" : contents), "\(rule.place)")
        // The document names the guide once, for the whole table.
        #expect(Set(rule.sources.map(\.rawValue)).subtracting(["FSPG"]) == row.sources, "\(rule.place)")
        guard !row.path.contains("own container") else { return }
        let pattern = rule.paths[0].pattern.description
        let path = rule.place == .systemDirectories ? "`StoreKit`, …" : "`\(pattern)`"
        #expect(
            row.path.contains(path) || rule.place == .frameworks
                || (rule.place == .libraryOther && row.path == "`Library/<other>`"))
    }

    /// Returns the cells of the first table below a heading, without the row of its headings.
    private static func table(below heading: String) -> [[String]] {
        RulesDocument.markdown.split(separator: "\n").drop { $0 != heading }.dropFirst()
            .drop { !$0.hasPrefix("| ") }.prefix { $0.hasPrefix("|") }.dropFirst(2)
            .map { line in
                line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
                    .map { $0.trimmingPrefix(while: \.isWhitespace) }
                    .map { String($0.reversed().trimmingPrefix(while: \.isWhitespace).reversed()) }
            }
    }

    private static func rows() -> [Row] {
        table(below: "## Places").map { cells in
            // A source that a parenthesis quotes with another statement is not a source of the row.
            let notes = cells[4].replacing(/\([^)]* says? [^)]*\)/, with: "")
            let words = notes.split { !$0.isLetter && !$0.isNumber }.map(String.init)
            return Row(
                title: cells[0],
                path: cells[1],
                directory: rights(cells[2]),
                contents: rights(cells[3]),
                sources: Set(words).intersection(Source.allCases.map(\.rawValue))
            )
        }
    }

    /// Returns the columns of a cell such as `R W D · / R · · ·`.
    private static func rights(_ cell: String) -> [String] {
        cell.split(separator: "/").map { $0.filter { !$0.isWhitespace } }
    }
}
