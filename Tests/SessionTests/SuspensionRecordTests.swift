import AppLifecycle
import Formats
import Screen
import TestSupport
import Testing

@testable import Session

@Suite("Records of suspended sessions", .onManyThreads)
struct SuspensionRecordTests {
    private static let kept = SuspensionRecord.KeptSnapshot(
        reference: .init(name: "sandglass-1", digest: Array(0..<32)), location: .container)
    private static let restoration = RestorationState(
        place: [0xff, 0x0a], entry: [0], top: 3, pane: .places, treePlace: [0x61], unfolded: [[], [0x62, 0xfe]])

    private static func record(
        snapshot: SuspensionRecord.KeptSnapshot? = kept,
        restoration: RestorationState? = restoration
    ) -> SuspensionRecord {
        SuspensionRecord(
            session: SuspendedSession(suspendedAt: 1_780_000_000, ignoresSnapshot: true, restoration: restoration),
            hostPath: Array("/tmp/bad\u{0}name".utf8) + [0xff],
            identity: [0x69, 0xfe],
            process: ProcessIdentity(number: 42, startTime: .max, boot: "boot"),
            snapshot: snapshot)
    }

    @Test("a record is read back unchanged, with or without a snapshot and a state")
    func roundTrip() {
        for snapshot in [Self.kept, nil] {
            for restoration in [Self.restoration, nil] {
                let record = Self.record(snapshot: snapshot, restoration: restoration)
                #expect(SuspensionRecord(record.bytes) == record)
            }
        }
    }

    @Test("plistlib reads a record")
    func plistlib() throws {
        let directory = TemporaryDirectory()
        let file = directory.write("record.plist", Self.record().bytes)
        let script = """
            import plistlib, sys
            value = plistlib.load(open(sys.argv[1], 'rb'))
            print(sorted(value), value['container'], value['date'].isoformat(), value['process'])
            """
        #expect(
            try Python.lines(script, [file]) == [
                "['container', 'date', 'identity', 'ignoresSnapshot', 'process', 'restoration', 'snapshot'] "
                    + "b'/tmp/bad\\x00name\\xff' 2026-05-28T20:26:40 "
                    + "{'number': 42, 'startTime': 9223372036854775807, 'boot': 'boot'}"
            ])
    }

    /// Returns the record without the value at a path of keys.
    private func list(without keys: [String]) throws -> [UInt8] {
        func removing(_ keys: ArraySlice<String>, from value: PropertyListValue) throws -> PropertyListValue {
            let pairs = try #require(value.dictionaryValue).compactMap { key, value -> (String, PropertyListValue)? in
                guard key == keys.first else { return (key, value) }
                return keys.count == 1 ? nil : (key, try removing(keys.dropFirst(), from: value))
            }
            return .dictionary(PropertyListDictionary(pairs))
        }
        return PropertyListWriter.xml(try removing(keys[...], from: try PropertyListReader.read(Self.record().bytes)))
    }

    @Test(
        "a record without its container, date or process is ignored",
        arguments: [
            ["container"], ["identity"], ["date"], ["process"], ["process", "number"], ["process", "startTime"],
            ["process", "boot"],
        ])
    func incomplete(keys: [String]) throws { #expect(SuspensionRecord(try list(without: keys)) == nil) }

    @Test(
        "an incomplete snapshot is ignored, and the rest of the record is read",
        arguments: [["snapshot"], ["snapshot", "name"], ["snapshot", "in"], ["snapshot", "sha256"]])
    func withoutSnapshot(keys: [String]) throws {
        #expect(SuspensionRecord(try list(without: keys)) == Self.record(snapshot: nil))
    }

    @Test("at most a thousand unfolded directories are restored")
    func bounded() {
        var restoration = Self.restoration
        restoration.unfolded = (0..<1_500).map { Array("\($0)".utf8) }
        let record = Self.record(restoration: restoration)
        #expect(SuspensionRecord(record.bytes)?.session.restoration?.unfolded == Array(restoration.unfolded[..<1_000]))
    }

    @Test("no bytes make the readers trap")
    func hostile() {
        var generator = SeededGenerator(seed: 9)
        let (record, list) = (Self.record().bytes, SnapshotList(Self.snapshot).bytes)
        for _ in 0..<(runsLongTests ? 100_000 : 1_000) {
            _ = SuspensionRecord(generator.mutate(record))
            _ = SnapshotList(generator.mutate(list))
        }
    }

    private static let snapshot = Snapshot(
        frame: Frame(size: Size(columns: 20, rows: 3)), takenAt: -1, isCovered: true)

    @Test("the description of a snapshot is read back unchanged, with times before 1970 and after 2038")
    func snapshotList() {
        for time in [-1, 0, 1_780_000_000, 1 << 33] as [Int64] {
            let list = SnapshotList(Snapshot(frame: Self.snapshot.frame, takenAt: time, isCovered: false))
            #expect(SnapshotList(list.bytes) == list && list.takenAt == time && list.size == Size(columns: 20, rows: 3))
        }
    }
}
