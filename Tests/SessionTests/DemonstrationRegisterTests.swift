import ContainerStore
import TestSupport
import Testing

@testable import Session

@Suite("The register of demonstrations", .onManyThreads)
struct DemonstrationRegisterTests {
    private let fixture: SessionFixture
    private let register: DemonstrationRegister

    init() throws {
        fixture = try SessionFixture()
        register = DemonstrationRegister(in: fixture.state)
    }

    /// The files of the register.
    private func entries() throws -> [String] {
        let found = try runCommand(["find", fixture.directory("state/sandglass/demonstrations"), "-type", "f"])
        return String(decoding: found.stdout, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test("only a registered container is a demonstration, and a lookup creates nothing")
    func known() throws {
        #expect(!register.contains(fixture.container))
        #expect(try runCommand(["test", "-e", fixture.directory("state")]).status == 1)
        try register.add(fixture.container)
        #expect(register.contains(fixture.container))
        #expect(try !register.contains(SessionFixture().container))
        // A directory that was renamed is no longer registered.
        let link = fixture.directory("Other")
        #expect(try runCommand(["mv", fixture.directory("App"), link]).status == 0)
        #expect(try !register.contains(ContainerStore.locate(Array(link.utf8)).0))
    }

    @Test("an entry is readable by its owner alone, and written once however often it is added")
    func once() throws {
        for _ in 0..<3 { try register.add(fixture.container) }
        let files = try entries()
        #expect(files.count == 1)
        let mode = try runCommand(["stat", "-c", "%a", try #require(files.first)]).stdout
        #expect(mode == Array("600\n".utf8))
    }

    @Test(
        "an entry that is damaged, too long, not a file or about another directory is ignored",
        arguments: [
            "echo > $1", "truncate -s 1M $1", "sed -i '/inode/,+1d' $1", "mv $1 $1.moved; ln -s $1.moved $1",
            "rm $1; mkdir $1", "rm $1; mkfifo $1", "sed -i 's/<data>.*/<data>L3RtcA==<\\/data>/' $1",
        ])
    func damaged(script: String) throws {
        try register.add(fixture.container)
        let file = try #require(try entries().first)
        #expect(register.contains(fixture.container))
        #expect(try runCommand(["sh", "-ec", script, "sh", file]).status == 0)
        #expect(!register.contains(fixture.container))
    }

    @Test("adding fails where the state directory cannot be created")
    func nowhere() throws {
        let nowhere = DemonstrationRegister(in: StateDirectory(path: "/proc/none/sandglass"))
        #expect(throws: (any Error).self) { try nowhere.add(fixture.container) }
        #expect(!nowhere.contains(fixture.container))
    }
}
