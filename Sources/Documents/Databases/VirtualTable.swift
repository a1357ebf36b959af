import ContainerModel
import Databases
import System

/// A virtual table of which the rows lie in tables of its module, and are read from there: no module is run on bytes that
/// nobody vouches for.
///
/// Sources: SQLite's documents "FTS3 and FTS4 Extensions", 9.1, "FTS5 Extension", 4.4 and 6, and "The SQLite R*Tree
/// Module"; the nodes as the head of SQLite's rtree.c describes them.
struct VirtualTable {
    private let name: String
    /// The module, in small letters.
    private let module: String
    /// The arguments: columns and options.
    private let arguments: [String]

    /// - Returns: nil if the statement is not the one of a virtual table.
    init?(_ table: DatabaseSchema.Table) {
        guard table.kind == .virtual, let using = table.sql.end(ofWord: "using") else { return nil }
        name = table.name
        let declaration = table.sql[using...].drop { $0.isWhitespace }
        module = declaration.prefix { !$0.isWhitespace && $0 != "(" }.lowercased()
        let inside = declaration.drop { $0 != "(" }.dropFirst()
        arguments = Self.split(inside.lastIndex(of: ")").map { inside[..<$0] } ?? inside)
    }

    /// Whether its rows are read.
    var isRead: Bool { Self.fullText.contains(module) || Self.trees.contains(module) }

    private static let fullText = ["fts3", "fts4", "fts5"]
    private static let trees = ["rtree", "rtree_i32"]

    /// Returns the table with the texts of a full-text index.
    /// - Throws: `DocumentFailure` if it keeps none.
    private func contents(among tables: [DatabaseSchema.Table]) throws(DocumentFailure) -> DatabaseSchema.Table {
        if let table = tables.first(named: name + "_content", \.name) { return table }
        let source = arguments.lazy.compactMap(Self.option).first { $0.key == "content" }?.value ?? ""
        throw DocumentFailure(
            source.isEmpty
                ? "a full-text index that keeps no content"
                : "a full-text index of the table “\(source)”, which has the texts")
    }

    /// Returns the number of its rows; nil if it keeps none, or is not read.
    func rowCount(in database: Database, _ tables: [DatabaseSchema.Table], _ limits: DocumentLimits) -> Int? {
        let counted = Self.trees.contains(module) ? name + "_rowid" : name + "_content"
        guard isRead, let table = tables.first(named: counted, \.name) else { return nil }
        return try? database.rowCount(RowQuery(table.name), limits.cancellation)
    }

    /// Returns the rows.
    /// - Throws: `DocumentFailure` if there are none, or they cannot be read.
    func document(
        in database: Database, _ tables: [DatabaseSchema.Table], within limits: DocumentLimits
    ) throws(DocumentFailure) -> Document {
        do throws(DatabaseError) {
            if Self.trees.contains(module) { return try tree(in: database, tables, limits) }
        } catch {
            throw DocumentFailure(error)
        }
        guard Self.fullText.contains(module) else {
            throw DocumentFailure("a virtual table of the module “\(module)”, which is not read")
        }
        let contents = try contents(among: tables)
        let columns = try mapError(try database.columns(of: contents.name)) { (error: DatabaseError) in
            DocumentFailure(error)
        }
        let rows = DatabaseRows(
            database, RowQuery(contents.name), titles(of: columns.map(\.name)),
            names: RowNames(contents.name, columns, isWithoutRowID: contents.isWithoutRowID))
        var document = database.document("Full-text table \(name)", .table(DocumentTable(rows)))
        document.remarks.append("read from \(contents.name)")
        return document
    }

    /// Returns the declared names of columns that the module has numbered: `c0`, or `c0title`.
    private func titles(of columns: [String]) -> [String] {
        let declared = arguments.filter { Self.option($0) == nil }.map(Self.column)
        return columns.enumerated().map { index, column in
            guard index > 0 else { return "rowid" }
            let number = "c\(index - 1)"
            guard column.hasPrefix(number) else { return column }
            if module != "fts5" { return String(column.dropFirst(number.count)) }
            return declared.indices.contains(index - 1) ? declared[index - 1] : column
        }
    }

    // MARK: R*Trees

    /// The most rows of a tree that are read.
    private static let maxEntries = 500_000

