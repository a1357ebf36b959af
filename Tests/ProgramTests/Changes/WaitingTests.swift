import TestSupport
import Testing

@Suite("Commands that wait for a container", .onManyThreads)
struct WaitingTests {
    @Test("a signal ends the wait for a container that a stopped process has locked", arguments: ["SIGINT", "SIGTERM"])
    func signalled(signal: String) throws {
        let sandbox = try SharingSandbox()
        let before = try sandbox.tree("App")
        let told = try python(
            Script.text("waiting_signalled"), sandglass, sandbox(""), signal
        ).split(separator: "\n").map(String.init)
        #expect(told.first == "0", "journal: \(told)")
        // 75 would mean that the wait timed out.
        #expect(told.count > 1 && told[1] != "75" && told[1] != "0", "\(told)")
        #expect(told.contains { $0.contains("cancelled") }, "\(told)")
        #expect(try sandbox.tree("App") == before)
    }

    @Test("a lock on the container's own directory delays no command")
    func reader() throws {
        let sandbox = try SharingSandbox()
        let holder = try PseudoTerminal(
            "/usr/bin/flock", [sandbox("App"), "/bin/sh", "-c", "echo locked; exec sleep 1000"])
        try holder.waitFor("locked")
        #expect(try sandbox.run("import", "host/file.txt", "--to", "App").status == 0)
        #expect(try sandbox.run("undo", "--container", "App").status == 0)
    }
}
