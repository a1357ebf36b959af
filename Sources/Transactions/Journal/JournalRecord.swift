import ContainerModel
import Disk

/// What a transaction is to those before it.
enum Role: UInt8, Sendable {
    case change = 0
    case undo = 1
    case redo = 2
}

/// What is known of a transaction before anything is done.
struct Beginning: Hashable, Sendable {
    struct RecordedSite: Hashable, Sendable {
        let hostPath: [UInt8]
        let isContainer: Bool
        /// Of the root, so that another disk that is mounted there is noticed.
        let inode: UInt64
    }

    struct ListedItem: Hashable, Sendable {
        let verb: String
        let from: [UInt8]
        let to: [UInt8]?
    }

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
    let sites: [RecordedSite]
    let usesTrash: Bool
    /// The directories in which temporaries are made.
    let temporaryDirectories: [Location]
    /// The names that will be tried first in the trash.
    let trashNames: [[UInt8]]
    let items: [ListedItem]
}

/// How a transaction ended.
enum Ending: UInt8, Sendable {
    case done = 0
    /// Nothing of it is there.
    case failed = 1
}

/// An entry of the journal's file.
enum JournalRecord: Sendable {
    case begin(Beginning)
    /// Copies are made and durable; these steps follow.
    case intend(Int, [StagedItem])
    /// From here on everything is taken back.
    case rollBack(Int)
    /// The items that were carried out, by their places in the plan. `stamp` is the moment, in nanoseconds since 1970.
    case commit(Int, done: [Int], stamp: Int64)
    case end(Int, Ending)
    /// So many bytes before this were no record and were cut off.
    case damage(Int)
}

extension JournalRecord {
    func encoded() -> [UInt8] {
        var writer = RecordWriter()
        switch self {
        case .begin(let beginning):
            writer.byte(1)
            writer.write(beginning)
        case .intend(let number, let items):
            writer.byte(2)
            writer.number(number)
            writer.list(items) { $0.write($1) }
        case .rollBack(let number):
            writer.byte(3)
            writer.number(number)
        case .commit(let number, let done, let stamp):
            writer.byte(4)
            writer.number(number)
            writer.list(done) { $0.number($1) }
            writer.number(stamp)
        case .end(let number, let ending):
            writer.byte(5)
            writer.number(number)
            writer.byte(ending.rawValue)
        case .damage(let bytes):
            writer.byte(6)
            writer.number(bytes)
        }
        return writer.bytes
    }

    /// Nil where it is no record of this version.
    init?(_ payload: ArraySlice<UInt8>) {
        var reader = RecordReader(payload)
        let record: JournalRecord? =
            switch reader.byte() {
            case 1: reader.beginning().map { .begin($0) }
            case 2:
                if let number = reader.count(), let items = reader.list({ $0.stagedItem() }) {
                    .intend(number, items)
                } else {
                    nil
                }
            case 3: reader.count().map { .rollBack($0) }
            case 4:
                if let number = reader.count(), let done = reader.list({ $0.count() }), let stamp = reader.signed() {
                    .commit(number, done: done, stamp: stamp)
                } else {
                    nil
                }
            case 5:
                if let number = reader.count(), let ending = reader.byte().flatMap({ Ending(rawValue: $0) }) {
                    .end(number, ending)
                } else {
                    nil
                }
            case 6: reader.count().map { .damage($0) }
            default: nil
            }
        guard let record, reader.isAtEnd else { return nil }
        self = record
    }

    /// The transaction it is about.
    var number: Int? {
        switch self {
        case .begin(let beginning): beginning.id.number
        case .intend(let number, _), .rollBack(let number), .commit(let number, _, _), .end(let number, _): number
        case .damage: nil
        }
    }
}
