import AppLifecycle
import ContainerModel
import ContainerStore
import FileTree
import Formats
import Screen
import System
import TestSupport
import Testing

@testable import Session

@Suite("Snapshots kept for the next launch", .onManyThreads)
struct SnapshotKeeperTests {
    private static let taken: Int64 = 1_780_000_000
    private static let state = RestorationState(
        place: Array("Documents/".utf8) + [0xff],
        entry: [0xfe, 0x0a],
        top: 7,
        pane: .places,
        treePlace: Array("Documents".utf8),
        unfolded: [[], Array("Library".utf8)]
    )

    /// A container of an app, and a state directory.
    private final class Setting {
        let containerDirectory = TemporaryDirectory()
        let stateDirectory = TemporaryDirectory()
        let container: Container

        init(identifier: String? = "com.example.app") throws {
            if let identifier {
                let list: PropertyListValue = [
                    "MCMMetadataIdentifier": .string(identifier), "MCMMetadataContentClass": 2,
                ]
                try containerDirectory.write(
                    PropertyListWriter.xml(list), to: ".com.apple.mobile_container_manager.metadata.plist")
            }
            for directory in ["Documents", "Library", "tmp"] { try containerDirectory.makeDirectory(directory) }
            container = try ContainerStore.locate(Array(containerDirectory.path.utf8)).0
        }

        var state: StateDirectory { StateDirectory(path: stateDirectory.path + "/sandglass") }

        func keeper(_ policy: SnapshotPolicy = SnapshotPolicy()) -> SnapshotKeeper {
            SnapshotKeeper(policy, in: state)
        }

        /// Changes the records as if the suspended process had ended and another one had its number.
        func endProcess() throws {
            let records = try files(below: stateDirectory).filter { $0.contains("suspended/") }
            for file in records {
                var record = try #require(SuspensionRecord(try readFile(file)))
                record.process.startTime += 1
                try overwrite(file, with: record.bytes)
            }
        }

        func files(below directory: TemporaryDirectory) throws -> [String] {
            let result = try runCommand(["find", directory.path, "-type", "f", "-not", "-name", ".com*"])
            return String(decoding: result.stdout, as: UTF8.self).split(separator: "\n").map(String.init).sorted()
        }

        var kept: [String] {
            get throws { try files(below: containerDirectory) + files(below: stateDirectory) }
        }
    }

    @Test("in read-only mode nothing is kept in the container")
    func readOnly() throws {
        let setting = try Setting()
        let keeper = setting.keeper(SnapshotPolicy(keepsInContainer: true, isReadOnly: true))
        keeper.suspend(snapshot(), of: setting.container, restoration: Self.state)
        #expect(try setting.files(below: setting.containerDirectory).isEmpty)
        #expect(try !setting.files(below: setting.stateDirectory).isEmpty)
    }

    private func snapshot(isCovered: Bool = true) -> Snapshot {
        var frame = Frame(size: Size(columns: 20, rows: 3))
        frame.write(isCovered ? "covered" : "secret", column: 0, row: 1, style: .plain)
        return Snapshot(frame: frame, takenAt: Self.taken, isCovered: isCovered)
    }

    private func launch(_ keeper: SnapshotKeeper, _ setting: Setting, after seconds: Int64 = 60)
        -> SnapshotKeeper.Launch
    {
        keeper.launch(of: setting.container, isRelaunch: true, now: Self.taken + seconds)
    }

    @Test("a launch after an end while suspended restores the snapshot and the state, once", arguments: [false, true])
    func relaunch(keepsInContainer: Bool) throws {
        let setting = try Setting()
        let keeper = setting.keeper(SnapshotPolicy(keepsInContainer: keepsInContainer))
        keeper.suspend(snapshot(), of: setting.container, restoration: Self.state)
        let inContainer = try setting.files(below: setting.containerDirectory)
        #expect(inContainer.count == (keepsInContainer ? 2 : 0))
        #expect(inContainer.allSatisfy { $0.contains("/Library/Caches/Snapshots/com.example.app/sandglass-") })
        try setting.endProcess()
        let first = launch(keeper, setting)
        #expect(first.picture == .snapshot)
        #expect(first.restoration == Self.state)
        #expect(keeper.snapshot(of: first, in: setting.container, ascii: false) == snapshot())
        let second = launch(keeper, setting)
        #expect(second.picture == .launchScreen(.nothingSuspended))
        #expect(second.restoration == nil)
    }

