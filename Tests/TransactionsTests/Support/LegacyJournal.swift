import System
import TestSupport
import Testing

@testable import Transactions

/// Encodes records as the first version of the program did: numbers in eight little-endian bytes, strings with a length
/// of four bytes. Independent of the program's code, so that tests of reading do not depend on its writing.
struct LegacyPayload {
    private(set) var bytes: [UInt8] = []

    init(_ tag: UInt8) { bytes = [tag] }

    mutating func byte(_ value: UInt8) { bytes.append(value) }

    mutating func number(_ value: some FixedWidthInteger) {
        let value = UInt64(truncatingIfNeeded: value)
        bytes += (0..<8).map { UInt8(value >> (8 * $0) & 0xff) }
    }

    mutating func string(_ value: String) {
        let value = Array(value.utf8)
        bytes += (0..<4).map { UInt8(UInt32(value.count) >> (8 * UInt32($0)) & 0xff) }
        bytes += value
    }

    mutating func location(_ site: Int, _ path: String) {
        number(site)
        string(path)
    }

    mutating func fingerprint(of path: String) throws {
        var status = stat()
        try #require(lstat(path, &status) == 0)
        number(status.st_ino)
        byte(status.st_mode & S_IFMT == S_IFDIR ? 0 : 1)
        number(status.st_size)
        number(status.st_mtim.tv_sec)
        number(status.st_mtim.tv_nsec)
    }
}

/// A journal of the first version: one file, with the container and the host directory of a scene as sites 0 and 1, and
/// the trash as site 2.
struct LegacyJournal {
    private let scene: Scene
    private(set) var payloads: [[UInt8]] = []

    init(_ scene: Scene) { self.scene = scene }

    private func inode(_ path: String) throws -> UInt64 {
        var status = stat()
        try #require(stat(path, &status) == 0)
        return UInt64(status.st_ino)
    }

    mutating func begin(
        _ number: Int, token: UInt64 = 0xabc, role: UInt8 = 0, subject: Int = 0, items: Int = 1,
        usesTrash: Bool = false,
        time: Int64 = 1_700_000_000
    ) throws {
        var payload = LegacyPayload(1)
        payload.number(number)
        payload.number(token)
        payload.number(time)
        payload.byte(role)
        payload.number(subject)
        payload.string("old")
        payload.string("owner")
        payload.byte(0)
        payload.number(items)
        let trash = scene.home("data/Trash")
        let sites = [(scene.container, true), (scene.host, false)] + (usesTrash ? [(trash, false)] : [])
        payload.number(sites.count)
        for (path, isContainer) in sites {
            payload.string(path)
            payload.byte(isContainer ? 1 : 0)
            payload.number(try inode(path))
        }
        payload.byte(usesTrash ? 1 : 0)
        payload.number(1)
        payload.location(0, "Documents")
        payload.number(0)
        payload.number(1)
        payload.string("move")
        payload.string(scene.host + "/a")
        payload.byte(1)
        payload.string(scene.container + "/Documents/a")
        payloads.append(payload.bytes)
    }

    /// Adds the intent to move one item, which is at `path` now.
    mutating func intendMove(
        _ number: Int, index: Int = 0, from: (Int, String), to: (Int, String), at path: String
    ) throws {
        var payload = LegacyPayload(2)
        payload.number(number)
        payload.number(1)
        payload.number(index)
        payload.number(1)
        payload.byte(2)
        payload.location(from.0, from.1)
        payload.location(to.0, to.1)
        payload.number(1)
        payload.byte(1)
        payload.location(from.0, from.1)
        payload.location(to.0, to.1)
        try payload.fingerprint(of: path)
        payload.number(0)
        payloads.append(payload.bytes)
    }

    mutating func commit(_ number: Int, done: [Int] = [0], stamp: Int64 = .max) {
        var payload = LegacyPayload(4)
        payload.number(number)
        payload.number(done.count)
        for index in done { payload.number(index) }
        payload.number(stamp)
        payloads.append(payload.bytes)
    }

    mutating func end(_ number: Int, _ ending: UInt8 = 0) {
        var payload = LegacyPayload(5)
        payload.number(number)
        payload.byte(ending)
        payloads.append(payload.bytes)
    }

    /// Adds a record of any kind.
    mutating func add(_ payload: [UInt8]) { payloads.append(payload) }

    /// Writes the journal to the scene's state directory.
    func write() throws {
        try scene.home.makeDirectory("state/sandglass/journal")
        try scene.writeBytes(payloads.flatMap { frame($0) }, to: scene.home("state/sandglass/journal/journal"))
    }
}
