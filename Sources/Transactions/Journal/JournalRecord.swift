import ContainerModel
import FileTree
import System

/// The role of a transaction with respect to earlier ones.
enum TransactionRole: UInt8, Sendable {
    case change = 0
    case undo = 1
    case redo = 2
}

/// The facts recorded before a transaction starts. Its size does not depend on the number of items.
struct BeginRecord: Hashable, Sendable {
    struct RecordedRoot: Hashable, Sendable {
        let root: Root
        /// The root's inode number, to detect that another disk is mounted there; 0 if it is on a device, whose mounts
        /// invent them.
        let inode: UInt64
        /// When the root was created; nil if the file system does not record it.
        var birthTime: BirthTime?

        /// Whether the root was on a device.
        var isOnDevice: Bool { inode == 0 }
    }

    struct ListedItem: Hashable, Sendable {
        let verb: String
        let from: [UInt8]
        let to: [UInt8]?
    }

    /// The maximum number of items that are listed by name.
    static let maxListed = 100

    var id: TransactionID
    let time: Int64
    let role: TransactionRole
    /// The number of the transaction that is undone or redone; 0 for a change.
    let subject: Int
    let title: String
    let actor: String
    let takesAllBack: Bool
    /// The number of items to carry out.
    let itemCount: Int
    /// The roots; the trash, if it is used, is the last.
    let roots: [RecordedRoot]
    let usesTrash: Bool
    /// The first of the items, for display.
    let items: [ListedItem]
    /// The number of items there would be if all were listed.
    let listedCount: Int
}

extension BeginRecord.RecordedRoot {
    /// Examines a root.
    /// - Throws: `FileTreeError`
    init(_ root: Root, in roots: RootTable) throws(FileTreeError) {
        let status = try roots.tree(of: root).status(.root)
        let keepsInodes = roots.capabilities(of: root).keepsInodes
        self.init(root: root, inode: keepsInodes ? status.inode : 0, birthTime: keepsInodes ? status.birthTime : nil)
    }
}

/// The items that a transaction may leave behind if it is killed, recorded before any of them is created.
struct Reservation: Hashable, Sendable {
    /// Directories in which temporaries are created.
    var directories: [ItemAddress] = []
    /// The names in the trash that are tried first.
    var trashNames: [[UInt8]] = []
    /// The times of the directories that are changed, before that; only of a transaction that is carried out as a whole or
    /// not at all, and not of directories that an earlier reservation has.
    var times: [DirectoryTime] = []
}

/// The time at which the entries of a directory were last changed.
struct DirectoryTime: Hashable, Sendable {
    let directory: ItemAddress
    let modified: DirectoryStatus.Moment
}

/// The result of a transaction.
enum Ending: UInt8, Sendable {
    case done = 0
    /// It had no effect, or everything was reverted.
    case failed = 1
}

/// A record in the file of a transaction.
///
/// A payload is a tag followed by the values as encoded by `RecordWriter`. In the order of a transaction:
///
/// | tag | record | how often |
/// |---|---|---|
/// | 12 | `begin` | once, first |
/// | 10 | `reserve` | before temporaries are created and trash names are taken, any number of times |
/// | 13 | `reserve` with the times of directories | instead of 10 |
/// | 11 | `setAside` | before the sources of cross-file-system moves are set aside, any number of times |
/// | 8 | `intend` | before the steps of items, any number of times, each for up to thousands of items |
/// | 3 | `rollBack` | once, before anything is reverted |
/// | 9 | `commit` | once, when all steps are done and durable |
/// | 5 | `end` | once, last |
///
/// Records 8, 10, 11 and 13 may be long; they are read from disk only for an undo or a recovery. A recovery that finds
/// damaged bytes adds a record `damage`, tag 6. Tags 1, 2, 4 and 7 are those of forms that are no longer read.
enum JournalRecord: Hashable, Sendable {
    case begin(BeginRecord)
    case reserve(Int, Reservation)
    /// Copies have been made durable; the first steps of these items follow, which set sources aside. Unless `intend`
    /// follows for an item, its source gets its name back.
    case setAside(Int, [StagedItem])
    /// Copies have been made durable; these steps follow.
    case intend(Int, [StagedItem])
    /// From here on everything is reverted.
    case rollBack(Int)
    /// The indices of the items that were carried out, and the time of the commit in nanoseconds since 1970.
    case commit(Int, done: RangeSet<Int>, stamp: Int64)
    case end(Int, Ending)
    /// The given number of bytes before this record were damaged and have been reported. 0 stands for a last record that
    /// could not be read, in whose place this one is.
    case damage(Int)
}