    @Test("a container made anew at the same path inherits neither the snapshot nor the place")
    func madeAnew() throws {
        let setting = try Setting()
        let keeper = setting.keeper()
        keeper.suspend(snapshot(), of: setting.container, restoration: Self.state)
        try setting.endProcess()
        let path = setting.containerDirectory.path
        let script = "cp -r \"$0\" \"$0.new\"; rm -r \"$0\"; mv \"$0.new\" \"$0\""
        #expect(try runCommand(["sh", "-ec", script, path]).status == 0)
        let anew = try ContainerStore.locate(Array(path.utf8)).0
        let launch = keeper.launch(of: anew, isRelaunch: true, now: Self.taken + 60)
        #expect(launch.picture == .launchScreen(.nothingSuspended) && launch.restoration == nil)
        #expect(try setting.files(below: setting.stateDirectory).allSatisfy { !$0.contains("/suspended/") })
    }

    @Test("kept files are readable by the owner alone, and the snapshot of a cover names no file")
    func modes() throws {
        let setting = try Setting()
        setting.keeper().suspend(snapshot(), of: setting.container, restoration: Self.state)
        let kept = try setting.kept
        #expect(kept.count == 3)
        for file in kept {
            var status = stat()
            #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
            guard !file.contains("/suspended/") else { continue }
            #expect(!String(decoding: try readFile(file), as: UTF8.self).contains("Documents"))
        }
    }

    @Test("the state directory stores only snapshots of a cover, the container any")
    func coveredOnly() throws {
        for keepsInContainer in [false, true] {
            let setting = try Setting()
            let keeper = setting.keeper(SnapshotPolicy(keepsInContainer: keepsInContainer))
            keeper.suspend(snapshot(isCovered: false), of: setting.container, restoration: Self.state)
            let stored = try setting.kept.filter { !$0.contains("/suspended/") }
            #expect(stored.count == (keepsInContainer ? 2 : 0))
            #expect(stored.allSatisfy { $0.hasPrefix(setting.containerDirectory.path) })
            try setting.endProcess()
            let launch = launch(keeper, setting)
            #expect(launch.restoration == Self.state)
            #expect((keeper.snapshot(of: launch, in: setting.container, ascii: false) != nil) == keepsInContainer)
        }
    }

    @Test("a demonstration's snapshots are kept in its container, an unknown app's in the state directory")
    func demonstrations() throws {
        let demo = try Setting()
        try DemonstrationRegister(in: demo.state).add(demo.container)
        demo.keeper().suspend(snapshot(), of: demo.container, restoration: nil)
        #expect(try demo.files(below: demo.containerDirectory).count == 2)
        let unknown = try Setting(identifier: nil)
        unknown.keeper(SnapshotPolicy(keepsInContainer: true))
            .suspend(snapshot(), of: unknown.container, restoration: nil)
        #expect(try unknown.files(below: unknown.containerDirectory).isEmpty)
        #expect(try unknown.files(below: unknown.stateDirectory).count == 3)
    }

    @Test(
        "a container that only claims to be a demonstration gets no snapshots",
        arguments: ["dev.sandglass.harbornotes", "dev.sandglass.strongbox"])
    func claimed(identifier: String) throws {
        let setting = try Setting(identifier: identifier)
        // A demonstration with the same identifier is registered.
        try DemonstrationRegister(in: setting.state).add(Setting(identifier: identifier).container)
        setting.keeper().suspend(snapshot(), of: setting.container, restoration: nil)
        #expect(try setting.files(below: setting.containerDirectory).isEmpty)
    }

    @Test("a directory that replaces a demonstration is not one, and demonstrations that are gone are forgotten")
    func replaced() throws {
        let setting = try Setting()
        let register = DemonstrationRegister(in: setting.state)
        try register.add(setting.container)
        #expect(register.contains(setting.container))
        let path = setting.containerDirectory.path
        // The original is kept, so that the copy cannot get its inode number.
        _ = try runCommand(["sh", "-c", "mv \"$1\" \"$1.before\" && cp -a \"$1.before\" \"$1\"", "sh", path])
        defer { _ = try? runCommand(["rm", "-rf", path + ".before"]) }
        let copy = try ContainerStore.locate(Array(path.utf8)).0
        #expect(!register.contains(copy))
        try register.add(Setting().container)
        #expect(try setting.files(below: setting.stateDirectory).filter { $0.contains("/demonstrations/") }.count == 1)
    }

