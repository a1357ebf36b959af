import Formats

/// Finds rows of a table by their position, in the order of their row IDs.
///
/// SQLite can only skip rows one by one. Here, the number of rows on each leaf page is read, a few bytes a page, as far
/// as needed and only once. Format: sqlite.org/fileformat2.html, section 1.6.
struct RowPositions {
    private let pages: DatabasePages
    /// The leaf pages found so far.
    private var leaves: [UInt32] = []
    /// The number of rows up to the end of each leaf.
    private var ends: [Int] = []
    /// The number of pages visited, at most all: otherwise the tree has a cycle.
    private var visited = 0
    /// The pages yet to be visited, the next one last, with their depth.
    private var pending: [(page: UInt32, depth: Int)]

    private static let interior: UInt8 = 5
    private static let leaf: UInt8 = 13

    /// - Parameter root: The number of the table's root page.
    init(_ pages: DatabasePages, root: UInt32) {
        self.pages = pages
        pending = [(root, 0)]
    }

    /// Returns the number of rows.
    mutating func count(_ interruption: StatementInterruption) throws(DatabaseError) -> Int {
        try extend(through: .max, interruption)
        return ends.last ?? 0
    }

    /// Returns the row IDs at the positions from `index` on.
    mutating func rowIDs(
        from index: Int,
        count: Int,
        _ interruption: StatementInterruption
    ) throws(DatabaseError) -> [Int64] {
        guard index >= 0, count > 0 else { return [] }
        let (end, overflows) = index.addingReportingOverflow(count)
        try extend(through: overflows ? .max : end, interruption)
        var found: [Int64] = []
        var leaf = leaves.indices.partitioningIndex { ends[$0] > index }
        while leaf < leaves.count, found.count < count {
            let start = start(of: leaf)
            let contents = try page(leaves[leaf])
            for cell in max(0, index - start)..<(ends[leaf] - start) where found.count < count {
                let rowID = try rowID(of: cell, in: contents, page: leaves[leaf])
                guard found.last.map({ $0 < rowID }) ?? true else { throw DatabaseError.malformedPages }
                found.append(rowID)
            }
            leaf += 1
        }
        return found
    }

    /// Returns the position of the first row on a leaf.
    private func start(of leaf: Int) -> Int { leaf == 0 ? 0 : ends[leaf - 1] }

    /// Visits pages until `rows` rows, or all, have been passed.
    private mutating func extend(through rows: Int, _ interruption: StatementInterruption) throws(DatabaseError) {
        while (ends.last ?? 0) < rows, let (page, depth) = pending.last {
            if visited & 255 == 0 { try interruption.check() }
            visited += 1
            guard visited <= pages.count, depth < DatabasePages.maximumDepth else { throw DatabaseError.malformedPages }
            let start = DatabasePages.headerStart(of: page)
            let header = try pages.read(page, at: start, count: 12)
            let cells = Int(header.number(at: 3, size: 2))
            switch header[0] {
            case Self.leaf:
                leaves.append(page)
                ends.append((ends.last ?? 0) + cells)
                pending.removeLast()
            case Self.interior:
                let children = try self.children(of: page, cells: cells, last: header.number(at: 8, size: 4))
                pending.removeLast()
                pending.append(contentsOf: children.reversed().map { ($0, depth + 1) })
            default: throw DatabaseError.malformedPages
            }
        }
    }

    private func children(of page: UInt32, cells: Int, last: UInt32) throws(DatabaseError) -> [UInt32] {
        let contents = try self.page(page)
        let pointers = DatabasePages.headerStart(of: page) + 12
        guard pointers + 2 * cells <= contents.count else { throw DatabaseError.malformedPages }
        return (0..<cells).map { cell in
            contents.number(at: Int(contents.number(at: pointers + 2 * cell, size: 2)), size: 4)
        } + [last]
    }

    /// Returns the row ID of a cell of a leaf: the second of two variable-length numbers.
    private func rowID(of cell: Int, in contents: [UInt8], page: UInt32) throws(DatabaseError) -> Int64 {
        let pointer = DatabasePages.headerStart(of: page) + 8 + 2 * cell
        guard pointer + 2 <= contents.count else { throw DatabaseError.malformedPages }
        var offset = Int(contents.number(at: pointer, size: 2))
        _ = contents.variableLengthNumber(at: &offset)
        return Int64(bitPattern: contents.variableLengthNumber(at: &offset))
    }

    private func page(_ number: UInt32) throws(DatabaseError) -> [UInt8] {
        try pages.read(number, count: pages.pageSize)
    }
}
