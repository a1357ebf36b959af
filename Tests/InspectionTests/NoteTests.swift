import ContainerModel
import ContainerStore
import Formats
import FoundationEssentials
import Inspection
import Reports
import TestSupport
import Testing

/// The notes of `explain` and the Details pane besides the columns.
@Suite("Notes of an explanation")
struct NoteTests {
    private func lines(_ path: ContainerPath, _ state: DeviceState = DeviceState()) throws -> [String] {
        try explanation(path, state).lines.map { String(decoding: $0.text, as: UTF8.self) }
    }

    private func explanation(_ path: ContainerPath, _ state: DeviceState = DeviceState()) throws -> Explanation {
        let directory = TemporaryDirectory()
        try directory.write("x", to: "App/Documents/Inbox/a.txt")
        try directory.write("x", to: "App/Library/Caches/a.txt")
        try directory.write("x", to: "App/Library/SplashBoard/a.txt")
        guard case .container(let container, _) = try ContainerStore.open(Array(directory("App").utf8)) else {
            throw CommandError(call: "open the container", number: 0)
        }
        return try Explanation(of: path, in: container, as: .app, state: state)
    }

    @Test(
        "notes about a directory itself are not shown on its contents",
        arguments: [
            ("Documents", "Documents/a.txt", "empties it"),
            ("Documents/Inbox", "Documents/Inbox/a.txt", "deletes the files"),
            ("Library/Caches", "Library/Caches/a.txt", "--caches-stay"),
        ] as [(ContainerPath, ContainerPath, String)])
    func directoryNotes(directory: ContainerPath, file: ContainerPath, note: String) throws {
        #expect(try lines(directory).contains { $0.contains(note) })
        #expect(try !lines(file).contains { $0.contains(note) })
    }

    @Test(
        "what the documents say about the use of a place is told there, in text and in JSON",
        arguments: [
            ("Library/Caches", "Order of lookup: ", "first in memory"),
            ("Library/Caches", "Lifetime: ", "longer than temporary data, but not as long as a support file"),
            ("Library/Caches", "Reasons to purge: ", "when the app is updated"),
            ("tmp", "Lifetime: ", "extended period of time"),
            ("tmp", "Order of lookup: ", "a download arrives in tmp"),
            ("Documents", "Size: ", "Large files will lengthen the time"),
            ("Library/Preferences", "Size: ", "does not count against a user's iCloud storage allotment"),
            ("Library/Caches/Snapshots", "Snapshot taken: ", "from the foreground to the background"),
            ("Library/SplashBoard", "Snapshot dropped: ", "discards the snapshot"),
            ("Library/SplashBoard", "Snapshot preferred: ", "the system prefers the use of that image"),
            ("Library/SplashBoard", "To hide the screen (applicationWillResignActive(_:), ", "Cover Screen"),
            ("Library/Saved Application State", "In the background: ", "shouldSaveApplicationState"),
        ] as [(ContainerPath, String, String)])
    func statements(path: ContainerPath, subject: String, says: String) throws {
        #expect(try lines(path).contains { $0.hasPrefix(subject) && $0.contains(says) })
        let json = try JSONReport.object(try explanation(path).report)
        #expect(json.contains("\"statements\"") && json.contains(says), "\(json)")
    }

    @Test("of an excluded item, the sentence about the attribute comes first, and none says that it is backed up")
    func excluded() throws {
        let container = ContainerDescription(
            kind: .data, source: .directory, hostPath: try #require(HostPath(Array("/".utf8))), app: AppInfo())
        func quotations(_ covering: BackupKinds) -> [PlaceCitation] {
            let subject = Explanation.Subject(path: "Documents/film.mov", kind: .file, covering: covering)
            return Explanation(of: subject, in: container).placeCitations
        }
        let excluded = quotations(.every)
        #expect(excluded.first?.citation.text.contains("(S1), point 4: ") == true)
        #expect(!excluded.contains { $0.citation.says.contains("are backed up by iTunes") })
        #expect(quotations([]).contains { $0.citation.says.contains("are backed up by iTunes") })
    }

    @Test("explain has every call that leads to a place, and both ways of excluding it from backups")
    func calls() throws {
        let found = try lines("Documents")
        #expect(found.count { $0.hasPrefix("in code: ") } == 3)
        #expect(found.count { $0.hasPrefix("to exclude it from backups: ") } == 2)
        #expect(found.contains { $0.hasSuffix("NSURLIsExcludedFromBackupKey") })
        let panes = try explanation("Documents").adviceLines
        #expect(panes.count { String(decoding: $0.text, as: UTF8.self).hasPrefix("in code: ") } == 1)
    }

    @Test("an item of unknown protection class says so whenever the device is locked", arguments: DeviceLock.allCases)
    func unknownProtection(lock: DeviceLock) throws {
        let found = try lines("Documents/Inbox/a.txt", DeviceState(lock: lock))
        #expect(found.contains { $0.contains("protection class is unknown") } == (lock != .unlocked))
    }

    @Test("documents are named with their statements, contradictions with both sides, in text and in JSON")
    func citations() throws {
        let explanation = try explanation("Library/SplashBoard/a.txt")
        let text = explanation.lines.map { String(decoding: $0.text, as: UTF8.self) }
        #expect(text.contains { $0.hasPrefix("on backup: the manifest of a real iOS 14 backup (MB), AppDomain: ") })
        #expect(
            text.contains {
                $0.hasPrefix("  File System Programming Guide, with a Chinese translation (S3), ")
                    && $0.contains("; The Sandbox, slides in Korean (S0), Library: ")
                    && $0.hasSuffix(": all of Library except Caches is backed up")
            })
        #expect(text.contains("  but the manifest of a real iOS 14 backup (MB), AppDomain: no row of it"))
        #expect(!text.contains { $0.hasPrefix("Source: ") })
        let json = try JSONReport.object(explanation.report)
        for part in [
            "\"quotations\"", "\"contradictions\"", "all of Library except Caches", "\"document\"", "\"wording\"",
        ] {
            #expect(json.contains(part), "\(json)")
        }
    }
}