    @Test(
        "an identifier that is a path stores nothing in the container",
        arguments: ["../../../Documents", "a/b", "..", "."])
    func hostileIdentifier(identifier: String) throws {
        let setting = try Setting(identifier: identifier)
        let keeper = setting.keeper(SnapshotPolicy(keepsInContainer: true))
        keeper.suspend(snapshot(), of: setting.container, restoration: nil)
        #expect(try setting.files(below: setting.containerDirectory).isEmpty)
    }

    @Test("a launch restores nothing of a session that is still suspended, has resumed or has quit")
    func notEnded() throws {
        let setting = try Setting()
        let keeper = setting.keeper(SnapshotPolicy(keepsInContainer: true))
        keeper.suspend(snapshot(), of: setting.container, restoration: Self.state)
        // The record names this process, which is alive.
        #expect(launch(keeper, setting).picture == .launchScreen(.stillSuspended))
        #expect(try setting.kept.contains { $0.contains("/suspended/") })

        keeper.resume(setting.container.description)
        keeper.forget(setting.container, waits: true)
        #expect(try setting.kept.isEmpty)
        #expect(launch(keeper, setting).picture == .launchScreen(.nothingSuspended))
    }

    @Test("the record of another process is not removed")
    func others() throws {
        let setting = try Setting()
        let keeper = setting.keeper()
        keeper.suspend(snapshot(), of: setting.container, restoration: Self.state)
        try setting.endProcess()
        keeper.resume(setting.container.description)
        keeper.forget(setting.container, waits: true)
        #expect(launch(keeper, setting).restoration == Self.state)
    }

    @Test("an ignored snapshot is stored but not shown, and the launch after that shows none")
    func ignored() throws {
        let setting = try Setting()
        let keeper = setting.keeper(SnapshotPolicy(keepsInContainer: true, ignoresSnapshotAtNextLaunch: true))
        keeper.suspend(snapshot(), of: setting.container, restoration: Self.state)
        try setting.endProcess()
        #expect(try setting.files(below: setting.containerDirectory).count == 2)
        let first = launch(keeper, setting)
        #expect(first.picture == .launchScreen(.ignored))
        #expect(first.restoration == Self.state)
        #expect(keeper.snapshot(of: first, in: setting.container, ascii: false) == nil)
        #expect(launch(keeper, setting).picture == .launchScreen(.nothingSuspended))
    }

    @Test("nothing is restored when restoration is off, when a path was named, or after 14 days")
    func noRestoration() throws {
        let day: Int64 = 24 * 60 * 60
        for (policy, isRelaunch, age, expected) in [
            (SnapshotPolicy(restoresState: false), true, 1, LaunchPicture.Reason.restorationOff),
            (SnapshotPolicy(), false, 1, .restorationOff),
            (SnapshotPolicy(), true, 15 * day, .tooOld),
        ] {
            let setting = try Setting()
            setting.keeper().suspend(snapshot(), of: setting.container, restoration: Self.state)
            try setting.endProcess()
            let launch = setting.keeper(policy).launch(
                of: setting.container, isRelaunch: isRelaunch, now: Self.taken + age)
            #expect(launch.picture == .launchScreen(expected))
            #expect(launch.restoration == nil)
        }
    }

    @Test("a damaged record is ignored", arguments: [[], Array("bplist00".utf8), Array("<plist><dict/></plist>".utf8)])
    func damagedRecord(bytes: [UInt8]) throws {
        let setting = try Setting()
        let keeper = setting.keeper()
        keeper.suspend(snapshot(), of: setting.container, restoration: Self.state)
        let file = try #require(try setting.kept.first { $0.contains("/suspended/") })
        try overwrite(file, with: bytes)
        #expect(launch(keeper, setting).picture == .launchScreen(.nothingSuspended))
    }
}

private func overwrite(_ file: String, with bytes: [UInt8]) throws {
    let stream = try #require(fopen(file, "w"))
    fwrite(bytes, 1, bytes.count, stream)
    fclose(stream)
}
