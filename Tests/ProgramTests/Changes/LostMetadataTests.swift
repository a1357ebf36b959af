import System
import TestSupport
import Testing

/// Metadata that could not be set or read, by faults of the system.
@Suite("Metadata that a copy lacks", .onManyThreads)
struct LostMetadataTests {
    private static let template = SharingSandbox.template(
        """
        write('App/Documents/m', b'm', 0o640)
        os.setxattr('App/Documents/m', 'user.x', b'1')
        os.chown('App/Documents/m', 1000, 1001)
        """)

    private static let calls = [
        ["cp", "App/Documents/m", "App/Library/copy"], ["export", "App/Documents/m", "--to", "copy", "--new-name"],
        ["pack", "App", "P.xcappdata"], ["restore", "k", "--to", "App"],
    ]

    private static let faults = [
        ("fsetxattr", "attribute"), ("fchmod", "permissions"), ("utimensat", "times"),
        ("fchown", "owner"), ("fchownat", "owner"),
    ]

    @Test(
        "what a fault keeps from being set is named, and the status is 74",
        .enabled(if: isRoot, "only the superuser gives files away"), arguments: calls, faults)
    func named(call: [String], fault: (function: String, word: String)) throws {
        let sandbox = try SharingSandbox(copyOf: Self.template.get())
        #expect(try sandbox.run("keep", "App", "--name", "k").status == 0)
        if call[0] == "restore" { unlink(sandbox("App/Documents/m")) }
        for number in 1...3 {
            let trace = sandbox("trace")
            let result = try sandbox.run(
                call,
                tracing: [
                    "-o", trace, "-e", "trace=\(fault.function)", "-e",
                    "inject=\(fault.function):error=EIO:when=\(number)",
                ])
            let injected = try sandbox.text("trace").split(separator: "\n").first { $0.contains("INJECTED") }
            guard let injected else { break }
            // Files and directories of the program's own are not the subject.
            if fault.function == "fchmod", !injected.contains("0640") { continue }
            #expect(result.status != 0, "\(call) \(injected) \(result.errors)")
            _ = try sandbox.run("undo", "1")
            #expect(try runCommand(["rm", "-rf", sandbox("P.xcappdata"), sandbox("copy")]).status == 0)
        }
    }

    @Test(
        "who is not the superuser is told that the owner does not come back",
        .enabled(if: isRoot, "only the superuser acts as another user"))
    func owner() throws {
        let sandbox = try SharingSandbox(copyOf: Self.template.get())
        #expect(try sandbox.run("keep", "App", "--name", "k").status == 0)
        unlink(sandbox("App/Documents/m"))
        #expect(try runCommand(["chown", "-R", "1234:1234", sandbox("")]).status == 0)
        let variables = sandbox.variables.map { "\($0.key)=\($0.value)" }
        let result = try runCommand(
            ["env", "-C", sandbox("")] + variables
                + [
                    "setpriv", "--reuid=1234", "--regid=1234", "--clear-groups", sandglass, "restore", "k", "--to",
                    "App",
                ])
        #expect(result.status == 74 && result.errors.contains("without its owner"), "\(result.errors)")
    }
}
