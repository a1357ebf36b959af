import ContainerModel
package import Databases

/// How SQLite finds the rows of a query, in words, and what is slow about it.
///
/// The forms of the steps: sqlite.org/eqp.html.
package struct QueryExplanation: Sendable {
    /// A step.
    private struct Step {
        let depth: Int
        let words: String
        let detail: String
        /// The number of rows that are read; nil if it is not known.
        let rows: Int?
    }

    private let steps: [Step]
    /// What is slow, each a sentence without a full stop.
    package private(set) var advice: [String] = []

    /// From this number of rows on, reading all of them for a few is worth a word.
    private static let many = 10_000

    /// - Parameters:
    ///   - plan: The steps in SQLite's words.
    ///   - hasConditions: Whether the query says which rows are wanted; otherwise, all have to be read.
    ///   - rowCount: Returns the number of rows of a table by the name that it has in the query, and its own name.
    init(_ plan: [QueryPlanStep], hasConditions: Bool, rowCount: (String) -> (table: String, count: Int)?) {
        var depths: [Int64: Int] = [:]
        // The step before among those that belong to the same one: steps that follow each other are loops in each other.
        var loops: [Int64: Int] = [:]
        var steps: [Step] = []
        for step in plan {
            let depth = depths[step.parent].map { $0 + 1 } ?? 0
            depths[step.id] = depth
            let words = step.detail.split(separator: " ").map(String.init)
            let isLoop = words.count > 1 && ["SCAN", "SEARCH"].contains(words[0]) && step.detail != "SCAN CONSTANT ROW"
            let isInner = isLoop && loops[step.parent, default: 0] > 0
            if isLoop { loops[step.parent, default: 0] += 1 }
            let found = isLoop ? rowCount(words[1]) : nil
            let reading = Reading(step.detail, words, found?.table, found?.count, isInner: isInner)
            steps.append(Step(depth: depth, words: reading.text, detail: step.detail, rows: reading.rows))
            guard hasConditions, let reason = reading.reason(many: Self.many), !advice.contains(reason) else {
                continue
            }
            advice.append(reason)
        }
        self.steps = steps
    }

    /// The steps and the advice, for a person. Not sanitized.
    package var lines: [String] {
        steps.map { String(repeating: "  ", count: $0.depth) + $0.words } + (advice.isEmpty ? [] : [""])
            + advice.map { "Slow: \($0)" }
    }

    /// The steps as a table.
    package var table: DocumentTable {
        let rows = steps.map { step in
            TableRow(
                name: nil,
                cells: [
                    .integer(Int64(step.depth)), .string(step.words), .string(step.detail),
                    step.rows.map { .integer(Int64($0)) } ?? .null,
                ])
        }
        return DocumentTable(ListedRows(["level", "step", "sqlite", "rows"], rows))
    }
}

/// A step in words.
private struct Reading {
    let text: String
    /// The number of rows that are read; nil if it is not known, or if an index tells which.
    let rows: Int?
    private let table: String
    private let isInner: Bool
    private let isAutomatic: Bool
    private let isSorting: Bool

    init(_ detail: String, _ words: [String], _ table: String?, _ count: Int?, isInner: Bool) {
        let alias = words.count > 1 ? words[1] : ""
        let name = table.map { $0.lowercased() == alias.lowercased() ? alias : "\($0) as \(alias)" } ?? alias
        let number = count.map { ByteCount.grouped(UInt64($0)) }
        let conditions = detail.firstIndex(of: "(").map { String(detail[$0...]) } ?? ""
        let index = Self.word(after: "INDEX", in: words)
        self.table = name
        self.isInner = isInner
        isAutomatic = detail.contains(" AUTOMATIC ")
        isSorting = detail.hasPrefix("USE TEMP B-TREE")
        let each = isInner ? "for each of those rows, " : ""
        switch words.first {
        case "SCAN" where words.contains("VIRTUAL"):
            text = "\(each)call the table function \(alias)"
            rows = nil
        case "SCAN" where table != nil || index != nil:
            let all = number.map { "all \($0) rows" } ?? "all rows"
            text = "\(each)read \(all) of \(name)" + (index.map { " in the order of the index \($0)" } ?? "")
            rows = count
        case "SEARCH" where isAutomatic:
            text = "\(each)find rows of \(name) by an index made for this query \(conditions)"
            rows = nil
        case "SEARCH" where detail.contains("INTEGER PRIMARY KEY"):
            text = "\(each)find rows of \(name) by the row ID \(conditions)"
            rows = nil
        case "SEARCH":
            let way = index.map { "by the index \($0)" } ?? "by the primary key"
            text = "\(each)find rows of \(name) \(way) \(conditions)"
            rows = nil
        case "USE" where isSorting:
            let purpose = detail.split(separator: " FOR ").last.map { $0.lowercased() } ?? ""
            text = purpose.contains("order by") ? "sort the rows found" : "collect the rows found, for \(purpose)"
            rows = nil
        default:
            text = detail.lowercased()
            rows = nil
        }
    }

    private static func word(after word: String, in words: [String]) -> String? {
        guard let index = words.firstIndex(of: word), index + 1 < words.count else { return nil }
        return words[index + 1].hasPrefix("(") ? nil : words[index + 1]
    }

    /// Returns what is slow; nil if nothing is, as far as can be told.
    func reason(many: Int) -> String? {
        if isAutomatic {
            return "no index of the database fits the conditions on \(table), so one is made each time"
        }
        guard let rows, isInner ? rows > 1_000 : rows >= many else { return nil }
        let all = "all \(ByteCount.grouped(UInt64(rows))) rows of \(table)"
        return isInner
            ? "\(all) are read again for each row before them, since no index fits what joins them"
            : "\(all) are read, since no index fits the conditions"
    }
}

extension QueriedDatabase {
    /// Returns how SQLite finds the rows of a query.
    /// - Parameter query: Its text.
    /// - Throws: `SQLFailure`
    package func explanation(
        of rows: QueryRows, query: [UInt8], within limits: DocumentLimits
    ) throws(SQLFailure) -> QueryExplanation {
        let words = SQLTokens(query).words
        let hasConditions = words.contains { ["where", "join", "on", "using"].contains($0?.lowercased()) }
        return QueryExplanation(try rows.query.plan(), hasConditions: hasConditions) { name in
            // SQLite names the schema of a table in a view.
            let name = name.hasPrefix(Self.main) ? String(name.dropFirst(Self.main.count)) : name
            return count(of: name, limits)
                ?? Self.tables(for: name, in: words).lazy.compactMap { count(of: $0, limits) }.first
        }
    }

    private static let main = "main."

    /// Returns the names that stand before an alias: the table's, among others.
    static func tables(for alias: String, in words: [String?]) -> [String] {
        words.indices.filter { words[$0]?.lowercased() == alias.lowercased() }.compactMap { index in
            var before = index - 1
            if before >= 0, words[before]?.lowercased() == "as" { before -= 1 }
            return before >= 0 ? words[before] : nil
        }
    }
}
