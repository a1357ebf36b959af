import System
import TestSupport
import Testing

@testable import VirtualTerminal

@Suite("Two containers side by side", .onManyThreads)
struct SecondContainerBrowserTests {
    private let other = Result {
        try SampleContainer(
            """
            with open('.com.apple.mobile_container_manager.metadata.plist', 'wb') as f:
                plistlib.dump({'MCMMetadataIdentifier': 'org.example.other', 'MCMMetadataContentClass': 2}, f)
            os.makedirs('Documents/Kept')
            """)
    }

    @Test("the app is refused, the owner copies, undo takes it back, and badges follow changes on disk")
    func copying() throws {
        let (one, other, state) = (try SampleContainer(), try other.get(), TemporaryDirectory())
        let terminal = try browse(
            one.path + "/Documents", shows: "note 2.txt",
            environment: [
                "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": state("state"), "XDG_DATA_HOME": state("data"),
            ], columns: 140)
        try terminal.send("gb")
        try terminal.waitFor("Another path")
        try terminal.send("j\r")
        try terminal.waitFor("container (path on this computer):")
        try terminal.send("\(other.path)/Documents/Kept\r")
        try terminal.waitFor("org.example.other on the right")
        try terminal.go(to: "Documents/note 3.txt")
        try terminal.send("e")
        try terminal.waitFor("outside their own")
        #expect(try names(in: other) == [])
        // Leaving it comes first, and the third way that is offered is to do it as the owner.
        try terminal.send("jjj\r")
        try terminal.waitUntil("the copy") { _ in try self.names(in: other) == ["note 3.txt"] }
        try terminal.waitFor("undoes it")
        #expect(try readFile(other.path + "/Documents/Kept/note 3.txt") == Array("xxx".utf8))
        #expect(try readFile(one.path + "/Documents/note 3.txt") == Array("xxx".utf8))
        try terminal.send("\t")
        try terminal.waitUntil("the item in the status line") { $0.lines.last?.contains("Kept/note 3.txt") == true }
        // A change by another program appears on the right as well.
        try python("import sys; open(sys.argv[1] + '/Documents/Kept/made.txt', 'w').close()", other.path)
        try terminal.waitFor("made.txt")
        try terminal.send("u")
        try terminal.waitUntil("the undo") { _ in try self.names(in: other) == ["made.txt"] }
        try terminal.waitFor("redoes it")
        #expect(try terminal.quit() == .exited(0))
    }

    @Test(
        "a path that cannot be opened as a container is reported, and the panes stay",
        arguments: [("/nonexistent", "no such"), ("/dev/null", "outside any app")])
    func failures(path: String, reason: String) throws {
        let one = try SampleContainer()
        let terminal = try browse(
            one.path + "/Documents", shows: "note 2.txt", environment: ["LC_ALL": "C.UTF-8"], columns: 140)
        try terminal.send("gb")
        try terminal.waitFor("Another path")
        try terminal.send("j\r")
        try terminal.waitFor("container (path on this computer):")
        try terminal.send("\(path)\r")
        try terminal.waitFor(reason)
        #expect(terminal.text.contains("Details"))
        #expect(try terminal.quit() == .exited(0))
    }

    private func names(in container: SampleContainer) throws -> [String] {
        try runCommand(["ls", container.path + "/Documents/Kept"]).lines.map { String($0) }
    }
}
