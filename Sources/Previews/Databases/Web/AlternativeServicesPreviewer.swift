import Databases

/// Shows what servers said in `Alt-Svc` about other ways to reach them, as CFNetwork keeps it in
/// `Library/HTTPStorages/…/httpstorages.sqlite`: the hosts that an app has talked to.
struct AlternativeServicesPreviewer: Previewer {
    func recognizes(_ file: PreviewedFile) -> Bool { file.isDatabase }

    func preview(of file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> Preview {
        guard let database = try? file.database(within: limits),
            let schema = try? database.schema(limits.cancellation), DatabaseKind(schema) == .alternativeServices,
            let services = AlternativeServices(database)
        else { throw PreviewFailure("") }
        let count = services.rowCount(within: limits).map { $0 == 1 ? ", 1 service" : ", \($0) services" } ?? ""
        return Preview(
            "\(DatabaseKind.alternativeServices.title)\(count)", remarks: database.remarks,
            content: TableContent(services, entries: [.tables(of: database, schema), .schema(schema)]))
    }
}

/// The services by host. Times are seconds since 1970, and the number of a protocol is CFNetwork's own.
private struct AlternativeServices: TableSource {
    let columns = ["host", "port", "alternative", "protocol", "created", "expires", "partition"]
    private let database: Database
    /// The indices of the table's columns, in the order of `names`.
    private let indices: [Int]

    private static let table = "alt_services"
    private static let names = [
        "host", "port", "alternateHost", "alternatePort", "type", "creation_time", "expires_time", "partition",
    ]
    private static let query = RowQuery(table, sorted: .init(by: "host"))

    /// Returns nil if the table has other columns.
    init?(_ database: Database) {
        guard let columns = try? database.columns(of: Self.table).map(\.name) else { return nil }
        let indices = Self.names.compactMap { columns.firstIndex(of: $0) }
        guard indices.count == Self.names.count else { return nil }
        self.database = database
        self.indices = indices
    }

    func rowCount(within limits: PreviewLimits) -> Int? {
        try? database.rowCount(RowQuery(Self.table), limits.cancellation)
    }

    func rows(from index: Int, count: Int, within limits: PreviewLimits) throws(PreviewFailure) -> [TableRow] {
        do throws(DatabaseError) {
            let page = try database.rows(Self.query, from: index, count: count, limits.cancellation)
            return page.rows.map { TableRow(name: $0.key?.name, cells: cells($0)) }
        } catch {
            throw PreviewFailure(error.message)
        }
    }

    func row(named name: String, as form: ViewForm) -> Preview? {
        guard let key = RowKey(named: name), let row = try? database.row(key, of: Self.table) else { return nil }
        let nodes = zip(columns, cells(row)).map { OutlineNode($0, $1) }
        return Preview(
            "Service \(name)", content: OutlineContent(root: OutlineNode("Service \(name)", .record("service"), nodes)))
    }

    private func cells(_ row: Row) -> [OutlineValue] {
        let values = indices.map { row.cells[$0] }
        return [
            OutlineValue(values[0]), OutlineValue(values[1]), Self.address(values[2], values[3]),
            OutlineValue(values[4]),
            Self.time(values[5]), Self.time(values[6]), OutlineValue(values[7]),
        ]
    }

    /// Returns the host and port of an alternative; without a host it is that of the server itself.
    private static func address(_ host: CellValue, _ port: CellValue) -> OutlineValue {
        guard case .integer(let number) = port else { return OutlineValue(host) }
        guard case .text(let text) = host else { return .string(":\(number)") }
        return .string(String(decoding: text.bytes, as: UTF8.self) + ":\(number)")
    }

    private static func time(_ cell: CellValue) -> OutlineValue {
        guard case .integer(let seconds) = cell else { return OutlineValue(cell) }
        return .date(secondsSince1970: Double(seconds))
    }
}
