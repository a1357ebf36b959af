import ContainerModel
import Documents
import FileTree
import Formats
import Jobs
import Search

/// Finds secrets in the contents of one file after the other, on one thread.
final class SecretScanner: ContentsVisitor {
    private let index = SecretIndex.shared

    /// The bytes before an anchor and behind it that a match may reach.
    private static let (reachBefore, reachBehind) = (64, 6_000)

    private let context: AuditContext
    private let finders: [ContentsFinder?]
    /// What names tell, since most of them occur in every record.
    private var names: [String: NameFacts] = [:]
    private var search: FileContentsSearch?

    private var item: AuditedItem?
    private var isLog = false
    private var isCode = false
    private var isWebStorage = false
    private var counts: [String: Int] = [:]
    /// The values that were found already at this place, so that two rows do not tell of the same.
    private var foundHere: Set<[UInt8]> = []
    private(set) var findings: [Finding] = []
    /// The number of findings that are left out.
    private(set) var omitted = 0

    init(_ context: AuditContext) {
        self.context = context
        finders = index.expressions.map { $0.map { ContentsFinder($0) } }
    }

    /// Examines the contents of a file.
    /// - Returns: The findings, how many more there are, and the parts that could not be examined.
    /// - Throws: `FileTreeError` if the file cannot be read.
    func examine(
        _ source: DocumentSource, of item: AuditedItem
    ) throws(FileTreeError) -> (findings: [Finding], omitted: Int, problems: [ContentsProblem]) {
        let search = search ?? FileContentsSearch(visitor: self, cancellation: context.cancellation)
        self.search = search
        self.item = item
        isLog = LogName.isLog(item.path)
        isCode = LogName.isCode(item.path)
        isWebStorage = LogName.isWebStorage(item.path)
        (findings, omitted, counts) = ([], 0, [:])
        let problems = try search.visit(source)
        return (findings, omitted, problems)
    }

    // MARK: Visits

    func visit(_ bytes: UnsafeRawBufferPointer, isText: Bool, named name: String, at steps: () -> [[UInt8]]) {
        let name = Self.tellingName(name, steps)
        guard bytes.count >= Self.shortest else { return }
        let facts = facts(of: name)
        let isOfCard = facts?.isOfCard == true
        // Not every value is visited: what was found before is of another one.
        if !foundHere.isEmpty { foundHere = [] }
        if isText || bytes.count >= Self.fewestBytes {
            findPatterns(in: bytes, isSharp: !isText) { row, value, _ in
                self.note(row, value, bytes, place: Place(steps: steps(), line: nil, key: name))
            }
            guard foundHere.isEmpty else { return }
        }
        if let key = facts?.key, key.tells(bytes, isText: isText || key.isOfNumbers) {
            let place = Place(steps: steps(), line: nil, key: name)
            note(key.rule, key.kind, Array(bytes), nil, "a \(key.kind)", showsEnds: key.showsEnds, place)
        } else if bytes.count >= CardNumber.fewest, isText || isOfCard {
            findCards(in: bytes, isTelling: isOfCard) { _ in Place(steps: steps(), line: nil, key: name) }
        }
    }

    func visit(key: UnsafeRawBufferPointer, at steps: () -> [[UInt8]]) {
        guard key.count >= CardNumber.fewest else { return }
        foundHere = []
        findPatterns(in: key, isSharp: false) { row, value, range in
            self.note(row, value, key, range: range, place: Place(steps: steps(), line: nil, key: nil, isKey: true))
        }
        guard foundHere.isEmpty else { return }
        findCards(in: key, isTelling: false) { _ in Place(steps: steps(), line: nil, key: nil, isKey: true) }
    }

    func visit(row: TableRow, of columns: [String], at steps: [[UInt8]]) {
        guard columns == CookieColumns.all, let cookie = CookieColumns(row), cookie.isOfSession,
            cookie.isIncomplete
        else { return }
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
        findPatterns(in: bytes, isSharp: !piece.isText) { row, value, range in
            guard range.lowerBound < end else { return }
            self.note(
                row, value, bytes, range: range, place: Place(steps: steps, line: line(of: range.lowerBound), key: nil))
        }
        guard piece.isText else { return }
        findCards(in: bytes, isTelling: false) { Place(steps: steps, line: line(of: $0), key: nil) }
    }

    // MARK: Patterns

    /// The shortest data that may hold a secret.
    private static let fewestBytes = 16

    /// The shortest value that may be a secret: a verification code.
    private static let shortest = 3

    /// Returns what a name tells; nil for nothing.
    private func facts(of name: String) -> NameFacts? {
        var name = name
        return name.withUTF8 { facts(of: UnsafeRawBufferPointer($0)) }
    }

