import Audit
import ContainerModel
import ContainerStore
import Formats
import TestSupport
import Testing

/// One planted defect and one near miss for each rule about storage and data protection.
@Suite("Rules about storage")
struct StorageRuleTests {
    static let database = Array("SQLite format 3\u{0}".utf8)
    private static let lastChange = 1_799_900_000
    /// A resource, large enough to be compared.
    private static let chart = Array("{\"chart\":[\(String(repeating: "12,", count: 40))12]}".utf8)
    private static let media = [UInt8](repeating: 7, count: 10 << 20)

    static let cases: [ContainerCase] = [
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
            "storage.foreign-preference", "of the system, a group, or what is written",
            plant: { $0["Library/Preferences/com.example.apple.txt"] = "no list" },
            miss: {
                $0["Library/Preferences/com.apple.tide.plist"] = "no list"
                $0["Library/Preferences/.GlobalPreferences.plist"] = "no list"
                $0["Library/Preferences/group.com.example.tide.plist.x1Y2z3"] = "no list"
            }),
        ContainerCase(
            "storage.foreign-preference", "that cannot be read",
            plant: { $0["Library/Preferences/a.txt"] = "no list" },
            miss: {
                $0["Library/Preferences/a.txt"] = "no list"
                $0.isRestricted = true
                $0.changes.append { try $0.setMode(0, of: "Library/Preferences/a.txt") }
            }),
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
            "storage.stale-tmp",
            plant: {
                $0["tmp/a.bin"] = "x"
                // A week and an hour before the container's last change.
                $0.changes.append { try $0.setModified(lastChange - 7 * 86_400 - 3_600, of: "tmp/a.bin") }
                $0.settle()
            },
            miss: {
                $0["tmp/a.bin"] = "x"
                $0.changes.append { try $0.setModified(lastChange - 7 * 86_400 + 3_600, of: "tmp/a.bin") }
                $0.settle()
            }),
        ContainerCase(
            "storage.resource-copy",
            plant: {
                $0.install(with: chart)
                $0.files["Library/Application Support/com.example.tide/chart.json"] = chart
            },
            miss: {
                $0.install(with: chart)
                $0.files["Library/Application Support/com.example.tide/chart.json"] = chart.dropLast() + [0x20]
                // No backup contains the Caches.
                $0.files["Library/Caches/chart.json"] = chart
            }),
        ContainerCase(
            "storage.icloud-unsuitable", "a cache", plant: { $0.keepInICloud("Documents/thumbnails/a.png", "x") },
            miss: { $0.keepInICloud("Documents/pictures/a.png", "x") }),
        ContainerCase(
            "storage.icloud-unsuitable", "a temporary file", plant: { $0.keepInICloud("Documents/a.tmp", "x") },
            miss: { $0.keepInICloud("Documents/a.template", "x") }),
        ContainerCase(
            "storage.icloud-unsuitable", "a download",
            plant: { $0.keepInICloud("Documents/a.mp4", String(repeating: "x", count: 10 << 20)) },
            miss: { $0.keepInICloud("Documents/a.mp4", String(repeating: "x", count: (10 << 20) - 1)) }),
        ContainerCase(
            "storage.support-directory", plant: { $0["Library/Application Support/a.json"] = "{}" },
            miss: { $0["Library/Application Support/com.example.tide/a.json"] = "{}" }),
        ContainerCase(
            "storage.code-in-data", plant: { $0["Library/Frameworks/Waves.dylib"] = "x" },
            miss: { $0["Library/Application Support/com.example.tide/Frameworks/waves.txt"] = "x" }),
        ContainerCase(
            "storage.code-in-data", "a dynamic library with another ending",
            plant: { $0.files["Library/Caches/waves.dat"] = image(6) },
            // A script for JavaScriptCore, with the words of a library in it.
            miss: { $0["Library/Caches/waves.dat"] = "export const waves = dlopen('waves.dylib');\n" }),
        ContainerCase(
            "storage.code-in-data", "an executable for several processors",
            plant: { $0.files["Documents/tool"] = universal(image(2)) },
            // A class file of Java has the same signature, and its version where the number of images would be.
            miss: { $0.files["Documents/tool"] = [0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52] + image(2) }),
        ContainerCase(
            "storage.code-in-data", "a loadable bundle", plant: { $0.files["tmp/plug-in"] = image(8) },
            // Debug symbols (MH_DSYM), which no system loads.
            miss: { $0.files["tmp/plug-in"] = image(10) }),
        ContainerCase(
            "storage.code-in-data", "of a group",
            plant: {
                $0.kind = .appGroup
                $0.files = ["Library/tool": image(2)]
            },
            // Its load commands are cut off; and a static library.
            miss: {
                $0.kind = .appGroup
                $0.files = ["Library/tool": Array(image(2).prefix(40)), "Library/tide.a": Array("!<arch>\n".utf8)]
            }),
        ContainerCase(
            "storage.code-in-data", "in Library/Frameworks, once",
            plant: { $0.files["Library/Frameworks/Waves.framework/Waves"] = image(6) },
            // Programs for a Mac in iCloud Drive are the user's.
            miss: {
                $0.kind = .iCloud
                $0.files = ["Documents/tool": image(2)]
            }),
        ContainerCase(
            "storage.exclusion-lost",
            plant: {
                $0["Documents/a.bin"] = "x"
                $0["Documents/a.bin.sb-5f0a3c11-Tg4kQz"] = "x"
                $0.exclude("Documents/a.bin.sb-5f0a3c11-Tg4kQz")
            },
            miss: {
                $0["Documents/a.bin"] = "x"
                $0["Documents/a.bin.sb-5f0a3c11-Tg4kQz"] = "x"
                $0.exclude("Documents/a.bin.sb-5f0a3c11-Tg4kQz")
                $0.exclude("Documents/a.bin")
            }),
        ContainerCase(
            "storage.large-backup", plant: { $0.addSparse("Documents/a.bin", 100 << 20) },
            miss: {
                $0.addSparse("Documents/a.bin", 99 << 20)
                $0.addSparse("Library/Caches/b.bin", 100 << 20)
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

    /// A Mach-O image of a file type.
    private static func image(_ type: UInt32) -> [UInt8] {
        var image = MachOFixture.typical
        image.fileType = type
        return image.bytes
    }

    /// A file with one image for arm64 (`mach-o/fat.h`).
    private static func universal(_ image: [UInt8]) -> [UInt8] {
        func big(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - $0 * 8)) } }
        let head = [0xcafe_babe, 1, 0x0100_000c, 0, 64, UInt32(image.count), 4].flatMap(big)
        return head + [UInt8](repeating: 0, count: 64 - head.count) + image
    }

    @Test("a planted defect is found, and what comes near it is not", arguments: cases)
    func plantedAndMissed(_ one: ContainerCase) throws {
        let counts = try one.counts()
        #expect(counts.planted == 1)
        #expect(counts.missed == 0)
    }

    @Test("a file that cannot be decoded is a finding, and the audit goes on")
    func damaged() throws {
        var fixture = ContainerFixture()
        fixture.files["Library/Application Support/tide/a.sqlite"] = Self.database(damaged: true)
        fixture["Documents/id.pem"] = FakeSecret.key
        let report = try fixture.report()
        #expect(report.result.findings.contains { $0.rule.identifier == "secret.private-key" })
        #expect(report.result.findings.contains { $0.rule.identifier == "file.damaged" })
        #expect(report.result.summary.incomplete == 1)
    }

    @Test("a rule that depends on the contents of files is judged when it alone is asked for")
    func alone() throws {
        var fixture = ContainerFixture()
        fixture["Documents/id.pem"] = FakeSecret.key
        fixture.protect("Documents/id.pem", .completeUntilFirstUserAuthentication)
        let rule = "protection.sensitive-until-first-unlock"
        #expect(try fixture.findings(of: rule).map(\.rule.identifier) == [rule])
    }

    /// A database whose second half is no page.
    static func database(damaged: Bool) -> [UInt8] {
        database + [0x10, 0, 1, 1, 0, 64, 32, 32] + [UInt8](repeating: 0xee, count: damaged ? 8_192 : 0)
    }
}

