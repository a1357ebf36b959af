import System
import TestSupport
import Testing

@testable import ContainerStore

/// The home screen's database of a device, which may be hostile like any other file.
@Suite("The home screen's database")
struct ApplicationStateTests {
    @Test("a mutated database names apps or nothing", arguments: 1...(runsLongTests ? 10 : 1))
    func fuzz(seed: Int) throws {
        let folder = TemporaryDirectory()
        try DeviceCopy.make(in: folder)
        let path = "private/var/mobile/Library/FrontBoard/applicationState.db"
        // Without its log, whose checksums would refuse most mutations.
        try Python.run(
            "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('pragma journal_mode = delete')", [folder(path)])
        let sample = try folder.bytes(of: path)
        let hostPath = try #require(HostPath(Array(folder(path).utf8)))
        #expect(Set(ApplicationState(at: hostPath).identifiers.values) == ["com.example.silent"])
        // All pages but those that are empty, where the values are.
        let used = sample.indices.filter { sample[$0] != 0 }
        var generator = SeededGenerator(seed: UInt64(seed))
        var named = 0
        for round in 0..<(runsLongTests ? 100_000 : 500) {
            var bytes = sample
            if round % 4 == 0 {
                bytes = generator.mutate(sample)
            } else {
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    let place = used.randomElement(using: &generator) ?? 0
                    bytes[place] = .random(in: .min ... .max, using: &generator)
                }
            }
            try folder.write(bytes, to: path)
            if !ApplicationState(at: hostPath).identifiers.isEmpty { named += 1 }
        }
        #expect(named > 10)
    }
}
