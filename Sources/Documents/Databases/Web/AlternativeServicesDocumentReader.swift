import ContainerModel
import Databases
import System

/// Reads the `Alt-Svc` records of servers, as CFNetwork keeps them in
/// `Library/HTTPStorages/…/httpstorages.sqlite`: the hosts that an app has talked to.
struct AlternativeServicesDocumentReader: DocumentReader {
    func recognizes(_ file: DocumentSource) -> Bool { file.isDatabase }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        let kind = DatabaseKind.alternativeServices
        let (database, schema) = try file.database(of: kind, within: limits)
        guard let services = AlternativeServices(database) else { throw DocumentFailure.otherKind }
        let count = services.rowCount(within: limits).map { ", " + Pluralized.some($0, "service") } ?? ""
        return database.wholeDocument(
            "\(kind.title)\(count)", services, schema, explaining: AlternativeServices.explained)
    }
}

/// The services by host. Times are seconds since 1970, and the number of a protocol is CFNetwork's own.
private struct AlternativeServices: TableSource {
    let columns = ["host", "port", "alternative", "protocol", "created", "expires", "partition"]
    let identity = TableIdentity(["host", "port", "alternative", "partition"], isAbridged: true)
    private let database: Database
    /// The indices of the table's columns, in the order of `titles`.
    private let indices: [Int]
    private let names: RowNames
    private let damage = FoundDamage()

    private static let table = "alt_services"
    private static let titles = [
        "host", "port", "alternateHost", "alternatePort", "type", "creation_time", "expires_time", "partition",
    ]
    static let explained = ExplainedColumns([table: titles])
    private static let query = RowQuery(table, sorted: .init(by: "host"))

    /// Returns nil if the table has other columns.
    init?(_ database: Database) {
        guard let columns = try? database.columns(of: Self.table) else { return nil }
        let indices = Self.titles.compactMap { title in columns.firstIndex { $0.name == title } }
        guard indices.count == Self.titles.count else { return nil }
        names = RowNames(Self.table, columns, isWithoutRowID: false)
        self.database = database
        self.indices = indices
    }

    var losses: [String] { damage.sentences }

    func rowCount(within limits: DocumentLimits) -> Int? {
        try? database.rowCount(RowQuery(Self.table), limits.cancellation)
    }

    func rows(from index: Int, count: Int, within limits: DocumentLimits) throws(DocumentFailure) -> [TableRow] {
        let page = try mapError(try database.rows(Self.query, from: index, count: count, limits.cancellation)) {
            (error: DatabaseError) in DocumentFailure(error)
        }
        return page.rows.map { row in
            let isExact = indices.allSatisfy { row.cells[$0].isExact }
            if !isExact { damage.note(FoundDamage.replacedTexts) }
            return TableRow(name: names.name(of: row), cells: cells(row), isWhole: isExact)
        }
    }

    func row(
        named name: String, as form: DocumentForm, within limits: DocumentLimits
    ) throws(DocumentFailure) -> Document? {
        guard let (_, row) = try names.row(named: name, in: database, within: limits) else { return nil }
        let values = indices.map { row.cells[$0] }
        let forms: [StoredForm] = [.text, .number, .text, .number, .number, .number, .number, .text]
        let nodes =
            zip(columns, cells(row)).map { ValueNode($0, $1) }
            + zip(Self.titles, zip(values, forms)).compactMap { ValueNode($0, stored: $1.0, usually: $1.1) }
        return Document(ofRow: "Service \(name)", "service", nodes)
    }

    private func cells(_ row: Row) -> [DocumentValue] {
        let values = indices.map { row.cells[$0] }
        return [
            DocumentValue(values[0]), DocumentValue(values[1]), Self.address(values[2], values[3]),
            DocumentValue(values[4]),
            Self.time(values[5]), Self.time(values[6]), DocumentValue(values[7]),
        ]
    }

    /// Returns the host and port of an alternative; the host defaults to the server itself.
    private static func address(_ host: CellValue, _ port: CellValue) -> DocumentValue {
        guard case .integer(let number) = port else { return DocumentValue(host) }
        guard case .text(let text) = host else { return .string(":\(number)") }
        return .string(String(decoding: text.bytes, as: UTF8.self) + ":\(number)")
    }

    private static func time(_ cell: CellValue) -> DocumentValue {
        guard case .integer(let seconds) = cell else { return DocumentValue(cell) }
        return .date(secondsSince1970: Double(seconds))
    }
}
