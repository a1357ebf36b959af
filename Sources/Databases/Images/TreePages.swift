/// The pages of a table or an index, and which rows are on each leaf, found without reading the leaves.
///
/// Format: sqlite.org/fileformat2.html, section 1.6 "B-tree Pages".
struct TreePages {
    /// A leaf, and the row IDs that can be on it.
    struct Leaf {
        let page: UInt32
        /// The row ID before the first one; nil for the first leaf.
        let after: Int64?
        /// The last row ID; nil for the last leaf.
        let through: Int64?
    }

    /// The kinds of pages, by their first byte.
    private enum Kind: UInt8 {
        case indexInterior = 2
        case tableInterior = 5
        case indexLeaf = 10
        case tableLeaf = 13
    }

    /// Whether its rows have row IDs.
    private(set) var hasRowIDs = true
    private(set) var leaves: [Leaf] = []
    private(set) var interior: [UInt32] = []
    private let pages: DatabasePages

    /// Reads the inner pages of a tree.
    /// - Throws: `malformed` if it is none.
    init(root: UInt32, in pages: DatabasePages, _ interruption: StatementInterruption) throws(DatabaseError) {
        self.pages = pages
        hasRowIDs = try [.tableInterior, .tableLeaf].contains(kind(of: root))
        // All leaves have the same depth.
        var (depth, first) = (0, root)
        while try [.tableInterior, .indexInterior].contains(kind(of: first)) {
            depth += 1
            guard depth < DatabasePages.maximumDepth, let child = try children(of: first).first else {
                throw DatabaseError.malformedPages
            }
            first = child.page
        }
        var level = [Leaf(page: root, after: nil, through: nil)]
        var count = 0
        for _ in 0..<depth {
            try interruption.check()
            var next: [Leaf] = []
            for node in level {
                interior.append(node.page)
                var start = node.after
                for child in try children(of: node.page) {
                    let end = child.key ?? node.through
                    next.append(Leaf(page: child.page, after: start, through: end))
                    start = end
                }
            }
            count += next.count
            guard count <= pages.count else { throw DatabaseError.malformedPages }
            level = next
        }
        leaves = level
    }

    private func kind(of page: UInt32) throws(DatabaseError) -> Kind {
        guard let kind = Kind(rawValue: try pages.read(page, at: DatabasePages.headerStart(of: page), count: 1)[0])
        else {
            throw DatabaseError.malformedPages
        }
        return kind
    }

    /// Returns the pages below an inner page, each with the last row ID on it; nil for the last one, and in an index.
    private func children(of page: UInt32) throws(DatabaseError) -> [(page: UInt32, key: Int64?)] {
        let bytes = try pages.read(page, count: pages.pageSize)
        let start = DatabasePages.headerStart(of: page)
        let count = Int(bytes.number(at: start + 3, size: 2))
        guard start + 12 + 2 * count <= bytes.count else { throw DatabaseError.malformedPages }
        var children: [(page: UInt32, key: Int64?)] = []
        children.reserveCapacity(count + 1)
        for cell in 0..<count {
            let offset = Int(bytes.number(at: start + 12 + 2 * cell, size: 2))
            var position = offset + 4
            let key = hasRowIDs ? Int64(bitPattern: bytes.variableLengthNumber(at: &position)) : nil
            children.append((bytes.number(at: offset, size: 4), key))
        }
        children.append((bytes.number(at: start + 8, size: 4), nil))
        return children
    }

    /// Returns the first page of each chain of overflow pages of the cells on a page.
    /// - Parameter reserved: The number of bytes at the end of each page that are not used.
    func overflowPages(of page: UInt32, reserved: Int) throws(DatabaseError) -> [UInt32] {
        let bytes = try pages.read(page, count: pages.pageSize)
        let start = DatabasePages.headerStart(of: page)
        guard let kind = Kind(rawValue: bytes[start]), kind != .tableInterior else { return [] }
        let usable = pages.pageSize - reserved
        let isTable = kind == .tableLeaf
        let maximum = isTable ? usable - 35 : (usable - 12) * 64 / 255 - 23
        let minimum = (usable - 12) * 32 / 255 - 23
        let header = kind == .indexInterior ? 12 : 8
        var found: [UInt32] = []
        for cell in 0..<Int(bytes.number(at: start + 3, size: 2)) {
            let pointer = start + header + 2 * cell
            guard pointer + 2 <= bytes.count else { throw DatabaseError.malformedPages }
            var position = Int(bytes.number(at: pointer, size: 2)) + (kind == .indexInterior ? 4 : 0)
            let size = bytes.variableLengthNumber(at: &position)
            if isTable { _ = bytes.variableLengthNumber(at: &position) }
            guard size > UInt64(max(0, maximum)), usable > 4 else { continue }
            let rest = minimum + Int((size - UInt64(max(0, minimum))) % UInt64(usable - 4))
            let end = position + (rest <= maximum ? rest : minimum)
            guard end + 4 <= bytes.count else { throw DatabaseError.malformedPages }
            found.append(bytes.number(at: end, size: 4))
        }
        return found
    }
}
