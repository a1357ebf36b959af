import ContainerModel
import ContainerStore
import Documents
import FileTree
import Formats
import Jobs
import Search

/// Finds secrets in the contents of one file after the other, on one thread.
final class SecretScanner: ContentsVisitor {
    let index = SecretIndex.shared

    /// The bytes before an anchor and behind it that a match may reach.
    static let reachBefore = 64
    static let reachBehind = 16_000

    let context: AuditContext
    let finders: [ContentsFinder?]
    /// Those of keys whose ends are known by their length alone, since in other bytes than texts anything may follow.
    var openFinders: [Int: ContentsFinder?] = [:]
    /// What names tell, since most of them occur in every record.
    private var names = NameMemory()
    private var search: FileContentsSearch?
    /// The table of which a text is.
    var table = TextTable()
    /// Searches documents that are encoded in texts, and where that is.
    var (innerSearch, enclosing): (FileContentsSearch?, Place?)

    private var item: AuditedItem?
    private var isLog = false
    private(set) var isCode = false
    private var isWebStorage = false
    /// Whether names say nothing of values, since these are texts of the user interface.
    private(set) var holdsLabels = false
    /// What is examined of the item besides its contents, as the end of a sentence; nil for these.
    var part: String?
    /// Whether the pages of a database are examined, of which the rows were examined before.
    var isInPages = false
    /// The indices of the findings by the hashes of their values, and how many further places these have.
    private var reported: [String: Int] = [:]
    /// Whether another place of a value is one more, and not the same in other bytes.
    var countsPlaces = true
    /// The values that were found in the file.
    private var values: [[UInt8]] = []
    private var furtherPlaces: [Int: Int] = [:]
    private var counts: [String: Int] = [:]
    /// The values that were found already at this place, so that two rows do not tell of the same.
    var foundHere: Set<[UInt8]> = []
    private(set) var findings: [Finding] = []
    /// The number of findings that are left out.
    var omitted = 0

    /// What was found in a file, in what an item has besides its contents, or in the rest of an archive.
    struct Outcome {
        var findings: [Finding] = []
        /// The number of findings that are left out.
        var omitted = 0
        /// The parts that could not be examined.
        var problems: [ContentsProblem] = []
        /// Whether a finding is in the name of the item.
        var isNameSecret = false

        /// Adds why the item was not examined completely to a summary, and returns the finding that says so.
        func damage(of item: AuditedItem, _ summary: inout AuditResult.Summary) -> Finding? {
            let reasons = problems.filter(\.isIncomplete).prefix(3).map { SecretText.masked($0.message) }
            guard !reasons.isEmpty else { return nil }
            summary.incomplete += 1
            return Finding(.damaged, in: item.container, at: item.path, reasons.joined(separator: "; "))
        }
    }

    init(_ context: AuditContext) {
        self.context = context
        finders = index.expressions.map { $0.map { ContentsFinder($0) } }
    }

    /// Examines the contents of a file.
    /// - Throws: `FileTreeError` if the file cannot be read.
    func examine(_ source: DocumentSource, of item: AuditedItem) throws(FileTreeError) -> Outcome {
        startScanning(item)
        if let layers = context.layerSearch { return try examineLayers(of: source, item, layers) }
        let problems = try contentsSearch().visit(source)
        if Self.hidesBytes(source) { try searchPlainBytes(of: source) }
        if source.head.first == 0x3c { try searchComments(of: source) }
        if source.isDatabase { try searchFreePages(of: source, named: Array(item.name)) }
        return outcome(problems)
    }

    /// The search that passes contents to this scanner.
    func contentsSearch() -> FileContentsSearch {
        let search = search ?? FileContentsSearch(visitor: self, cancellation: context.cancellation)
        self.search = search
        return search
    }

    /// Returns what was found since `startScanning`.
    func outcome(_ problems: [ContentsProblem], isNameSecret: Bool = false) -> Outcome {
        Outcome(findings: findingsWithCounts, omitted: omitted, problems: problems, isNameSecret: isNameSecret)
    }

    func startScanning(_ item: AuditedItem) {
        self.item = item
        isLog = FileNameHint.isLog(item.path)
        isCode = FileNameHint.isCode(item.path)
        isWebStorage = FileNameHint.isWebStorage(item.path)
        holdsLabels = FileNameHint.holdsLabels(item.path)
        (part, isInPages, countsPlaces) = (nil, false, true)
        (findings, values, omitted, counts) = ([], [], 0, [:])
        (reported, furtherPlaces) = ([:], [:])
    }

