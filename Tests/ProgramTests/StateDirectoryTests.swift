import System
import TestSupport
import Testing

@Suite("The state directory", .onManyThreads)
struct StateDirectoryTests {
    @Test("no command waits for a pipe in place of a file, and a pipe in place of a journal's file is reported")
    func pipes() throws {
        let sandbox = try SharingSandbox()
        for command in [["exclude", "App/Documents/a.txt"], ["ls", "App"]] {
            #expect(try sandbox.run(command).status == 0)
        }
        try sandbox.write("state/sandglass/editing/note.plist", "x")
        let script =
            "find \"$0\" -type f | while read -r file; do rm \"$file\" && mkfifo \"$file\" && echo \"$file\"; done"
        let pipes = try runCommand(["sh", "-c", script, sandbox("state")]).lines
        #expect(pipes.contains { $0.hasSuffix("/1.transaction") } && pipes.contains { $0.contains("/editing/") })
        let variables = sandbox.variables.map { "\($0.key)=\($0.value)" }
        for command in [["journal"], ["ls", "App"], ["recent"], ["mkdir", "App/Documents/new"], ["undo", "2"]] {
            let result = try runCommand(
                ["env", "-C", sandbox("")] + variables + ["timeout", "60", sandglass] + command)
            #expect(result.status == 0, "\(command): \(result.errors)")
            guard command[0] == "mkdir" else { continue }
            let told = "1.transaction is a pipe (FIFO), not a file; it is ignored"
            #expect(result.errors.contains(told), "\(result.errors)")
        }
    }
}
