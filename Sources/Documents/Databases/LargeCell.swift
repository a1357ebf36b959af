import ContainerModel
import Databases
import Formats
import Synchronization

/// A text or blob that is too large to be held as a value, and is read piece by piece.
final class LargeCell: Sendable {
    /// The number of bytes that are read at once: each time, SQLite follows the chain of pages from the beginning.
    private static let partLength = 8 << 20

    private let database: Database
    private let table: String
    private let column: String
    private let row: RowKey
    /// The part that was read last.
    private let part = Mutex<(start: Int, bytes: [UInt8])>((0, []))
    /// The size in bytes, as it is stored.
    let count: Int

    init(_ database: Database, _ table: String, _ column: String, _ row: RowKey, count: Int) {
        (self.database, self.table, self.column, self.row, self.count) = (database, table, column, row, count)
    }

    /// Whether the database has changed since it was opened.
    var hasChanged: Bool { database.hasChanged }

    /// Reads bytes into a buffer.
    /// - Returns: The number of bytes read; fewer than the buffer holds only at the end.
    /// - Throws: The errors of reading them.
    func read(into buffer: UnsafeMutableRawBufferPointer, from offset: Int) throws(DatabaseError) -> Int {
        var filled = 0
        while filled < buffer.count, offset + filled < count {
            let start = offset + filled
            var known = part.withLock { $0 }
            if !(known.start..<known.start + known.bytes.count).contains(start) {
                let end = min(count, start + Self.partLength)
                known = (start, try database.storedBytes(of: column, in: table, row: row, start..<end))
                guard !known.bytes.isEmpty else { break }
                part.withLock { [known] in $0 = known }
            }
            let found = known.bytes[(start - known.start)...].prefix(buffer.count - filled)
            found.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyMemory(from: $0) }
            filled += found.count
        }
        return filled
    }
}

extension Database {
    /// Returns the whole value of a cell, of which a row has the beginning.
    /// - Parameters:
    ///   - name: The name of the node; nil for that of the column.
    ///   - value: Returns the value of a whole cell.
    func node(
        of cell: CellValue, _ column: String, of table: String, _ key: RowKey, named name: String? = nil,
        _ value: (CellValue) -> DocumentValue
    ) -> ValueNode {
        let whole = whole(cell, column, of: table, key)
        var node = ValueNode(name ?? column, value(whole))
        node.storedText = whole.invalidText
        switch whole {
        case .text(let part) where !part.isWhole: hold(part, isText: true)
        case .blob(let part) where !part.isWhole: hold(part, isText: false)
        case .unread: node.unread = "too large to be read"
        case .damaged: node.unread = "damaged"
        case .text, .blob, .null, .integer, .real: break
        }
        return node

        func hold(_ part: CellBytes, isText: Bool) {
            let title = isText ? "text, \(Pluralized.bytes(part.count))" : nil
            node.value = .reference(title ?? DocumentValue.kind(ofData: part.bytes, count: part.count))
            node.storedText = nil
            guard case .rowID = key else {
                node.unread = "too large to be read"
                return
            }
            let cell = LargeCell(self, table, column, key, count: part.count)
            var source = DocumentSource(Array(node.name.utf8), cell: cell)
            if isText, let encoding = header?.encoding.ofText { source = source.inEncoding(encoding) }
            node.large = LargeValue(source, isText: isText)
        }
    }

    /// Returns all of a cell of which a row has the beginning; a longer beginning if it is too large to be held.
    func whole(_ cell: CellValue, _ column: String, of table: String, _ key: RowKey) -> CellValue {
        guard !cell.isWhole else { return cell }
        do throws(DatabaseError) {
            return try self.cell(column, of: table, row: key)
        } catch {
            // A part of it would look like all of it.
            return error.code == .malformed ? .damaged : .unread
        }
    }
}

extension DatabaseHeader.Encoding {
    /// The encoding of its texts; nil for UTF-8, which is detected.
    fileprivate var ofText: TextEncoding? {
        switch self {
        case .utf8: nil
        case .utf16LittleEndian: .utf16LittleEndian
        case .utf16BigEndian: .utf16BigEndian
        }
    }
}
