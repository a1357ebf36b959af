import ContainerModel
import FoundationEssentials
import Testing

/// The table of places compared with the document itself, if that is available.
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

    /// The contents of `../shared/container-rules.md`, relative to the package.
    private static let document: String? = {
        let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let path = "/\(package)/../shared/container-rules.md"
        return FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }()

    /// The rows of the document's table, and the places that each describes.
    private static let places: [(title: String, places: [Place])] = [
        ("bundle container", [.bundle]),
        ("home (data container)", [.home]),
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
    ]

    @Test(
        "the table in the code matches the rules document row by row",
        .enabled(if: document != nil, "container-rules.md is not beside the package")
    )
    func rowsMatch() throws {
        let rows = Self.rows(of: try #require(Self.document))
        try #require(rows.map(\.title) == Self.places.map(\.title))
        for (row, places) in zip(rows, Self.places.map(\.places)) {
            for (index, place) in places.enumerated() { check(RuleBook.standard.rule(of: place), row, index) }
        }
    }

    @Test(
        "the code has a contradiction for each row of the rules document",
        .enabled(if: document != nil, "container-rules.md is not beside the package")
    )
    func contradictions() throws {
        let document = try #require(Self.document)
        let rows = document.split(separator: "\n")
            .drop { !$0.hasPrefix("## Where the documents contradict") }.dropFirst()
            .prefix { !$0.hasPrefix("## ") }
            .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| subject |") }
        #expect(rows.count == Contradiction.all.count, "\(rows)")
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

    private static func rows(of document: String) -> [Row] {
        let lines = document.split(separator: "\n")
        return lines.drop { $0 != "## Places" }.dropFirst().prefix { !$0.hasPrefix("## ") }
            .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| place |") }
            .map { line in
                let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                    .map { $0.trimmingPrefix(while: \.isWhitespace) }
                    .map { String($0.reversed().trimmingPrefix(while: \.isWhitespace).reversed()) }
                // A source that a parenthesis quotes with another statement is not a source of the row.
                let notes = cells[5].replacing(/\([^)]* says? [^)]*\)/, with: "")
                let words = notes.split { !$0.isLetter && !$0.isNumber }.map(String.init)
                return Row(
                    title: cells[1],
                    path: cells[2],
                    directory: rights(cells[3]),
                    contents: rights(cells[4]),
                    sources: Set(words).intersection(Source.allCases.map(\.rawValue))
                )
            }
    }

    /// Returns the columns of a cell such as `R W D · / R · · ·`.
    private static func rights(_ cell: String) -> [String] {
        cell.split(separator: "/").map { $0.filter { !$0.isWhitespace } }
    }
}