    private func facts(of name: UnsafeRawBufferPointer) -> NameFacts? {
        guard NameFacts.mayTell(name) else { return nil }
        let name = String(decoding: name, as: UTF8.self)
        if let known = names[name] { return known }
        let found = NameFacts(of: name)
        if names.count > 4_096 { names = [:] }
        names[name] = found
        return found
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

    func mayTell(_ name: UnsafeRawBufferPointer) -> Bool { NameFacts.mayTell(name) }

    func mayWant(
        _ text: UnsafeRawBufferPointer, named name: UnsafeRawBufferPointer?, _ prospect: ContentsProspects.Prospect
    ) -> Bool {
        guard text.count >= Self.shortest else { return false }
        if prospect.matches, hasPattern(text, isSharp: false) { return true }
        let facts = name.flatMap { self.facts(of: $0) }
        if facts?.key?.tells(text, isText: true) == true { return true }
        guard text.count >= CardNumber.fewest, prospect.numbers || facts?.isOfCard == true else { return false }
        var mayWant = false
        findNumbers(in: text, isTelling: facts?.isOfCard == true) { _ in mayWant = true }
        return mayWant
    }

    /// Whether bytes have a match of a row.
    private func hasPattern(_ bytes: UnsafeRawBufferPointer, isSharp: Bool) -> Bool {
        var isFound = false
        index.forEachPlace(in: bytes, isSharp: isSharp) { number, offset in
            isFound = match(of: number, at: offset, in: bytes) != nil
            return !isFound
        }
        return isFound
    }

    /// Returns what a row matches at a place.
    private func match(of number: Int, at offset: Int, in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
        guard let finder = finders[number] else { return nil }
        let start = max(0, offset - Self.reachBefore)
        let window = UnsafeRawBufferPointer(rebasing: bytes[start..<min(bytes.count, offset + Self.reachBehind)])
        finder.begin()
        guard let match = try? finder.first(in: window, from: offset - start) else { return nil }
        return match.range.lowerBound + start..<match.range.upperBound + start
    }

    /// Calls a closure for each match of a row, with the bytes and their range.
    private func findPatterns(
        in bytes: UnsafeRawBufferPointer, isSharp: Bool,
        _ body: (SecretPattern, UnsafeRawBufferPointer, Range<Int>) -> Void
    ) {
        // Where the last match of each row ended.
        var ends: [Int: Int] = [:]
        index.forEachPlace(in: bytes, isSharp: isSharp) { number, offset in
            guard offset >= ends[number] ?? 0, let range = match(of: number, at: offset, in: bytes) else { return true }
            ends[number] = range.upperBound
            body(index.patterns[number], UnsafeRawBufferPointer(rebasing: bytes[range]), range)
            return true
        }
    }

    /// Returns the name that tells of a value: that of the row, in a table of keys and values.
    private static func tellingName(_ name: String, _ steps: () -> [[UInt8]]) -> String {
        // The columns of web storage, and of what many apps make themselves; short texts are compared quickly.
        guard name == "value" || name == "ZVALUE", let row = steps().dropLast().last else { return name }
        return String(decoding: row, as: UTF8.self)
    }

    private func note(
        _ row: SecretPattern, _ value: UnsafeRawBufferPointer, _ all: UnsafeRawBufferPointer,
        range: Range<Int>? = nil, place: Place
    ) {
        let bytes = Array(value)
        switch row.check {
        case .form: note(row.rule, row.kind, bytes, row.severity, row.kind, place)
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
        case .basicCredentials:
            guard Base64Text.decoded(value)?.contains(0x3a) == true else { return }
            note(row.rule, row.kind, bytes, nil, "a request with a user name and a password", place)
        case .namedValue:
            let before = range.map { $0.lowerBound > 0 ? all[$0.lowerBound - 1] : 0 } ?? 0
            let isQuoted = before == 0x22 || before == 0x27
            guard SecretValue.isNamedValue(value, isQuoted: isQuoted, isCode: isCode) else { return }
            if row.rule == .token, !SecretValue.isToken(value) { return }
            guard !hasPattern(value, isSharp: true) else { return }
            note(row.rule, row.kind, bytes, nil, "a \(row.kind) behind its name", place)
        }
    }

    private func findCards(in bytes: UnsafeRawBufferPointer, isTelling: Bool, _ place: (Int) -> Place) {
        findNumbers(in: bytes, isTelling: isTelling) { range in
            note(
                .card, "payment card number", Array(bytes[range]), nil, "a payment card number", showsEnds: false,
                place(range.lowerBound))
        }
    }

    /// Calls a closure for each number of a card. Numbers with the right check digit are one of ten, so a long number alone
    /// proves little: its digits are in groups, or a name tells of it.
    private func findNumbers(in bytes: UnsafeRawBufferPointer, isTelling: Bool, _ body: (Range<Int>) -> Void) {
        if isTelling {
            CardNumber.forEach(in: bytes) { body($0.range) }
        } else {
            CardNumber.forEachGrouped(in: bytes) { body($0.range) }
        }
    }

    // MARK: Findings

    /// Where a value was found.
    private struct Place {
        let steps: [[UInt8]]
        let line: Int?
        let key: String?
        /// Whether it is the key itself.
        var isKey = false
    }

    /// Returns a name on the way to a value, or a mask if it is a secret, or has one in it, itself: a key of a
    /// dictionary may be a URL with credentials.
    private func withoutSecrets(_ name: [UInt8]) -> [UInt8] {
        guard name.count >= Self.fewestBytes else { return name }
        return name.withUnsafeBytes { hasPattern($0, isSharp: false) } ? Array(Evidence.nothing.utf8) : name
    }

    private func withoutSecrets(_ name: String) -> String {
        String(decoding: withoutSecrets(Array(name.utf8)), as: UTF8.self)
    }

    private func note(
        _ rule: AuditRule, _ kind: String, _ value: [UInt8], _ severity: AuditRule.Severity?, _ message: String,
        showsEnds: Bool = true, _ place: Place
    ) {
        guard let item else { return }
        let isNew = foundHere.insert(value).inserted
        if !isNew, place.key != nil || rule == .token || rule == .password { return }
        let isOfURL = rule == .urlCredentials
        let rule = rule == .cookieFlags ? rule : isLog ? .inLog : isWebStorage ? .inWebStorage : rule
        counts[rule.identifier, default: 0] += 1
        guard counts[rule.identifier, default: 0] <= context.mostInFile else {
            omitted += 1
            return
        }
        let evidence = context.evidence.evidence(kind, value, showsEnds: showsEnds)
        let steps = place.steps.map(withoutSecrets)
        // The parameter of a URL is one finding, and not a value behind its name as well, which comes first.
        if !isNew, isOfURL, let last = findings.last, last.evidence?.hash == evidence.hash, last.line == place.line,
            last.address == steps
        {
            findings.removeLast()
            counts[last.rule.identifier, default: 1] -= 1
        }
        let judged = SecretSeverity.judged(severity ?? rule.severity, in: item)
        let name =
            place.key.map { Int($0) == nil ? ", under the name \(withoutSecrets($0))" : "" }
            ?? (place.isKey ? ", as the key of a value" : "")
        let reason = judged.reason.map { "; \($0)" } ?? ""
        findings.append(
            Finding(
                rule, judged.severity, in: item.container, at: item.path, address: steps, line: place.line,
                "\(message)\(name)\(reason)",
                evidence: evidence))
    }
}

extension TellingKey {
    /// Whether numbers count as well as texts.
    fileprivate var isOfNumbers: Bool {
        if case .digits = values { return true }
        return false
    }
}

/// A row of a file of cookies.
private struct CookieColumns {
    static let all = ["domain", "name", "value", "path", "expires", "state", "created", "flags", "other"]
    private static let sessions = ["sess", "auth", "token", "jwt", "login", "sid", "remember", "ident"]