    /// The findings, with the number of places of those that have several.
    private var findingsWithCounts: [Finding] {
        var findings = findings
        for (index, count) in furtherPlaces {
            findings[index].message += "; at \(Pluralized.some(count, "further place")) in the file"
        }
        return findings
    }

    // MARK: Visits

    func visit(_ bytes: UnsafeRawBufferPointer, isText: Bool, named name: String, at steps: () -> [[UInt8]]) {
        let name = Self.sensitiveName(name, steps)
        guard bytes.count >= Self.shortest else { return }
        let facts = facts(of: name)
        let isOfCard = facts?.isOfCard == true
        // Not every value is visited: what was found before is of another one.
        if !foundHere.isEmpty { foundHere = [] }
        if isText || bytes.count >= Self.minBytes {
            // Texts are stored as data as well: pages, messages.
            let isLines = isText || Self.mayBeText(bytes) && Self.isText(bytes)
            findAll(in: bytes, isText: isLines) { _ in Place(steps: steps(), line: nil, key: name) }
            guard foundHere.isEmpty else { return }
        }
        // Texts are stored as data as well.
        let isTyped = isText || key(facts, mayBeTextIn: bytes)
        if let key = facts?.key, let severity = key.severity(of: bytes, isText: isTyped) {
            let place = Place(steps: steps(), line: nil, key: name)
            guard !key.isOfNumbers || !SensitiveKeyName.countsWords(place.steps.dropLast()) else { return }
            note(key.rule, key.kind, Array(bytes), severity, "a \(key.kind)", showsEnds: key.showsEnds, place)
        } else if bytes.count >= CardNumber.minimum, isText || isOfCard {
            findCards(in: bytes, isTelling: isOfCard) { _ in Place(steps: steps(), line: nil, key: name) }
        }
    }

    private func key(_ facts: NameFacts?, mayBeTextIn bytes: UnsafeRawBufferPointer) -> Bool {
        guard let key = facts?.key else { return false }
        return key.isOfNumbers || bytes.count <= Self.longestTyped && Self.isText(bytes)
    }

    private static let longestTyped = 8_192

    func visit(key: UnsafeRawBufferPointer, at steps: () -> [[UInt8]]) {
        guard key.count >= CardNumber.minimum else { return }
        foundHere = []
        findAll(in: key, isText: true) { _ in Place(steps: steps(), line: nil, key: nil, isKey: true) }
        guard foundHere.isEmpty else { return }
        findCards(in: key, isTelling: false) { _ in Place(steps: steps(), line: nil, key: nil, isKey: true) }
    }

    func visit(row: TableRow, of columns: [String], at steps: [[UInt8]]) {
        guard columns == CookieColumns.all, let cookie = CookieColumns(row), cookie.isOfSession else { return }
        foundHere = []
        note(
            .requestCredentials, "cookie of a session", Array(cookie.value.utf8), .warning, "a cookie of a session",
            Place(steps: steps, line: nil, key: cookie.name))
        guard cookie.isIncomplete else { return }
        note(
            .cookieFlags, "cookie", Array(cookie.value.utf8), nil, "a session cookie without \(cookie.missing)",
            Place(steps: steps, line: nil, key: nil))
    }

    func visit(_ piece: ContentsPiece, at steps: [[UInt8]]) {
        let bytes = piece.bytes
        var lines: (offset: Int, count: Int) = (0, piece.linesBefore)
        func line(of offset: Int) -> Int? {
            guard piece.isText else { return nil }
            if offset < lines.offset { lines = (0, piece.linesBefore) }
            lines.count += UnsafeRawBufferPointer(rebasing: bytes[lines.offset..<offset]).lineEnds
            lines.offset = offset
            return lines.count + 1
        }
        foundHere = []
        // What begins in the part that the next piece repeats is found there.
        let end = bytes.count - piece.overlap
        findAll(in: bytes, isText: piece.isText, upTo: end) { Place(steps: steps, line: line(of: $0), key: nil) }
        guard piece.isText else { return }
        findCards(in: bytes, isTelling: false) { Place(steps: steps, line: line(of: $0), key: nil) }
        findCells(in: bytes, isFirst: piece.offset == 0) { name, offset in
            Place(steps: steps, line: line(of: offset), key: String(decoding: name, as: UTF8.self))
        }
        findMail(in: bytes, Place(steps: steps, line: nil, key: nil))
    }

    // MARK: Patterns

    /// The shortest data that may hold a secret.
    static let minBytes = 16

