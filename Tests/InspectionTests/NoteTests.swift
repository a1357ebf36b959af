import ContainerModel
import ContainerStore
import FoundationEssentials
import Inspection
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
                $0.contains("(S0), Library; ") && $0.hasSuffix(": all of Library except Caches is backed up")
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