extension ContainerFixture {
    /// Sets the times of all directories to that of the container's last change.
    fileprivate mutating func settle() {
        changes.append { folder in
            for name in ["Documents", "Library/Preferences", "Library/Caches", "Library", "tmp", "."] {
                try folder.setModified(1_799_900_000, of: name)
            }
        }
    }

    /// Lays the container out as on a device, whose bundle for the same app has a resource.
    fileprivate mutating func install(with resource: [UInt8]) {
        let metadata = ".com.apple.mobile_container_manager.metadata.plist"
        let list = PropertyListWriter.binary(["MCMMetadataIdentifier": "com.example.tide"])
        place = "private/var/mobile/Containers/Data/Application/5B1E1B1A-0000-4B7E-9D9A-1234567890AB/"
        let bundle = "private/var/containers/Bundle/Application/5B1E1B1A-0001-4B7E-9D9A-1234567890AB"
        files[metadata] = list
        around = [
            "\(bundle)/\(metadata)": list, "\(bundle)/Tide.app/chart.json": resource,
            "\(bundle)/Tide.app/Info.plist": PropertyListWriter.binary(["CFBundleIdentifier": "com.example.tide"]),
        ]
    }

    /// Makes it an iCloud container with a file.
    fileprivate mutating func keepInICloud(_ path: String, _ text: String) {
        kind = .iCloud
        files = [path: Array(text.utf8)]
    }

    /// Adds a file that takes up no blocks.
    fileprivate mutating func addSparse(_ path: String, _ size: Int64) {
        changes.append { try $0.makeSparseFile(path, size: size) }
    }
}
