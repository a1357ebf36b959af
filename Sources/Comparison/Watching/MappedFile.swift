import ContainerModel
import FileTree
import System

/// A file that apps change through memory, of which the system reports no change: of Realm and LMDB.
struct MappedFile: Hashable {
    /// The bytes that each of their transactions changes: Realm's header, LMDB's two meta pages with their numbers of
    /// transactions.
    private static let ranges = [0..<64, 4_096..<4_352]

    private let size: UInt64
    private let times: [Int64]
    private let bytes: [[UInt8]]

    /// Recognizes such a file by its first bytes; nil if it is none.
    init?(_ file: Descriptor) {
        guard let head = try? file.part(at: 0, 24), head.count == 24, Self.isRealm(head) || Self.isLMDB(head) else {
            return nil
        }
        guard let status = try? ItemStatus(of: file, path: .root) else { return nil }
        size = status.size
        times = [status.modified, Int64(status.modifiedNanoseconds), status.changed, Int64(status.changedNanoseconds)]
        bytes = Self.ranges.map { (try? file.part(at: UInt64($0.lowerBound), $0.count)) ?? [] }
    }

    /// Source: realm-core, src/realm/alloc_slab.hpp, `Header`: two references, and then `T-DB`.
    private static func isRealm(_ head: [UInt8]) -> Bool { head[16..<20].elementsEqual("T-DB".utf8) }

    /// Source: LMDB, mdb.c, `MDB_meta`: behind the header of a page, 0xBEEFC0DE in the byte order of the computer.
    private static func isLMDB(_ head: [UInt8]) -> Bool { head[16..<20].elementsEqual([0xde, 0xc0, 0xef, 0xbe]) }
}