    /// The shortest value that may be a secret: a verification code.
    private static let shortest = 3

    /// Returns what a name tells; nil for nothing.
    private func facts(of name: String) -> NameFacts? {
        var name = name
        return name.withUTF8 { facts(of: UnsafeRawBufferPointer($0)) }
    }

    func facts(of name: UnsafeRawBufferPointer) -> NameFacts? {
        guard !holdsLabels, NameFacts.mayTell(name) else { return nil }
        return names.facts(of: name)
    }

    func wantsNumber(named name: String) -> Bool {
        var name = name
        return name.withUTF8 { mayWantNumber(named: UnsafeRawBufferPointer($0)) }
    }

    func mayWantNumber(named name: UnsafeRawBufferPointer) -> Bool {
        guard let facts = facts(of: name) else { return false }
        return facts.isOfCard || facts.key?.isOfNumbers == true
    }

    func prospects(in bytes: UnsafeRawBufferPointer) -> ContentsProspects { index.prospects(in: bytes) }

    func mayTell(_ name: UnsafeRawBufferPointer) -> Bool {
        facts(of: name).map { $0.key != nil || $0.isOfCard } == true
    }

    func mayWant(
        _ text: UnsafeRawBufferPointer, named name: UnsafeRawBufferPointer?, _ prospect: ContentsProspects.Prospect
    ) -> Bool {
        guard text.count >= Self.shortest else { return false }
        if prospect.matches, hasPattern(text, isSharp: false) || hasEncodedPattern(text) { return true }
        let facts = name.flatMap { self.facts(of: $0) }
        if facts?.key?.severity(of: text, isText: true) != nil { return true }
        guard text.count >= CardNumber.minimum, prospect.numbers || facts?.isOfCard == true else { return false }
        var mayWant = false
        findNumbers(in: text, isTelling: facts?.isOfCard == true) { _ in mayWant = true }
        return mayWant
    }

    /// Returns the name that tells of a value: that of the row, in a table of keys and values.
    private static func sensitiveName(_ name: String, _ steps: () -> [[UInt8]]) -> String {
        // The columns of web storage, and of what many apps make themselves; short texts are compared quickly.
        guard name == "value" || name == "ZVALUE", let row = steps().dropLast().last else { return name }
        return String(decoding: row, as: UTF8.self)
    }

    /// Notes a match of a row.
    /// - Parameters:
    ///   - all: The bytes in which it was found.
    ///   - range: Where it is in these.
    func note(
        _ row: SecretPattern, _ value: UnsafeRawBufferPointer, _ all: UnsafeRawBufferPointer,
        range: Range<Int>, _ place: Place
    ) {
        let bytes = Array(value)
        switch row.check {
        case .form:
            guard !SecretValue.isExample(value) else { return }
            note(
                row.rule, row.kind, bytes, row.severity, row.kind, showsEnds: row.rule != .password, place,
                revoke: row.revoke)
        case .jsonWebToken:
            guard let token = WebToken(value) else { return }
            let severity: AuditRule.Severity? = token.hasExpired(at: context.now) ? .note : nil
            note(row.rule, row.kind, bytes, severity, token.description(at: context.now), place)
        case .privateKey:
            let isEncrypted =
                bytes.firstOccurrence(of: Array("ENCRYPTED".utf8)) != nil
            note(
                row.rule, row.kind, bytes, isEncrypted ? .warning : nil,
                isEncrypted ? "a private key, encrypted under a passphrase" : "a private key", showsEnds: false, place)
        case .bearerToken:
            guard SecretValue.isToken(value), !hasPattern(value, isSharp: true) else { return }
            note(row.rule, row.kind, bytes, nil, "a bearer token", place)
        case .userAndPassword:
            let password = value.drop { $0 != 0x3a }.dropFirst()
            guard !SecretValue.isPlaceholder(inURL: UnsafeRawBufferPointer(rebasing: password)) else { return }
            note(row.rule, row.kind, bytes, nil, row.kind, showsEnds: false, place)
        case .personal(let number):
            guard let length = number.length(in: value) else { return }
            note(
                row.rule, row.kind, Array(bytes[..<length]), row.severity, "a \(row.kind)",
                showsEnds: false, place)
        case .basicCredentials:
            guard SecretValue.areUserAndPassword(inBase64: value) else { return }
            note(
                row.rule, row.kind, bytes, nil, "a request with a user name and a password", showsEnds: false, place)
        case .assigned:
            note(
                row.rule, row.kind, bytes, row.severity,
                "a \(row.kind)\(row.rule == .urlCredentials ? "" : " behind its name")", showsEnds: row.showsEnds, place
            )
        }
    }

