import ContainerModel
import Databases
import Documents
import Formats

/// Searching cells of databases that are too large to be read with the others of their rows.
extension FileContentsSearch {
    /// The part of a large cell that is read at once, and the largest cell that is searched as a whole.
    private static let cellPiece = 16 << 20
    private static let maxOfCell = 64 << 20

    /// Searches a row with cells that are too large to be read with the others.
    func searchLargeCells(
        of key: RowKey, in cells: SearchedCells, _ columns: [String], depth: Int
    ) throws(DatabaseError) {
        for name in columns where !mustStop {
            let range = 0..<Self.cellPiece
            let value = try cells.database.cell(name, of: cells.table, row: key, range: range, cancellation)
            func steps() -> [[UInt8]] { cells.steps(to: key, name) }
            switch value {
            case .text(let part), .blob(let part):
                let bytes = try wholeCell(name, of: key, in: cells, from: part)
                bytes.withUnsafeBytes { searchCell($0, isText: value.isText, name, steps(), depth: depth) }
                try searchRest(of: name, of: key, in: cells, part.count)
            case .integer(let number): searchNumber(.integer(number), named: name, steps, depth)
            case .real(let number): searchNumber(.real(number), named: name, steps, depth)
            case .unread, .damaged: note("the cell \(name) of a row of \(cells.table) cannot be read")
            case .null: break
            }
        }
    }

    /// Returns the bytes of a cell, as many as are searched.
    /// - Parameter first: Its beginning.
    private func wholeCell(
        _ name: String, of key: RowKey, in cells: SearchedCells, from first: CellBytes
    ) throws(DatabaseError) -> [UInt8] {
        // A text in UTF-16 is measured in that, and read in UTF-8.
        var (bytes, offset) = (first.bytes, Self.cellPiece)
        while offset < first.count, offset < Self.maxOfCell, !mustStop {
            let range = offset..<offset + Self.cellPiece
            let part = try cells.database.cell(name, of: cells.table, row: key, range: range, cancellation)
            guard let more = part.bytes, !more.isEmpty else { break }
            bytes += more
            offset += range.count
        }
        // Of tables without row IDs, no more can be read.
        if offset < first.count, offset < Self.maxOfCell {
            let size = ByteCount.short(UInt64(offset))
            note("only the first \(size) of the cell \(name) in a row of \(cells.table) were searched")
        }
        return bytes
    }

    /// Searches what is behind the part of a cell that is searched as a whole: as bytes.
    private func searchRest(
        of name: String, of key: RowKey, in cells: SearchedCells, _ count: Int
    ) throws(DatabaseError) {
        guard count > Self.maxOfCell else { return }
        let size = ByteCount.short(UInt64(Self.maxOfCell))
        note("the cell \(name) of a row of \(cells.table) was searched as bytes after its first \(size)")
        var offset = Self.maxOfCell
        while offset < count, !mustStop {
            let range = offset..<offset + Self.cellPiece
            let part = try cells.database.cell(name, of: cells.table, row: key, range: range, cancellation)
            guard let bytes = part.bytes, !bytes.isEmpty else { break }
            let before = hits
            bytes.withUnsafeBytes { piece in
                guard !visit(piece, isText: false, named: name, { cells.steps(to: key, name) }) else { return }
                searchValue(piece, .value, cells.steps(to: key, name))
            }
            guard visitor != nil || hits == before else { return }
            offset += range.count - finder.longest
        }
    }
}

extension CellValue {
    fileprivate var isText: Bool {
        if case .text = self { return true }
        return false
    }

    /// The bytes of a text or blob.
    fileprivate var bytes: [UInt8]? {
        switch self {
        case .text(let part), .blob(let part): part.bytes
        default: nil
        }
    }
}
