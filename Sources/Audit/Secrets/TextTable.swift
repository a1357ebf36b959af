import Formats

/// Tables that are written as text, in which names of columns tell something of the values below them: lines with commas,
/// semicolons, tabs or bars between the values (RFC 4180), and the statements of SQL dumps.
struct TextTable {
    /// The columns of a table whose names tell something.
    private struct Header {
        let separator: UInt8
        let count: Int
        let columns: [(index: Int, name: [UInt8])]
    }

    /// Whether a name tells something of a value.
    typealias NameTest = (UnsafeRawBufferPointer) -> Bool

    /// The header of the lines that are read, which holds for the pieces of a text that follow.
    private var header: Header?

    private static let separators: [UInt8] = [0x2c, 0x3b, 0x09, 0x7c]
    /// The longest line, and the longest name of a column.
    private static let longestLine = 64 << 10
    private static let longestName = 64

    // MARK: Lines

    /// Calls a closure for each value in a column whose name tells something.
    /// - Parameters:
    ///   - isFirst: Whether the bytes are the beginning of a text.
    ///   - body: Receives the name of the column, and the place of the value.
    mutating func forEachCell(
        in bytes: UnsafeRawBufferPointer, isFirst: Bool, isSensitive: NameTest, _ body: ([UInt8], Range<Int>) -> Void
    ) {
        if isFirst { header = nil }
        var (start, mayBegin) = (0, isFirst)
        while start < bytes.count {
            let first = start
            let end = bytes.firstIndex(of: 0x0a, from: first) ?? bytes.count
            // A table of a text in Markdown begins anywhere.
            let isBar = bytes[first] == 0x7c
            guard mayBegin || header != nil || isBar else {
                // Without a header, only lines that begin with a bar are of interest.
                guard let bar = Self.nextBar(in: bytes, from: end) else { return }
                start = bar
                continue
            }
            start = end + 1
            guard end - first <= Self.longestLine else { continue }
            let line = first..<(end > first && bytes[end - 1] == 0x0d ? end - 1 : end)
            if let header, header.separator != 0x7c || isBar {
                Self.forEachCell(of: header, in: line, bytes, body)
            } else {
                header = Self.header(line, bytes, isSensitive)
            }
            mayBegin = false
        }
    }

    /// Returns the beginning of the next line that begins with a bar.
    private static func nextBar(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var place = start
        while let bar = bytes.firstIndex(of: 0x7c, from: place) {
            if bar > 0, bytes[bar - 1] == 0x0a { return bar }
            place = bar + 1
        }
        return nil
    }

    private static func header(_ line: Range<Int>, _ bytes: UnsafeRawBufferPointer, _ isSensitive: NameTest) -> Header?
    {
        let text = UnsafeRawBufferPointer(rebasing: bytes[line])
        let counts = separators.map { text.count(of: $0) }
        guard let maximum = counts.max(), maximum > 0, let index = counts.firstIndex(of: maximum) else { return nil }
        let names = fields(of: line, bytes, separators[index])
        guard names.count > 1, names.allSatisfy({ isName($0, bytes) }) else { return nil }
        let columns = names.indices.compactMap { index -> (index: Int, name: [UInt8])? in
            let name = UnsafeRawBufferPointer(rebasing: bytes[names[index]])
            return isSensitive(name) ? (index, Array(name)) : nil
        }
        return columns.isEmpty ? nil : Header(separator: separators[index], count: names.count, columns: columns)
    }

