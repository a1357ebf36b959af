import ContainerModel
import Databases
import FileTree
import Formats

/// The home screen's records of a device's apps, in `Library/FrontBoard/applicationState.db`.
///
/// The database is read tolerantly: `application_identifier_tab(id, application_identifier)` names the apps,
/// `key_tab(id, key)` the kinds of values, and `kvs(application_identifier, key, value)` has a property list for each.
/// The list of the key `compatibilityInfo` has the paths of the app's bundle and of its data on the device. It is a
/// keyed archive in most versions of iOS, and wrapped into a property list of data in some.
struct ApplicationState {
    /// The identifiers of apps by the names of the directories of their bundle and their data, which are UUIDs.
    private(set) var identifiers: [[UInt8]: String] = [:]

    private static let limits = DatabaseLimits(previewBytes: 64 << 10, seconds: 2)
    /// No device has more apps.
    private static let maxApps = 10_000

    /// Reads a database; unreadable values are absent.
    init(at path: HostPath) {
        guard let directory = path.parent.flatMap({ try? HostDirectory($0) }),
            let source = ContainerPath(bytes: path.name).flatMap({ directory.tree.databaseSource(at: $0) }),
            let database = try? Database(source, limits: Self.limits)
        else { return }
        try? read(database)
    }

    private mutating func read(_ database: Database) throws(DatabaseError) {
        let names = try Self.texts("application_identifier_tab", "application_identifier", in: database)
        let keys = try Self.texts("key_tab", "key", in: database).filter { $0.value == "compatibilityInfo" }
        let page = try database.rows(RowQuery("kvs"), count: Self.maxApps)
        let columns = ["application_identifier", "key", "value"].map { page.columns.firstIndex(of: $0) }
        guard let app = columns[0], let key = columns[1], let value = columns[2] else { return }
        for row in page.rows {
            guard case .integer(let key) = row.cells[key], keys[key] != nil, case .integer(let app) = row.cells[app],
                let name = names[app], case .blob(let bytes) = row.cells[value], bytes.isWhole
            else { continue }
            for path in Self.paths(in: bytes.bytes) {
                path.uuid.map { identifiers[$0] = identifiers[$0] ?? name }
            }
        }
    }

    /// Returns the texts of a column by the column `id`, or else by the row's number.
    private static func texts(
        _ table: String, _ column: String, in database: Database
    ) throws(DatabaseError) -> [Int64: String] {
        let page = try database.rows(RowQuery(table), count: maxApps)
        guard let text = page.columns.firstIndex(of: column) else { return [:] }
        let id = page.columns.firstIndex(of: "id")
        var texts: [Int64: String] = [:]
        for row in page.rows {
            guard case .text(let name) = row.cells[text], name.isWhole else { continue }
            if let id, case .integer(let number) = row.cells[id] {
                texts[number] = String(decoding: name.bytes, as: UTF8.self)
            } else if case .rowID(let number)? = row.key {
                texts[number] = String(decoding: name.bytes, as: UTF8.self)
            }
        }
        return texts
    }

    /// Returns the paths of an app's containers in a value.
    private static func paths(in bytes: [UInt8]) -> [String] {
        var list = try? PropertyListReader.read(bytes)
        // Lists that are wrapped in lists more often than this have not been seen.
        for _ in 0..<3 {
            guard let inner = list?.dataValue else { break }
            list = try? PropertyListReader.read(inner)
        }
        guard let list else { return [] }
        let keys = ["bundlePath", "sandboxPath", "bundleContainerPath", "dataContainerPath"]
        guard let archive = KeyedArchive(list) else { return keys.compactMap { list[$0]?.stringValue } }
        return archive.top.flatMap { top -> [String] in
            switch archive.object(top.value) {
            case .object(let fields, _):
                return fields.filter { keys.contains($0.key) }.compactMap { text($0.value, archive) }
            case .dictionary(let pairs, _):
                return pairs.filter { pair in text(pair.key, archive).map(keys.contains) ?? false }
                    .compactMap { text($0.value, archive) }
            default: return []
            }
        }
    }

    private static func text(_ value: PropertyListValue, _ archive: KeyedArchive) -> String? {
        switch archive.object(value) {
        case .value(let value): value.stringValue
        case .url(let url): url
        default: nil
        }
    }
}

extension String {
    /// The last component that is a UUID, in a path to an app's data or its bundle.
    fileprivate var uuid: [UInt8]? { utf8.split(separator: 0x2f).last(where: \.isUUID).map { Array($0) } }
}

extension Sequence<UInt8> {
    /// Whether the bytes have the form of a UUID.
    var isUUID: Bool {
        let name = Array(self)
        return name.count == 36 && name.split(separator: 0x2d).map(\.count) == [8, 4, 4, 4, 12]
    }
}
