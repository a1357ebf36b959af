import Audit
import ContainerModel
import ContainerStore
import Formats
import TestSupport
import Testing

/// One planted defect and one near miss for each rule about storage and data protection.
@Suite("Rules about storage")
struct StorageRuleTests {
    private static let database = Array("SQLite format 3\u{0}".utf8)
    private static let media = [UInt8](repeating: 7, count: 10 << 20)

    private static let cases: [ContainerCase] = [
        ContainerCase(
            "storage.temporary-elsewhere", plant: { $0["Library/a.tmp"] = "x" }, miss: { $0["tmp/a.tmp"] = "x" }),
        ContainerCase(
            "storage.recreatable-in-backup", plant: { $0["Documents/thumbnails/a.png"] = "x" },
            miss: { $0["Library/Caches/thumbnails/a.png"] = "x" }),
        ContainerCase(
            "storage.large-in-backup", plant: { $0.files["Documents/a.mp4"] = media },
            miss: {
                $0.files["Documents/a.mp4"] = media
                $0.exclude("Documents/a.mp4")
            }),
        ContainerCase(
            "storage.internals-in-documents", plant: { $0["Documents/crash.log"] = "x" },
            miss: { $0["Library/Caches/crash.log"] = "x" }),
        ContainerCase(
            "storage.user-data-in-library", plant: { $0["Library/Application Support/a.pages"] = "x" },
            miss: { $0["Documents/a.pages"] = "x" }),
        ContainerCase(
            "storage.user-data-purgeable", plant: { $0["Library/Caches/a.docx"] = "x" },
            miss: { $0["Documents/a.docx"] = "x" }),
        ContainerCase(
            "storage.database-purgeable", plant: { $0["tmp/a.sqlite"] = "x" },
            miss: { $0["Library/Caches/Cache.db"] = "x" }),
        ContainerCase(
            "storage.shared-database",
            plant: {
                $0.files["Documents/a.sqlite"] = database
                $0.answers = [(.fileSharing, .yes)]
            },
            miss: {
                $0.files["Documents/a.sqlite"] = database
                $0.answers = [(.fileSharing, .no)]
            }),
        ContainerCase(
            "storage.foreign-preference", plant: { $0["Library/Preferences/a.txt"] = "no list" },
            miss: { $0.list("Library/Preferences/a.plist", ["a": 1]) }),
        ContainerCase(
            "storage.icloud-database",
            plant: {
                $0.kind = .iCloud
                $0.files = ["Documents/a.sqlite": database]
            },
            miss: {
                $0.kind = .iCloud
                $0.files = ["Documents/a.txt": Array("no database".utf8)]
            }),
        ContainerCase(
            "storage.exclusion-of-user-data",
            plant: {
                $0["Documents/a.pages"] = "x"
                $0.exclude("Documents/a.pages")
            },
            miss: {
                $0["Documents/a.bin"] = "x"
                $0.exclude("Documents/a.bin")
            }),
        ContainerCase(
            "storage.left-in-inbox", plant: { $0["Documents/Inbox/a.pdf"] = "x" },
            miss: { $0["Documents/a.pdf"] = "x" }),
        ContainerCase(
            "protection.none",
            plant: { $0.protect("Documents/Notes.txt", .none) },
            miss: { $0.protect("Documents/Notes.txt", .complete) }),
        ContainerCase(
            "protection.sensitive-until-first-unlock",
            plant: {
                $0["Documents/id.pem"] = FakeSecret.key
                $0.protect("Documents/id.pem", .completeUntilFirstUserAuthentication)
            },
            miss: {
                $0["Documents/id.pem"] = FakeSecret.key
                $0.protect("Documents/id.pem", .complete)
            }),
    ]

    @Test("a planted defect is found, and what comes near it is not", arguments: cases)
    func plantedAndMissed(_ one: ContainerCase) throws {
        let counts = try one.counts()
        #expect(counts.planted == 1)
        #expect(counts.missed == 0)
    }

    @Test("a file that cannot be decoded is a finding, and the audit goes on")
    func damaged() throws {
        var fixture = ContainerFixture()
        fixture.files["Library/Application Support/tide/a.sqlite"] = database(damaged: true)
        fixture["Documents/id.pem"] = FakeSecret.key
        let report = try fixture.report()
        #expect(report.result.findings.contains { $0.rule.identifier == "secret.private-key" })
        #expect(report.result.findings.contains { $0.rule.identifier == "file.damaged" })
        #expect(report.result.summary.incomplete == 1)
    }

    private func database(damaged: Bool) -> [UInt8] {
        Self.database + [0x10, 0, 1, 1, 0, 64, 32, 32] + [UInt8](repeating: 0xee, count: damaged ? 8_192 : 0)
    }
}