    private static func isName(_ field: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> Bool {
        field.count <= longestName
            && bytes[field].allSatisfy { byte in
                byte.isASCIILetterOrDigit || byte >= 0x80 || [0x20, 0x5f, 0x2d, 0x2e, 0x28, 0x29, 0x2f].contains(byte)
            }
    }

    private static func forEachCell(
        of header: Header, in line: Range<Int>, _ bytes: UnsafeRawBufferPointer, _ body: ([UInt8], Range<Int>) -> Void
    ) {
        let fields = fields(of: line, bytes, header.separator)
        guard fields.count == header.count else { return }
        for column in header.columns where !fields[column.index].isEmpty { body(column.name, fields[column.index]) }
    }

    /// Returns the values of a line, without the quotation marks and blanks around them.
    private static func fields(
        of line: Range<Int>, _ bytes: UnsafeRawBufferPointer, _ separator: UInt8
    ) -> [Range<Int>] {
        var fields: [Range<Int>] = []
        var (start, index, isQuoted) = (line.lowerBound, line.lowerBound, false)
        while index <= line.upperBound {
            if index == line.upperBound || bytes[index] == separator && !isQuoted {
                fields.append(trimmed(start..<index, bytes))
                start = index + 1
            } else if bytes[index] == 0x22 {
                isQuoted.toggle()
            }
            index += 1
        }
        return fields
    }

    private static func trimmed(_ field: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> Range<Int> {
        func isOutside(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x22 || byte == 0x60 }
        var (start, end) = (field.lowerBound, field.upperBound)
        while start < end, isOutside(bytes[start]) { start += 1 }
        while end > start, isOutside(bytes[end - 1]) { end -= 1 }
        return start..<end
    }

    // MARK: Statements of SQL

    private static let statements = AnchorFilter(["insert into ", "create table ", "copy "])

    /// Calls a closure for each value that a statement inserts into a column whose name tells something.
    static func forEachInserted(
        in bytes: UnsafeRawBufferPointer, isSensitive: NameTest, _ body: ([UInt8], Range<Int>) -> Void
    ) {
        // The columns of the tables that were created before.
        var tables: [[UInt8]: [Range<Int>]] = [:]
        statements.forEach(in: bytes) { statement, offset in
            var reader = SQLTextReader(bytes, from: offset)
            guard let table = reader.table() else { return true }
            let named = reader.list()
            if statement == 1 {
                tables[table] = named.map { $0.map { reader.firstWord(of: $0) } }
                return true
            }
            guard let columns = named?.map({ reader.firstWord(of: $0) }) ?? tables[table] else { return true }
            let sensitive = columns.indices.filter { index in
                !columns[index].isEmpty && isSensitive(UnsafeRawBufferPointer(rebasing: bytes[columns[index]]))
            }
            guard !sensitive.isEmpty else { return true }
            let rows = statement == 0 ? reader.rows() : reader.copiedRows()
            for row in rows where row.count == columns.count {
                for index in sensitive where !row[index].isEmpty { body(Array(bytes[columns[index]]), row[index]) }
            }
            return true
        }
    }
}

/// Reads the parts of statements of SQL that name columns and give values.
private struct SQLTextReader {
    private let bytes: UnsafeRawBufferPointer
    private var index: Int
    /// The most rows that a statement has.
    private static let maxRows = 100_000

    init(_ bytes: UnsafeRawBufferPointer, from offset: Int) { (self.bytes, index) = (bytes, offset) }

    private func peek() -> UInt8 { index < bytes.count ? bytes[index] : 0 }

    private mutating func skipBlanks() {
        while index < bytes.count, bytes[index] == 0x20 || (0x09...0x0d).contains(bytes[index]) { index += 1 }
    }

    private mutating func word() -> ArraySlice<UInt8> {
        skipBlanks()
        let start = index
        while index < bytes.count, bytes[index] > 0x20, ![0x28, 0x29, 0x2c, 0x3b].contains(bytes[index]) { index += 1 }
        return Array(bytes[start..<index])[...]
    }

    /// Reads a statement up to its table's name, which it returns without quotation marks.
    mutating func table() -> [UInt8]? {
        let verb = String(decoding: word(), as: UTF8.self).lowercased()
        if verb != "copy" { _ = word() }
        var name = word()
        // `IF NOT EXISTS`
        if String(decoding: name, as: UTF8.self).lowercased() == "if" {
            for _ in 0..<3 { name = word() }
        }
        let plain = name.filter { ![0x22, 0x27, 0x60, 0x5b, 0x5d].contains($0) }
        return plain.isEmpty ? nil : plain
    }

    /// Reads the items of a list in parentheses; nil if none follows.
    mutating func list() -> [Range<Int>]? {
        skipBlanks()
        guard peek() == 0x28 else { return nil }
        index += 1
        var items: [Range<Int>] = []
        var (start, level) = (index, 0)
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x27 || byte == 0x22 || byte == 0x60 {
                skipQuoted(byte)
                continue
            }
            if byte == 0x28 { level += 1 }
            if byte == 0x29 || byte == 0x2c, level == 0 {
                items.append(trimmed(start..<index))
                start = index + 1
            }
            index += 1
            if byte == 0x29 {
                if level == 0 { return items }
                level -= 1
            }
        }
        return nil
    }

    private mutating func skipQuoted(_ quote: UInt8) {
        index += 1
        while index < bytes.count {
            if bytes[index] == 0x5c { index += 1 } else if bytes[index] == quote { break }
            index += 1
        }
        index += 1
    }

    private func trimmed(_ item: Range<Int>) -> Range<Int> {
        func isOutside(_ byte: UInt8) -> Bool { byte <= 0x20 || [0x22, 0x27, 0x60, 0x5b, 0x5d].contains(byte) }
        var (start, end) = (item.lowerBound, min(item.upperBound, bytes.count))
        while start < end, isOutside(bytes[start]) { start += 1 }
        while end > start, isOutside(bytes[end - 1]) { end -= 1 }
        return start..<end
    }

    /// Returns the name at the beginning of the definition of a column.
    func firstWord(of item: Range<Int>) -> Range<Int> {
        var end = item.lowerBound
        while end < item.upperBound, bytes[end] > 0x20, ![0x22, 0x27, 0x60, 0x5d].contains(bytes[end]) { end += 1 }
        return item.lowerBound..<end
    }

    /// Reads the rows behind `VALUES`.
    mutating func rows() -> [[Range<Int>]] {
        guard String(decoding: word(), as: UTF8.self).lowercased() == "values" else { return [] }
        var rows: [[Range<Int>]] = []
        while rows.count < Self.maxRows, let row = list() {
            rows.append(row)
            skipBlanks()
            guard peek() == 0x2c else { break }
            index += 1
        }
        return rows
    }

    /// Reads the lines behind `COPY … FROM stdin;`, with tabs between values, up to one with `\.`.
    mutating func copiedRows() -> [[Range<Int>]] {
        guard let line = bytes.firstIndex(of: 0x0a, from: index), line - index < 64 else { return [] }
        var rows: [[Range<Int>]] = []
        var start = line + 1
        while rows.count < Self.maxRows, start < bytes.count {
            let end = bytes.firstIndex(of: 0x0a, from: start) ?? bytes.count
            if bytes[start] == 0x5c { break }
            var row: [Range<Int>] = []
            var field = start
            for place in start...end where place == end || bytes[place] == 0x09 {
                row.append(field..<place)
                field = place + 1
            }
            rows.append(row)
            start = end + 1
        }
        return rows
    }
}
