import Formats

/// Matching the expressions of the table where their anchors are.
extension SecretScanner {
    /// Whether bytes have a match of a row.
    func hasPattern(_ bytes: UnsafeRawBufferPointer, isSharp: Bool) -> Bool {
        var isFound = false
        var nesting = ValueNesting()
        index.forEachPlace(in: bytes, isSharp: isSharp) { number, anchor in
            isFound = match(of: number, at: anchor, in: bytes, isSharp: isSharp, &nesting) != nil
            return !isFound
        }
        return isFound
    }

    /// Returns what a row matches at an anchor, and the row; that of the name for a named value.
    private func match(
        of number: Int, at anchor: Range<Int>, in bytes: UnsafeRawBufferPointer, isSharp: Bool,
        _ nesting: inout ValueNesting
    ) -> (row: SecretPattern, range: Range<Int>)? {
        let row = index.patterns[number]
        if case .assigned = row.check {
            guard nesting.admits(anchor) else { return nil }
            let word = AssignedValue.word(of: anchor, in: bytes)
            // Short records of binary formats look like texts.
            return (isSharp ? nil : assignedValue(at: word, in: bytes, &nesting)) ?? storedValue(at: word, in: bytes)
        }
        return range(of: number, at: anchor.lowerBound - row.lead, in: bytes, isSharp: isSharp).map { (row, $0) }
    }

    /// The fewest bytes of a value behind a name in a text.
    private static let minOfValue = 4
    /// The fewest bytes of a token in a text that is not in quotation marks: words are shorter.
    private static let minOfToken = 12

    private func assignedValue(
        at word: Range<Int>, in bytes: UnsafeRawBufferPointer, _ nesting: inout ValueNesting
    ) -> (row: SecretPattern, range: Range<Int>)? {
        guard !holdsLabels, let found = AssignedValue(at: word, in: bytes, row: { facts(of: $0)?.key }) else {
            return nil
        }
        nesting.add(found.value)
        let (key, value) = (found.key, UnsafeRawBufferPointer(rebasing: bytes[found.value]))
        guard value.count >= Self.minOfValue, !found.repeatsName, mayBeSecret(value, found) else { return nil }
        guard let severity = key.severity(of: value, isText: true) else { return nil }
        switch key.values {
        // What a password looks like was judged with the severity.
        case .password:
            guard SecretValue.isNamedValue(value, isQuoted: found.isQuoted, isCode: isCode) else { return nil }
        case .token:
            guard SecretValue.isPassword(value),
                SecretValue.isNamedValue(value, isQuoted: found.isQuoted, isCode: isCode)
            else { return nil }
        case .phrase, .digits, .header, .basic, .cookies, .personal: break
        }
        guard !hasPattern(value, isSharp: true) else { return nil }
        let isInURL = found.isParameter && key.rule == .token
        let row = SecretPattern(
            rule: isInURL ? .urlCredentials : key.rule, kind: isInURL ? "token in a URL" : key.kind, anchors: [],
            expression: "", check: .assigned, isSharp: false, severity: found.isOfBadge ? .note : severity,
            showsEnds: key.showsEnds)
        return (row, found.isQuoted ? found.value : found.value.lowerBound..<end(of: found.value, in: bytes))
    }

    /// Whether a value may be a secret, as far as its bytes tell: most are none, which is found out quickly.
    private func mayBeSecret(_ value: UnsafeRawBufferPointer, _ found: AssignedValue) -> Bool {
        switch found.key.values {
        case .password: found.isQuoted && !isCode || value.contains(where: \.isASCIIDigit)
        case .token:
            (found.isQuoted || found.isParameter || value.count >= Self.minOfToken)
                && value.contains(where: \.isASCIIDigit)
        case .header: SecretValue.areCredentials(value)
        case .cookies: value.contains(0x3d)
        case .phrase, .digits, .basic, .personal: true
        }
    }

