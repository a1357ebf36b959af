import ContainerModel
import ContainerStore
import System
import TestSupport
import Testing

@Suite("Copies of devices")
struct DeviceCopyTests {
    private static let copy: TemporaryDirectory = {
        let directory = TemporaryDirectory()
        directory.removeAtExit()
        try? DeviceCopy.make(in: directory)
        return directory
    }()

    private var copy: TemporaryDirectory { Self.copy }

    @Test("the data container of an app is known by its bundle, and leads to all its other containers")
    func data() throws {
        let (description, start) = try copy.container(DeviceCopy.notes + "/Documents")
        #expect(description.kind == .data && description.source == .deviceCopy)
        #expect(description.app.name == "Notes" && description.app.version == "2.1")
        #expect(description.app.entitlements?[.appGroups] == ["group.org.shared"])
        #expect(start.directory == "Documents")
        let places = [
            DeviceCopy.notesBundle, DeviceCopy.sharedGroup, DeviceCopy.notesWidget, DeviceCopy.notesShare,
            DeviceCopy.notesCloud,
        ]
        #expect(description.related.map(\.hostPath) == places.map { copy.hostPath($0) })
        #expect(
            description.related.map(\.title) == [
                "Notes.app", "group.org.shared", "com.example.notes.widget", "org.vendor.share",
                "iCloud.com.example.notes",
            ])
        #expect(
            description.related.map { $0.membership?.role } == [.bundle, .appGroup, .plugIn, .plugIn, .iCloud])
    }

    @Test(
        "each container of an app leads to the others, and to none of another app that shares nothing with it",
        arguments: [
            (DeviceCopy.notesBundle, ContainerKind.bundle, ["com.example.notes"]),
            (DeviceCopy.notesWidget, .data, ["com.example.notes"]),
            (DeviceCopy.notesShare, .data, ["com.example.notes"]),
            (DeviceCopy.notesCloud, .iCloud, ["com.example.notes"]),
            (DeviceCopy.sharedGroup, .appGroup, ["com.example.camera", "com.example.notes"]),
            (DeviceCopy.tideGroup, .appGroup, ["com.example.tide"]),
            (DeviceCopy.daemon, .system, []),
        ])
    func others(path: String, kind: ContainerKind, apps: [String]) throws {
        let description = try copy.container(path).0
        #expect(description.kind == kind)
        #expect(description.membership?.apps.sorted() == apps)
        let paths = Set(description.related.map(\.hostPath))
        let members: [String: [String]] = [
            "com.example.notes": [
                DeviceCopy.notes, DeviceCopy.notesBundle, DeviceCopy.notesWidget, DeviceCopy.notesShare,
                DeviceCopy.sharedGroup, DeviceCopy.notesCloud,
            ],
            "com.example.camera": [DeviceCopy.camera, DeviceCopy.cameraBundle, DeviceCopy.sharedGroup],
            "com.example.tide": [DeviceCopy.tide, DeviceCopy.tideBundle, DeviceCopy.tideGroup],
        ]
        let expected = Set(apps.flatMap { members[$0] ?? [] }).subtracting([path])
        #expect(paths == Set(expected.compactMap { copy.hostPath($0) }))
    }

    @Test("a data container without metadata is identified by the home screen's database, whose log is read")
    func applicationState() throws {
        // A copy of its own: other tests read the common one with other programs, which changes times of access.
        let copy = TemporaryDirectory()
        try DeviceCopy.make(in: copy)
        let before = try DatabaseScript.state(of: copy)
        let description = try copy.container(DeviceCopy.silent).0
        #expect(description.app.identifier == "com.example.silent")
        let after = try DatabaseScript.state(of: copy)
        #expect(after == before, "\(after.difference(from: before))")
    }

    @Test(
        "a copy may begin at any directory above the containers",
        arguments: [
            ("", 13), ("private", 13), ("private/var", 13), ("private/var/mobile", 10),
            ("private/var/mobile/Containers", 9), ("private/var/containers", 3),
            ("private/var/mobile/Containers/Data/Application", 4),
        ])
    func beginnings(place: String, count: Int) throws {
        guard case .several(let candidates) = try copy.open(place) else {
            Issue.record("\(place) does not lead to several containers")
            return
        }
        #expect(candidates.count == count)
        #expect(candidates.filter { $0.title == "Notes" }.contains { $0.membership?.role == .data } || count == 3)
    }

    @Test("the choice has one candidate for each app, which leads to its data")
    func choice() throws {
        guard case .several(let candidates) = try copy.open() else { return #expect(Bool(false)) }
        let apps = ContainerCandidate.apps(among: candidates)
        let notes = try #require(apps.first { $0.identifier == "com.example.notes" })
        #expect(notes.hostPath == copy.hostPath(DeviceCopy.notes))
        #expect(notes.title == "Notes" && notes.detail == "com.example.notes · 2.1 · 5 containers")
        let titles = ["Camera", "com.example.silent", "Notes", "Tide", "group.org.shared", "com.apple.daemon"]
        #expect(apps.map(\.title) == titles)
    }

    @Test(
        "an image of a device is read from an archive as from a directory", arguments: ["tar", "zip"])
    func archives(format: String) throws {
        try withTemporaryDirectory { directory in
            let image = directory("image.\(format)")
            try Python.run(
                """
                import shutil, sys
                shutil.make_archive(sys.argv[2][:-4], sys.argv[2][-3:], sys.argv[1])
                """, [copy.path, image])
            guard case .several(let candidates) = try directory.open("image.\(format)") else {
                Issue.record("the archive does not lead to several containers")
                return
            }
            #expect(candidates.count == 13)
            let notes = try directory.container("image.\(format)/\(DeviceCopy.notes)").0
            #expect(notes.related.map(\.title).contains("org.vendor.share"))
            let silent = try directory.container("image.\(format)/\(DeviceCopy.silent)").0
            #expect(silent.app.identifier == "com.example.silent")
        }
    }

    @Test("a plug-in is in the plug-in directory of a device")
    func devicePath() throws {
        let description = try copy.container(DeviceCopy.notesWidget).0
        let path = description.devicePath(of: "Library").map { String(decoding: $0, as: UTF8.self) }
        #expect(path == "/" + DeviceCopy.notesWidget + "/Library")
    }
}