    private func tree(
        in database: Database, _ tables: [DatabaseSchema.Table], _ limits: DocumentLimits
    ) throws(DatabaseError) -> Document {
        var nodes: [Int64: [UInt8]] = [:]
        try forEachRow(of: name + "_node", in: database, tables, limits) { row throws(DatabaseError) in
            guard let key = row.key, case .rowID(let number) = key, case .blob(let data)? = row.cells.dropFirst().first
            else { return }
            nodes[number] = data.bytes
            // A page of rows has the beginnings of long cells.
            if !data.isWhole, case .blob(let whole) = try database.cell("data", of: name + "_node", row: key) {
                nodes[number] = whole.bytes
            }
        }
        var others: [Int64: [DocumentValue]] = [:]
        let columns = arguments.map(Self.column)
        let coordinates = arguments.dropFirst().prefix { !$0.hasPrefix("+") }.count
        if columns.count > coordinates + 1 {
            try forEachRow(of: name + "_rowid", in: database, tables, limits) { row in
                guard case .rowID(let number)? = row.key else { return }
                others[number] = row.cells.dropFirst(2).map(DocumentValue.init)
            }
        }
        var entries: [(id: Int64, cells: [DocumentValue])] = []
        var problems: [String] = []
        let isInteger = module == "rtree_i32"
        /// The nodes that are still to be read, with their heights.
        var waiting: [(number: Int64, height: Int)] = [(1, nodes[1].map { $0.number(at: 0, size: 2) } ?? 0)]
        var seen: Set<Int64> = [1]
        while let (number, height) = waiting.popLast(), !limits.mustStop, entries.count < Self.maxEntries {
            guard let node = nodes[number] else {
                problems.append("the node \(number) is missing")
                continue
            }
            let size = 8 + 4 * coordinates
            let count = node.number(at: 2, size: 2)
            if 4 + count * size > node.count { problems.append("the node \(number) is damaged") }
            for index in 0..<min(count, (node.count - 4) / size) {
                let start = 4 + index * size
                let id = Int64(bitPattern: node[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) })
                guard height == 0 else {
                    if seen.insert(id).inserted { waiting.append((id, height - 1)) }
                    continue
                }
                let values = (0..<coordinates).map { place -> DocumentValue in
                    let bits = UInt32(node.number(at: start + 8 + 4 * place, size: 4))
                    return isInteger ? .integer(Int64(Int32(bitPattern: bits))) : .real(Double(Float(bitPattern: bits)))
                }
                entries.append((id, [.integer(id)] + values + (others[id] ?? [])))
            }
        }
        entries.sort { $0.id < $1.id }
        let rows = ListedRows(
            columns, entries.map { TableRow(name: "\($0.id)", cells: $0.cells) },
            TableIdentity(Array(columns.prefix(1))))
        var document = database.document("R*Tree \(name)", .table(DocumentTable(rows)))
        document.remarks.append("read from the nodes in \(name)_node")
        document.remarks += problems.prefix(3)
        document.addLosses(Array(problems.prefix(3)))
        return document
    }

    private func forEachRow(
        of table: String, in database: Database, _ tables: [DatabaseSchema.Table], _ limits: DocumentLimits,
        _ body: (Row) throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        guard let table = tables.first(named: table, \.name) else { return }
        var first = 0
        while !limits.mustStop, first < Self.maxEntries {
            let page = try database.rows(RowQuery(table.name), from: first, count: 1_000, limits.cancellation)
            for row in page.rows { try body(row) }
            guard page.rows.count == 1_000 else { return }
            first += 1_000
        }
    }

    // MARK: The declaration

    /// Splits arguments at the commas outside of quotes and parentheses.
    private static func split(_ text: Substring) -> [String] {
        var parts: [String] = []
        var part = ""
        var quote: Character?
        var depth = 0
        for character in text {
            if let end = quote {
                if character == end { quote = nil }
            } else if let end = quotes[character] {
                quote = end
            } else if character == "(" {
                depth += 1
            } else if character == ")" {
                depth -= 1
            } else if character == ",", depth == 0 {
                parts.append(part)
                part = ""
                continue
            }
            part.append(character)
        }
        return (parts + [part]).map { $0.trimmingWhitespace }.filter { !$0.isEmpty }
    }

    /// The ends of quoted names and texts, by their beginnings.
    fileprivate static let quotes: [Character: Character] = ["'": "'", "\"": "\"", "`": "`", "[": "]"]

    /// Returns the name of a column in its declaration: the first word, without quotes.
    private static func column(_ argument: String) -> String {
        let text = argument.drop { $0 == "+" }
        guard let first = text.first, let end = quotes[first] else { return String(text.prefix { !$0.isWhitespace }) }
        return String(text.dropFirst().prefix { $0 != end })
    }

    /// Returns the key and the value of an option: `content=''`, `tokenize porter`; nil for a column.
    private static func option(_ argument: String) -> (key: String, value: String)? {
        if argument.lowercased().hasPrefix("tokenize ") { return ("tokenize", "") }
        guard let equals = argument.firstIndex(of: "=") else { return nil }
        let key = argument[..<equals].trimmingWhitespace
        guard key.allSatisfy({ $0.isLetter || $0 == "_" }) else { return nil }
        return (key.lowercased(), column(argument[argument.index(after: equals)...].trimmingWhitespace))
    }
}

extension [UInt8] {
    /// A big-endian number; 0 outside of the bytes.
    fileprivate func number(at offset: Int, size: Int) -> Int {
        guard offset + size <= count else { return 0 }
        return self[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
    }
}

extension StringProtocol {
    fileprivate var trimmingWhitespace: String {
        String(String(drop { $0.isWhitespace }).reversed().drop { $0.isWhitespace }.reversed())
    }

    /// Returns the index behind a word that stands outside of quotes, in any case; nil if there is none.
    fileprivate func end(ofWord word: String) -> Index? {
        var quote: Character?
        var index = startIndex
        while index < endIndex {
            let character = self[index]
            if let end = quote {
                if character == end { quote = nil }
            } else if let end = VirtualTable.quotes[character] {
                quote = end
            } else if self[index...].prefix(word.count).lowercased() == word, isWordBegun(at: index) {
                return self.index(index, offsetBy: word.count)
            }
            index = self.index(after: index)
        }
        return nil
    }

    private func isWordBegun(at index: Index) -> Bool {
        guard index > startIndex else { return true }
        let before = self[self.index(before: index)]
        return before.isWhitespace || "\"'`]".contains(before)
    }
}
