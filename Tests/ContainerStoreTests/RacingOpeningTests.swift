import ContainerModel
import ContainerStore
import Synchronization
import System
import TestSupport
import Testing

/// The items that identify a container may come and go while it is opened: another program unpacks or removes it.
@Suite("Opening while a container changes")
struct RacingOpeningTests {
    private static let uuid = "5D5E1A5C-3F55-4D2A-9B59-0D1B6C5F7E11"

    /// An item of a container that is repeatedly created and removed, and the paths that are opened meanwhile.
    struct Race: CustomTestStringConvertible, Sendable {
        /// The item that comes and goes.
        let path: String
        let isDirectory: Bool
        let openedPaths: [String]

        var testDescription: String { path }
    }

    static let races = [
        Race(
            path: "bare/\(metadataName)", isDirectory: false,
            openedPaths: ["bare", "bare/Documents", "bare/Documents/f"]),
        Race(path: "likely/tmp", isDirectory: true, openedPaths: ["likely", "likely/Library/Caches", "."]),
        Race(
            path: "x.xcappdata/AppData", isDirectory: true,
            openedPaths: ["x.xcappdata", "x.xcappdata/AppData", "x.xcappdata/AppDataInfo.plist", "."]),
        Race(
            path: "package/AppDataInfo.plist", isDirectory: false, openedPaths: ["package", "package/AppData/Library"]),
        Race(path: "Example.app/Info.plist", isDirectory: false, openedPaths: ["Example.app", "Example.app/Example"]),
        Race(
            path: "Containers/Data/Application/\(uuid)/\(metadataName)", isDirectory: false,
            openedPaths: ["Containers", "Containers/Data/Application/\(uuid)/Documents"]),
    ]

    @Test("a path is opened or refused with a known error, whatever comes and goes", arguments: races)
    func race(_ race: Race) throws {
        try withTemporaryDirectory { directory in
            for file in ["bare/Documents/f", "likely/Library/Caches/f", "Example.app/Example"] {
                try directory.write("x", to: file)
            }
            for name in [
                "x.xcappdata", "package/AppData/Library", "Containers/Data/Application/\(Self.uuid)/Documents",
            ] {
                try directory.makeDirectory(name)
            }
            try directory.write(propertyList(["CFBundleIdentifier": "a.b"]), to: "x.xcappdata/AppDataInfo.plist")
            let turns = try whileChanging(directory(race.path), isDirectory: race.isDirectory) { turn in
                let path = race.openedPaths[turn % race.openedPaths.count]
                guard let refusal = directory.refusal(path) else { return }
                #expect([.notAContainer, .besideContainer, .notFound].contains(refusal.code), "\(path): \(refusal)")
            }
            #expect(turns > 50)
        }
    }

    /// Calls `body` at least 600 times while another thread creates and removes the item at a path.
    /// - Returns: How often it was created.
    private func whileChanging(_ path: String, isDirectory: Bool, _ body: (Int) -> Void) throws -> Int {
        let contents = propertyList([
            "CFBundleIdentifier": "com.example.app", "MCMMetadataIdentifier": "com.example.app",
        ])
        let changing = Changing(path: path, isDirectory: isDirectory, contents: contents)
        let thread = try changing.start()
        var turn = 0
        // At least 600 calls, and as many as the other thread needs for its turns.
        while turn < 600 || changing.turns.load(ordering: .relaxed) <= 50, turn < 100_000 {
            body(turn)
            turn += 1
        }
        changing.isOver.store(true, ordering: .relaxed)
        pthread_join(thread, nil)
        return changing.turns.load(ordering: .relaxed)
    }
}

/// A thread that creates and removes a file or a directory until it is stopped.
private final class Changing: Sendable {
    let turns = Atomic(0)
    let isOver = Atomic(false)
    private let path: String
    private let isDirectory: Bool
    private let contents: [UInt8]

    init(path: String, isDirectory: Bool, contents: String) {
        self.path = path
        self.isDirectory = isDirectory
        self.contents = Array(contents.utf8)
    }

    func start() throws -> pthread_t {
        var thread = pthread_t()
        let number = pthread_create(
            &thread, nil,
            { argument in
                // Balances `passRetained` below.
                Unmanaged<Changing>.fromOpaque(argument!).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        guard number == 0 else { throw CommandError(call: "pthread_create", number: number) }
        return thread
    }

    private func run() {
        while !isOver.load(ordering: .relaxed) {
            if isDirectory {
                mkdir(path, 0o755)
                rmdir(path)
            } else {
                let file = open(path, O_WRONLY | O_CREAT, 0o644)
                _ = contents.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
                close(file)
                unlink(path)
            }
            turns.wrappingAdd(1, ordering: .relaxed)
        }
    }
}
