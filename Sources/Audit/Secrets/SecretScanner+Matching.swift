import Formats

/// Matching the expressions of the table where their anchors are.
extension SecretScanner {
    /// Whether bytes have a match of a row.
    func hasPattern(_ bytes: UnsafeRawBufferPointer, isSharp: Bool) -> Bool {
        var isFound = false
        index.forEachPlace(in: bytes, isSharp: isSharp) { number, offset in
            isFound = match(of: number, at: offset, in: bytes, isSharp: isSharp) != nil
            return !isFound
        }
        return isFound
    }

    /// Returns what a row matches at a place.
    private func match(
        of number: Int, at anchor: Int, in bytes: UnsafeRawBufferPointer, isSharp: Bool
    ) -> Range<Int>? {
        let offset = anchor - index.patterns[number].lead
        guard offset >= 0, let finder = finders[number] else { return nil }
        let start = max(0, offset - Self.reachBefore)
        let window = UnsafeRawBufferPointer(rebasing: bytes[start..<min(bytes.count, offset + Self.reachBehind)])
        finder.begin()
        var match = try? finder.first(in: window, from: offset - start)
        if match == nil, isSharp, let open = openFinder(number) {
            open.begin()
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
        // Where the last match of each row ended.
        var ends: [Int: Int] = [:]
        index.forEachPlace(in: bytes, isSharp: isSharp) { number, offset in
            guard offset >= ends[number] ?? 0, let range = match(of: number, at: offset, in: bytes, isSharp: isSharp)
            else { return true }
            ends[number] = range.upperBound
            body(index.patterns[number], UnsafeRawBufferPointer(rebasing: bytes[range]), range)
            return true
        }
    }
}