    /// Returns a value that is stored behind its name in other bytes than a text.
    private func storedValue(
        at word: Range<Int>, in bytes: UnsafeRawBufferPointer
    ) -> (row: SecretPattern, range: Range<Int>)? {
        guard let found = AssignedValue(storedAt: word, in: bytes, row: { facts(of: $0)?.key }) else { return nil }
        let (key, value) = (found.key, UnsafeRawBufferPointer(rebasing: bytes[found.value]))
        guard key.severity(of: value, isText: true) != nil, !hasPattern(value, isSharp: true) else { return nil }
        let row = SecretPattern(
            rule: key.rule, kind: key.kind, anchors: [], expression: "", check: .assigned, severity: .warning,
            showsEnds: key.showsEnds)
        return (row, found.value)
    }

    private func range(
        of number: Int, at offset: Int, in bytes: UnsafeRawBufferPointer, isSharp: Bool
    ) -> Range<Int>? {
        guard offset >= 0, let finder = finders[number] else { return nil }
        let start = max(0, offset - Self.reachBefore)
        let window = UnsafeRawBufferPointer(rebasing: bytes[start..<min(bytes.count, offset + Self.reachBehind)])
        finder.beginBuffer()
        var match = try? finder.first(in: window, from: offset - start)
        if match == nil, isSharp, let open = openFinder(number) {
            open.beginBuffer()
            match = try? open.first(in: window, from: offset - start)
        }
        guard let range = match.map({ $0.range.lowerBound + start..<$0.range.upperBound + start }) else { return nil }
        return isSharp ? range : range.lowerBound..<end(of: range, in: bytes)
    }

    /// The shortest match that may go on: expressions limit their repetitions.
    private static let leastLimited = 100

    /// Returns where a value ends of which an expression may have matched as much as it may.
    private func end(of range: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Int {
        func isOfToken(_ byte: UInt8) -> Bool {
            byte.isASCIILetterOrDigit || [0x2b, 0x2d, 0x2f, 0x3d, 0x5f].contains(byte)
        }
        guard range.count >= Self.leastLimited, isOfToken(bytes[range.upperBound - 1]) else { return range.upperBound }
        var end = range.upperBound
        while end < bytes.count, isOfToken(bytes[end]) { end += 1 }
        return end
    }

    private func openFinder(_ number: Int) -> ContentsFinder? {
        if let known = openFinders[number] { return known }
        let found = index.openExpression(number).map { ContentsFinder($0) }
        openFinders[number] = found
        return found
    }

    /// Calls a closure for each match of a row, with the bytes and their range.
    func findPatterns(
        in bytes: UnsafeRawBufferPointer, isSharp: Bool,
        _ body: (SecretPattern, UnsafeRawBufferPointer, Range<Int>) -> Void
    ) {
        // Where the last match of each row ended, of those that have one.
        var ends: [(row: Int, end: Int)] = []
        var nesting = ValueNesting()
        index.forEachPlace(in: bytes, isSharp: isSharp) { number, anchor in
            let known = ends.firstIndex { $0.row == number }
            let end = known.map { ends[$0].end } ?? 0
            // A name may have two telling words.
            guard anchor.lowerBound >= end,
                let (row, range) = match(of: number, at: anchor, in: bytes, isSharp: isSharp, &nesting),
                range.lowerBound >= end
            else { return true }
            if let known { ends[known].end = range.upperBound } else { ends.append((number, range.upperBound)) }
            body(row, UnsafeRawBufferPointer(rebasing: bytes[range]), range)
            return true
        }
    }
}

/// How many names with values stand in the value of another name, of which only the first are read: texts of names alone
/// would otherwise be read once for each of these.
private struct ValueNesting {
    /// The most names that are read in a value.
    private static let maximum = 16

    private var end = 0
    private var count = 0

    /// Whether a value may be read behind a name.
    func admits(_ anchor: Range<Int>) -> Bool { anchor.lowerBound >= end || count < Self.maximum }

    /// Adds a value that was read.
    mutating func add(_ value: Range<Int>) {
        if value.lowerBound >= end { (end, count) = (value.upperBound, 0) }
        count += 1
    }
}