    let value: String
    private let name: String
    private let flags: String

    init?(_ row: TableRow) {
        guard row.cells.count == Self.all.count, case .string(let name) = row.cells[1],
            case .string(let value) = row.cells[2], case .string(let flags) = row.cells[7]
        else { return nil }
        (self.name, self.value, self.flags) = (name, value, flags)
    }

    /// Whether its name says that it identifies a session or a user.
    var isOfSession: Bool {
        let name = name.lowercased()
        return value.utf8.count >= 8 && Self.sessions.contains { name.contains($0) } && !name.contains("csrf")
    }

    private var missingFlags: [String] { ["Secure", "HttpOnly"].filter { !flags.contains($0) } }
    var isIncomplete: Bool { !missingFlags.isEmpty }
    /// The flags that it lacks.
    var missing: String { missingFlags.joined(separator: " and ") }
}

/// Names of files whose contents are judged in their own way.
enum LogName {
    private static let logs = [".log", ".trace", ".ips", ".crash"]
    private static let code = [
        ".js", ".mjs", ".css", ".html", ".htm", ".strings", ".swift", ".m", ".h", ".map", ".xib",
    ]

    /// Whether a file is a log.
    static func isLog(_ path: ContainerPath) -> Bool {
        let name = lowercase(path.lastComponent)
        let parent = lowercase(path.parent?.lastComponent)
        return logs.contains { name.hasSuffix($0) } || (["log", "logs"].contains(parent) && name.hasSuffix(".txt"))
    }

    /// Whether a file is of what pages in web views store: WKWebView's directory, or the files of UIWebView.
    static func isWebStorage(_ path: ContainerPath) -> Bool {
        path.isInside("Library/WebKit") || lowercase(path.lastComponent).hasSuffix(".localstorage")
    }

    /// Whether a file is code or a page, in which names of values stand before expressions.
    static func isCode(_ path: ContainerPath) -> Bool {
        let name = lowercase(path.lastComponent)
        return code.contains { name.hasSuffix($0) }
    }

    private static func lowercase(_ name: ArraySlice<UInt8>?) -> String {
        String(decoding: name ?? [], as: UTF8.self).lowercased()
    }
}
