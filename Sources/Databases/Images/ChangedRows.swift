package import Formats
package import Jobs

/// The rows that changed pages of a database concern.
package struct ChangedRows: Sendable {
    /// The rows of a table.
    package enum Rows: Hashable, Sendable {
        case all
        /// Those with row IDs in these ranges, which ascend.
        case ranges([ClosedRange<Int64>])
    }

    /// More ranges of a table are not looked at one by one.
    private static let maxRanges = 1_000

    /// The rows by the name of their table; no other table has any.
    package let tables: [ExactString: Rows]

    /// Finds the rows from the pages that differ.
    ///
    /// Each page is found in the trees of tables and indexes, of which only the inner pages are read, or in a chain of
    /// overflow pages of a leaf, or in the list of free pages.
    /// - Parameters:
    ///   - pages: The numbers of the pages that differ.
    /// - Returns: nil if something else has changed, or a page is not found: then any row may differ.
    package static func find(
        _ pages: Set<UInt32>, from before: Database, to after: Database, _ cancellation: Cancellation? = nil
    ) -> ChangedRows? {
        do throws(DatabaseError) {
            let (old, new) = (try DatabaseTrees.read(before, cancellation), try DatabaseTrees.read(after, cancellation))
            guard old.entries == new.entries, old.pageSize == new.pageSize else { return nil }
            // What is behind the new end is gone.
            let changed = pages.union(new.count < old.count ? UInt32(new.count + 1)...UInt32(old.count) : 1...1)
            guard let owners = try new.owners(of: changed, cancellation) else { return nil }
            let touched = changed.union(owners)
            var tables: [ExactString: Rows] = [:]
            for (index, entry) in old.entries.enumerated() where entry.type == "table" {
                if let rows = rows(old.trees[index], new.trees[index], touched) {
                    tables[ExactString(entry.name)] = rows
                }
            }
            return ChangedRows(tables: tables)
        } catch {
            return nil
        }
    }

    /// Returns the rows on leaves that differ, or that only one of two trees has; nil if there are none.
    private static func rows(_ before: TreePages, _ after: TreePages, _ changed: Set<UInt32>) -> Rows? {
        let (olds, news) = (Set(before.leaves.map(\.page)), Set(after.leaves.map(\.page)))
        let leaves =
            before.leaves.filter { changed.contains($0.page) || !news.contains($0.page) }
            + after.leaves.filter { changed.contains($0.page) || !olds.contains($0.page) }
        let isInner = !changed.isDisjoint(with: before.interior) || !changed.isDisjoint(with: after.interior)
        guard before.hasRowIDs, after.hasRowIDs else { return leaves.isEmpty && !isInner ? nil : .all }
        let ranges = leaves.compactMap(\.range).sorted { $0.lowerBound < $1.lowerBound }
        guard let first = ranges.first else { return nil }
        var merged = [first]
        for range in ranges.dropFirst() {
            let last = merged[merged.count - 1]
            if range.lowerBound <= last.upperBound || range.lowerBound == last.upperBound &+ 1 {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged.count > maxRanges ? .all : .ranges(merged)
    }
}

extension TreePages.Leaf {
    /// The row IDs that can be on it; nil if there are none.
    fileprivate var range: ClosedRange<Int64>? {
        guard after != .max else { return nil }
        let (first, last) = (after.map { $0 + 1 } ?? .min, through ?? .max)
        return first <= last ? first...last : nil
    }
}

/// The trees of all tables and indexes.
private struct DatabaseTrees {
    /// A table or an index as in the schema.
    struct Entry: Hashable {
        let type: String
        let name: String
        let root: UInt32
        let sql: String
    }

    let pages: DatabasePages
    let entries: [Entry]
    /// A tree for each entry.
    let trees: [TreePages]
    private let schema: TreePages

    var count: Int { pages.count }
    var pageSize: Int { pages.pageSize }

    static func read(_ database: Database, _ cancellation: Cancellation?) throws(DatabaseError) -> DatabaseTrees {
        try database.withReader(cancellation) { reader throws(DatabaseError) in
            try DatabaseTrees(reader.connection)
        }
    }

    private init(_ connection: Connection) throws(DatabaseError) {
        pages = connection.pages
        let statement = try Statement(
            "SELECT type, name, rootpage, coalesce(sql, '') FROM main.sqlite_schema WHERE rootpage > 0", on: connection)
        var (entries, trees): ([Entry], [TreePages]) = ([], [])
        while try statement.step() {
            guard let root = UInt32(exactly: statement.integer(2)) else { throw DatabaseError.malformedPages }
            entries.append(
                Entry(type: statement.text(0), name: statement.text(1), root: root, sql: statement.text(3)))
            trees.append(try TreePages(root: root, in: pages, connection.interruption))
        }
        self.entries = entries
        self.trees = trees
        schema = try TreePages(root: 1, in: pages, connection.interruption)
    }

    /// Returns the pages of trees that do not differ themselves, but in their chains of overflow pages; nil if a page has
    /// no known place.
    func owners(of changed: Set<UInt32>, _ cancellation: Cancellation?) throws(DatabaseError) -> Set<UInt32>? {
        let header = try pages.read(1, count: DatabaseHeader.length)
        let reserved = Int(header[20])
        var rest = changed.filter { $0 > 1 && Int($0) <= pages.count }
        for tree in trees + [schema] {
            rest.subtract(tree.interior)
            rest.subtract(tree.leaves.lazy.map(\.page))
        }
        if header.number(at: 52, size: 4) != 0 {
            // An auto-vacuum database has maps of pages, which say nothing about rows.
            let distance = UInt32((pages.pageSize - reserved) / 5 + 1)
            rest = rest.filter { ($0 - 2) % distance != 0 }
        }
        guard !rest.isEmpty else { return [] }
        for tree in trees + [schema] {
            for page in tree.leaves.map(\.page) + tree.interior where changed.contains(page) {
                for first in try tree.overflowPages(of: page, reserved: reserved) {
                    try follow(from: first, removingFrom: &rest)
                    if rest.isEmpty { return [] }
                }
            }
        }
        try removeFreePages(from: &rest, first: header.number(at: 32, size: 4))
        guard !rest.isEmpty else { return [] }
        // A long value is written over in its overflow pages alone if its length stays the same.
        var owners: Set<UInt32> = []
        for tree in trees + [schema] {
            for page in tree.leaves.map(\.page) + tree.interior where !changed.contains(page) {
                if cancellation?.isCancelled == true { return nil }
                for first in try tree.overflowPages(of: page, reserved: reserved) {
                    let count = rest.count
                    try follow(from: first, removingFrom: &rest)
                    if rest.count < count { owners.insert(page) }
                    if rest.isEmpty { return owners }
                }
            }
        }
        return nil
    }

    /// Follows a chain of overflow pages.
    private func follow(from first: UInt32, removingFrom rest: inout Set<UInt32>) throws(DatabaseError) {
        var (page, count) = (first, 0)
        while page != 0, count <= pages.count, !rest.isEmpty {
            rest.remove(page)
            page = try pages.read(page, count: 4).number(at: 0, size: 4)
            count += 1
        }
    }

    /// Removes free pages. Format: section 1.5 "The Freelist".
    private func removeFreePages(from rest: inout Set<UInt32>, first: UInt32) throws(DatabaseError) {
        var (trunk, count) = (first, 0)
        while trunk != 0, count <= pages.count, !rest.isEmpty {
            rest.remove(trunk)
            let bytes = try pages.read(trunk, count: pages.pageSize)
            let leaves = min(Int(bytes.number(at: 4, size: 4)), pages.pageSize / 4 - 2)
            for index in 0..<max(0, leaves) { rest.remove(bytes.number(at: 8 + 4 * index, size: 4)) }
            trunk = bytes.number(at: 0, size: 4)
            count += 1
        }
    }
}
