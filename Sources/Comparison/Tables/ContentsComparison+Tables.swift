import ContainerModel
import Documents
import FileTree
import Formats
import Jobs

/// Tables: by rows, which belong together by their keys.
extension ContentsComparison {
    /// The maximum number of rows of a table that is not one of a database.
    private static let maxRows = 2_000_000
    private static let rowsAtOnce = 1_000

    /// Compares two tables.
    /// - Throws: `DocumentFailure` if one of them cannot be read, or if they are tables of different things.
    func compare(
        _ before: DocumentTable, _ after: DocumentTable, at address: [[UInt8]], depth: Int
    ) throws(DocumentFailure) {
        switch (before.source.storage, after.source.storage) {
        case (.tables(let one), .tables(let other)):
            try DatabaseComparison(self, depth: depth).compare(one, other, at: address)
        case (.entities(let one), .entities(let other)):
            try CoreDataComparison(self, depth: depth).compare(one, other, at: address)
        case (.rows(let one), .rows(let other)):
            try DatabaseComparison(self, depth: depth).compareRows(one, other, at: address)
        case (.archive(let one), .archive(let other)):
            try compare(one, other, at: address, depth: depth)
        case (.decoded, .decoded) where type(of: before.source) == type(of: after.source):
            try compareRows(before.source, after.source, at: address, depth: depth)
        default: throw DocumentFailure("tables of different kinds")
        }
    }

    /// Compares the rows of two tables.
    /// - Throws: `DocumentFailure` if one of them cannot be read.
    func compareRows(
        _ before: any TableSource, _ after: any TableSource, at address: [[UInt8]], depth: Int
    ) throws(DocumentFailure) {
        let identity = before.identity
        let hasKeys = !identity.columns.isEmpty
        var matching = RowMatching(hasKeys: hasKeys)
        matching.add(
            try digests(of: before, identity), try digests(of: after, identity))
        matching.finish()
        for place in matching.removed {
            guard !mustStop else { return }
            let row = try self.row(at: place, of: before)
            let nodes = before.nodes(of: row, within: limits)
            report(
                Difference(.removed, .row, at: address + [Self.step(row, nodes, identity)], before: Self.json(nodes)))
        }
        for (place, otherPlace) in matching.changed {
            guard !mustStop else { return }
            let (row, other) = (try self.row(at: place, of: before), try self.row(at: otherPlace, of: after))
            try compareRow(row, of: before, other, of: after, identity, at: address, depth: depth)
        }
        for place in matching.added {
            guard !mustStop else { return }
            let row = try self.row(at: place, of: after)
            let nodes = after.nodes(of: row, within: limits)
            report(Difference(.added, .row, at: address + [Self.step(row, nodes, identity)], after: Self.json(nodes)))
        }
        guard before.holdsTables, after.holdsTables else { return }
        try compareTables(in: before, after, at: address, depth: depth)
    }

    private func compareRow(
        _ row: TableRow, of before: any TableSource, _ other: TableRow, of after: any TableSource,
        _ identity: TableIdentity, at address: [[UInt8]], depth: Int
    ) throws(DocumentFailure) {
        let (nodes, others) = (before.nodes(of: row, within: limits), after.nodes(of: other, within: limits))
        let place = address + [Self.step(other, others, identity)]
        if identity.isAbridged, let name = row.name, let otherName = other.name,
            let one = try before.row(named: name, as: .decoded, within: limits)?.tree?.nodes.first,
            let two = try after.row(named: otherName, as: .decoded, within: limits)?.tree?.nodes.first
        {
            let children = { (node: ValueNode) in node.children.filter { !identity.ignored.contains($0.name) } }
            return compareFields(children(one), children(two), at: place, depth: depth)
        }
        compareFields(
            nodes.filter { !identity.ignored.contains($0.name) },
            others.filter { !identity.ignored.contains($0.name) }, at: place, depth: depth)
    }

    /// Compares the values of two rows or objects by their names.
    func compareFields(_ before: [ValueNode], _ after: [ValueNode], at address: [[UInt8]], depth: Int) {
        compare(
            ValueNode("", .record(""), before), ValueNode("", .record(""), after), at: address, depth: depth, level: 0)
    }

    /// Compares the tables that rows stand for.
    private func compareTables(
        in before: any TableSource, _ after: any TableSource, at address: [[UInt8]], depth: Int
    ) throws(DocumentFailure) {
        guard depth < Self.deepest else { return }
        for name in try names(in: before) {
            guard !mustStop, let one = try before.row(named: name, as: .decoded, within: limits)?.table,
                let other = try after.row(named: name, as: .decoded, within: limits)?.table
            else { continue }
            try compare(one, other, at: address + [Array(name.utf8)], depth: depth + 1)
        }
    }

    private func names(in table: any TableSource) throws(DocumentFailure) -> [String] {
        try table.rows(from: 0, count: Self.rowsAtOnce, within: limits).compactMap(\.name)
    }

    private func row(at place: Int64, of table: any TableSource) throws(DocumentFailure) -> TableRow {
        guard let row = try table.rows(from: Int(place), count: 1, within: limits).first else {
            throw DocumentFailure("it changed while it was read")
        }
        return row
    }

    /// Returns a digest of each row.
    private func digests(
        of table: any TableSource, _ identity: TableIdentity
    ) throws(DocumentFailure) -> [RowDigest] {
        var digests: [RowDigest] = []
        while !mustStop {
            let rows = try table.rows(from: digests.count, count: Self.rowsAtOnce, within: limits)
            guard digests.count + rows.count <= Self.maxRows else { throw DocumentFailure("it has too many rows") }
            for row in rows {
                let nodes =
                    identity.isAbridged ? try opened(row, of: table) : table.nodes(of: row, within: limits)
                let relevant = nodes.filter { !identity.ignored.contains($0.name) }
                let cells = zip(table.columns, row.cells).filter { identity.columns.contains($0.0) }
                let digest = Self.digest(relevant)
                let key = cells.isEmpty ? digest : Self.digest(cells.map { ValueNode($0.0, $0.1) })
                digests.append(RowDigest(key: key, row: digest, place: Int64(digests.count)))
            }
            guard rows.count == Self.rowsAtOnce else { break }
        }
        return digests
    }

    private static func digest(_ nodes: [ValueNode]) -> UInt64 {
        RowHash.of { hasher in for node in nodes { node.combine(into: &hasher) } }
    }

    /// Returns all values of a row that has more than its cells say.
    private func opened(_ row: TableRow, of table: any TableSource) throws(DocumentFailure) -> [ValueNode] {
        guard let name = row.name,
            let root = try table.row(named: name, as: .decoded, within: limits)?.tree?.nodes.first
        else { return table.nodes(of: row, within: limits) }
        return root.children
    }

    /// Returns the step of an address for a row: the name by which it is opened, or else what identifies it.
    private static func step(_ row: TableRow, _ nodes: [ValueNode], _ identity: TableIdentity) -> [UInt8] {
        if let name = row.name { return Array(name.utf8) }
        let parts = nodes.filter { identity.columns.contains($0.name) }.map(\.summary.value)
        return Array(parts.joined(separator: ",").utf8)
    }

    /// Returns a row as an object.
    static func json(_ nodes: [ValueNode]) -> JSONValue { ValueNode("", .record(""), nodes).json }
}

extension ValueNode {
    /// Adds the name and the value, with everything in it, to a hash.
    fileprivate func combine(into hasher: inout Hasher) {
        hasher.combine(step)
        hasher.combine(ValueFingerprint.of(self))
    }
}