    // MARK: Findings

    /// Where a value was found.
    struct Place {
        let steps: [[UInt8]]
        let line: Int?
        let key: String?
        /// Whether it is the key itself.
        var isKey = false
        /// The text in which it is encoded; nil if it is not.
        var encoded: (form: EncodedText.Form, stored: [UInt8])?
    }

    /// Returns a name on the way to a value, or a mask if it is a secret, or has one in it, itself: a key of a
    /// dictionary may be a URL with credentials.
    private func withoutSecrets(_ name: [UInt8]) -> [UInt8] {
        guard name.count >= CardNumber.minimum else { return name }
        let isSecret = name.withUnsafeBytes { bytes in
            var isCard = false
            findNumbers(in: bytes, isTelling: true) { _ in isCard = true }
            return isCard || hasPattern(bytes, isSharp: false) || hasEncodedPattern(bytes)
        }
        return isSecret ? Array(Evidence.nothing.utf8) : name
    }

    func withoutSecrets(_ name: String) -> String {
        String(decoding: withoutSecrets(Array(name.utf8)), as: UTF8.self)
    }

    func note(
        _ rule: AuditRule, _ kind: String, _ value: [UInt8], _ severity: AuditRule.Severity?, _ message: String,
        showsEnds: Bool = true, _ place: Place, revoke: String? = nil
    ) {
        guard let item else { return }
        let place = enclosing ?? place
        let isNew = foundHere.insert(value).inserted
        if !isNew, place.key != nil || [.token, .password, .personalNumber].contains(rule) { return }
        let isOfURL = rule == .urlCredentials
        let rule =
            rule == .cookieFlags
            ? rule : isInPages ? .inFreePages : isLog ? .inLog : isWebStorage ? .inWebStorage : rule
        let evidence = context.evidence.evidence(
            kind, value, showsEnds: showsEnds, stored: place.encoded?.stored)
        // Where columns are beside each other in a page, the end of a value is not known.
        if isInPages, values.contains(where: { $0.starts(with: value) || value.starts(with: $0) }) { return }
        // Nor where an item of an archive ends, in the bytes of the archive.
        if !countsPlaces,
            values.contains(where: { $0.count >= Self.minBytes && $0.count < value.count && value.starts(with: $0) })
        {
            return
        }
        var steps = part == nil ? place.steps.map(withoutSecrets) : []
        if place.isKey, !steps.isEmpty { steps[steps.count - 1] = Array(Evidence.nothing.utf8) }
        let isKnown = rule != .cookieFlags && !context.reportsEveryPlace && reported[evidence.hash] != nil
        if !isKnown {
            counts[rule.identifier, default: 0] += 1
            guard counts[rule.identifier, default: 0] <= context.maxInFile else {
                omitted += 1
                return
            }
        }
        // The parameter of a URL is one finding, and not a value behind its name as well, which comes first.
        if !isNew, isOfURL, let last = findings.last, last.evidence?.hash == evidence.hash, last.line == place.line,
            last.address == steps
        {
            findings.removeLast()
            counts[last.rule.identifier, default: 1] -= 1
            reported = reported.filter { $0.value < findings.count }
        }
        let judged = SecretSeverity.judged(severity ?? rule.severity, in: item)
        let name =
            place.key.map { Int($0) == nil ? ", under the name \(withoutSecrets($0))" : "" }
            ?? (place.isKey ? ", as the key of a value" : "")
        let reason = (judged.reason.map { "; \($0)" } ?? "") + (revoke.map { "; to revoke it: \($0)" } ?? "")
        let form = place.encoded.map { " in \($0.form.rawValue)" } ?? ""
        let finding = Finding(
            rule, judged.severity, in: item.container, at: item.path, address: steps, line: place.line,
            "\(message)\(form)\(part.map { ", \($0)" } ?? name)\(reason)", evidence: evidence)
        values.append(value)
        guard rule != .cookieFlags, !context.reportsEveryPlace else { return findings.append(finding) }
        if let index = reported[evidence.hash], findings.indices.contains(index) {
            let known = findings[index]
            if countsPlaces, known.address != finding.address || known.line != finding.line {
                furtherPlaces[index, default: 0] += 1
            }
            if finding.severity > findings[index].severity { findings[index] = finding }
        } else {
            reported[evidence.hash] = findings.count
            findings.append(finding)
        }
    }
}