extension JournalRecord {
    /// - Parameter roots: The roots of the record's transaction; addresses are encoded by index into them.
    func encoded(_ roots: [Root]) -> [UInt8] {
        var writer = RecordWriter()
        writer.context.roots = roots
        switch self {
        case .begin(let beginRecord):
            writer.byte(12)
            writer.write(beginRecord)
        case .reserve(let number, let reservation):
            writer.byte(reservation.times.isEmpty ? 10 : 13)
            writer.number(number)
            writer.list(reservation.directories) { $0.write($1) }
            writer.list(reservation.trashNames) { $0.name($1) }
            if !reservation.times.isEmpty { writer.list(reservation.times) { $0.write($1) } }
        case .setAside(let number, let items):
            writer.byte(11)
            writer.number(number)
            writer.list(items) { $0.write($1) }
        case .intend(let number, let items):
            writer.byte(8)
            writer.number(number)
            writer.list(items) { $0.write($1) }
        case .rollBack(let number):
            writer.byte(3)
            writer.fixed(number)
        case .commit(let number, let done, let stamp):
            writer.byte(9)
            writer.number(number)
            writer.write(done)
            writer.signed(stamp)
        case .end(let number, let ending):
            writer.byte(5)
            writer.fixed(number)
            writer.byte(ending.rawValue)
        case .damage(let bytes):
            writer.byte(6)
            writer.fixed(bytes)
        }
        return writer.bytes
    }

    /// The kinds of payload.
    enum Kind {
        /// Read at once.
        case short
        /// Possibly long; read when it is needed.
        case reserve, setAside, intend
        /// Written by another version of the program.
        case unknown
    }

    /// Returns the kind of payload with the given first byte.
    static func kind(_ tag: UInt8?) -> Kind {
        switch tag {
        case 3, 5, 6, 9, 12: .short
        case 8: .intend
        case 10, 13: .reserve
        case 11: .setAside
        default: .unknown
        }
    }

    /// Returns the number of the transaction, read from the beginning of a long payload.
    static func number(_ payload: ArraySlice<UInt8>) -> Int? {
        var reader = RecordReader(payload)
        return reader.byte() == nil ? nil : reader.count()
    }

    /// Decodes a record; nil if it is not a valid record of this version.
    /// - Parameter roots: The roots of the record's transaction, required to decode items.
    init?(_ payload: ArraySlice<UInt8>, _ roots: [Root] = []) {
        var reader = RecordReader(payload)
        reader.context.roots = roots
        let record: JournalRecord? =
            switch reader.byte() {
            case 12: reader.beginRecord().map { .begin($0) }
            case 8: reader.items().map { .intend($0, $1) }
            case 11: reader.items().map { .setAside($0, $1) }
            case 10: reader.reservation(hasTimes: false)
            case 13: reader.reservation(hasTimes: true)
            case 9: reader.commit()
            case 3: reader.fixed().map { .rollBack($0) }
            case 5: reader.end()
            case 6: reader.fixed().map { .damage($0) }
            default: nil
            }
        guard let record, reader.isAtEnd else { return nil }
        self = record
    }

    /// The number of the transaction.
    var number: Int? {
        switch self {
        case .begin(let beginRecord): beginRecord.id.number
        case .reserve(let number, _), .setAside(let number, _), .intend(let number, _), .rollBack(let number),
            .commit(let number, _, _),
            .end(let number, _):
            number
        case .damage: nil
        }
    }
}
