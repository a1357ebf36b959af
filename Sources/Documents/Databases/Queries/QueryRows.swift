package import Databases
import Synchronization

/// The rows of a query, read one after the other.
package struct QueryRows: TableSource {
    package let columns: [String]
    /// The query.
    package let query: DatabaseQuery
    private let maxRows: Int
    private let damage: FoundDamage
    private let state = Shared()

    /// What was found while the rows were read.
    private final class Shared: Sendable {
        let failure = Mutex<SQLFailure?>(nil)
        let isCut = Mutex(false)
    }

    /// The number of bytes of a cell in a row that is not read as a whole.
    private static let previewBytes = 256

    init(_ query: DatabaseQuery, maxRows: Int, _ damage: FoundDamage) {
        (self.query, self.maxRows, self.damage) = (query, maxRows, damage)
        columns = query.columns
    }

    package var losses: [String] { damage.sentences }

    package var alignsNumbers: Bool { true }

    /// Why no more rows were read; nil if there was no such reason.
    package var failure: SQLFailure? { state.failure.withLock { $0 } }

    /// Whether there are more rows than the maximum.
    package var isCut: Bool { state.isCut.withLock { $0 } }

    package func rowCount(within limits: DocumentLimits) -> Int? { nil }

    package func rows(from index: Int, count: Int, within limits: DocumentLimits) throws(DocumentFailure) -> [TableRow]
    {
        do throws(SQLFailure) {
            return try read(from: index, count: count, cellBytes: Self.previewBytes).map { row in
                TableRow(name: nil, cells: row.map { value($0) }, isWhole: row.allSatisfy(\.isExact))
            }
        } catch {
            throw DocumentFailure(error.sentence)
        }
    }

    package func row(named name: String, as form: DocumentForm, within limits: DocumentLimits) -> Document? { nil }

    /// Calls `body` with the values of each row, cells as a whole, until it returns false.
    /// - Throws: `SQLFailure`; what `body` throws.
    package func forEachRow(_ body: ([ValueNode]) throws -> Bool) throws {
        var index = 0
        while let row = try read(from: index, count: 1, cellBytes: .max).first {
            let nodes = zip(columns, row).map { column, cell in
                var node = ValueNode(column, value(cell))
                node.storedText = cell.invalidText
                return node
            }
            guard try body(nodes) else { return }
            index += 1
        }
    }

    private func read(from index: Int, count: Int, cellBytes: Int) throws(SQLFailure) -> [[CellValue]] {
        do throws(SQLFailure) {
            let wanted = min(count, max(0, maxRows - index))
            let rows = try query.rows(from: index, count: wanted, cellBytes: cellBytes)
            if wanted < count, rows.count == wanted {
                let hasMore = try !query.rows(from: index + wanted, count: 1, cellBytes: 0).isEmpty
                if hasMore { state.isCut.withLock { $0 = true } }
            }
            return rows
        } catch {
            state.failure.withLock { $0 = error }
            throw error
        }
    }

    private func value(_ cell: CellValue) -> DocumentValue {
        if cell.isWhole, cell.invalidText != nil { damage.note(FoundDamage.replacedTexts) }
        return DocumentValue(cell)
    }
}
