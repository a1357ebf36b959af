import ContainerModel
import FileTree

/// What a transaction is to those before it.
enum Role: UInt8, Sendable {
    case change = 0
    case undo = 1
    case redo = 2
}

/// What is known of a transaction before anything is done. It stays small however many items there are.
struct BeginRecord: Hashable, Sendable {
    struct RecordedRoot: Hashable, Sendable {
        let root: Root
        /// Of the root, so that another disk that is mounted there is noticed.
        let inode: UInt64
    }

    struct ListedItem: Hashable, Sendable {
        let verb: String
        let from: [UInt8]
        let to: [UInt8]?
    }

    /// As many items as are listed by their names.
    static let mostListed = 100

    var id: TransactionID
    let time: Int64
    let role: Role
    /// The number of the transaction that is undone or done again; 0 for a change.
    let subject: Int
    let title: String
    let actor: String
    let takesAllBack: Bool
    /// How many items there are to carry out.
    let itemCount: Int
    /// The trash, where it is used, is the last.
    let roots: [RecordedRoot]
    let usesTrash: Bool
    /// The first of the items, for people.
    let items: [ListedItem]
    /// How many there would be if all were listed.
    let listedCount: Int
    /// Only in what earlier versions wrote, which had no record of its own for it.
    var reservation: Reservation?
}

/// What a transaction may leave behind where it is killed, written down before any of it is made.
struct Reservation: Hashable, Sendable {
    /// Directories in which temporaries are made.
    var directories: [ItemAddress] = []
    /// Names in the trash that are tried first.
    var trashNames: [[UInt8]] = []
}

/// How a transaction ended.
enum Ending: UInt8, Sendable {
    case done = 0
    /// Nothing of it is there.
    case failed = 1
}

/// An entry of the file of one transaction.
///
/// A payload is a tag and what `RecordWriter` makes of the values. In the order of a transaction:
///
/// | tag | record | how often |
/// |---|---|---|
/// | 7 | `begin` | once, first |
/// | 10 | `reserve` | before temporaries are made and names in the trash are taken, as often as need be |
/// | 11 | `setAside` | before the sources of moves to other file systems are set aside, as often as need be |
/// | 8 | `intend` | before the steps of its items, as often as need be; thousands of items at a time are fine |
/// | 3 | `rollBack` | once, before anything is taken back |
/// | 9 | `commit` | once, when all steps are done and durable |
/// | 5 | `end` | once, last |
///
/// Records 8 and 10 may be long; they are left on the disk until somebody wants to undo, or has to recover. Tags 1, 2
/// and 4 are what earlier versions wrote for 7, 8 and 9, and 6 was damage; they are read still.
enum JournalRecord: Hashable, Sendable {
    case begin(BeginRecord)
    case reserve(Int, Reservation)
    /// Copies are made and durable; the first steps of these items follow, which set sources aside. Unless the items
    /// are intended afterwards, the sources get their names back.
    case setAside(Int, [StagedItem])
    /// Copies are made and durable; these steps follow.
    case intend(Int, [StagedItem])
    /// From here on everything is taken back.
    case rollBack(Int)
    /// The items that were carried out, by their places in the plan. `stamp` is the moment, in nanoseconds since 1970.
    case commit(Int, done: IndexRanges, stamp: Int64)
    case end(Int, Ending)
    /// So many bytes before this were no record and were cut off.
    case damage(Int)
}

extension JournalRecord {
    /// - Parameter roots: those of the record's transaction, by which items are numbered.
    func encoded(_ roots: [Root]) -> [UInt8] {
        var writer = RecordWriter()
        writer.context.roots = roots
        switch self {
        case .begin(let beginRecord):
            writer.byte(7)
            writer.write(beginRecord)
        case .reserve(let number, let reservation):
            writer.byte(10)
            writer.number(number)
            writer.list(reservation.directories) { $0.write($1) }
            writer.list(reservation.trashNames) { $0.name($1) }
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

    /// What a payload may be.
    enum Kind {
        /// One that is read at once.
        case short
        /// One that may be long and is read when it is needed.
        case reserve, setAside, intend
        /// One of a later version of the program.
        case unknown
    }

    /// What the first byte of a payload says.
    static func kind(_ tag: UInt8?) -> Kind {
        switch tag {
        case 1, 3, 4, 5, 6, 7, 9: .short
        case 2, 8: .intend
        case 10: .reserve
        case 11: .setAside
        default: .unknown
        }
    }

    /// The transaction that the beginning of a payload says it is about.
    static func number(_ payload: ArraySlice<UInt8>) -> Int? {
        var reader = RecordReader(payload)
        return reader.tag() == nil ? nil : reader.count()
    }

    /// Nil where it is no record of this version, or one with values that cannot be.
    /// - Parameter roots: those of the record's transaction, where items have to be read.
    init?(_ payload: ArraySlice<UInt8>, _ roots: [Root] = []) {
        var reader = RecordReader(payload)
        reader.context.roots = roots
        let tag = reader.tag()
        let record: JournalRecord?
        if tag == 1 || tag == 7 {
            record = reader.beginRecord().map { .begin($0) }
        } else if let number = reader.count() {
            record =
                switch tag {
                case 2, 8: reader.list({ $0.stagedItem() }).map { .intend(number, $0) }
                case 11: reader.list({ $0.stagedItem() }).map { .setAside(number, $0) }
                case 3: .rollBack(number)
                case 4, 9: reader.commit(number)
                case 5: reader.byte().flatMap { Ending(rawValue: $0) }.map { .end(number, $0) }
                case 6: .damage(number)
                case 10: reader.reservation().map { .reserve(number, $0) }
                default: nil
                }
        } else {
            record = nil
        }
        guard let record, reader.isAtEnd else { return nil }
        self = record
    }

    /// The transaction it is about.
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
