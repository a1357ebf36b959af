import System
import TestSupport
import Testing

/// What another user has written, or could have written, is not carried out.
@Suite("State of another user", .onManyThreads)
struct ForeignStateTests {
    /// The commands that must not use a directory.
    static let users: [(directory: String, commands: [[String]])] = [
        (
            "",
            [
                ["undo"], ["mkdir", "App/Documents/new"], ["keep", "App"], ["restore", "one", "--to", "App"], ["keeps"],
            ]
        ),
        ("/journal", [["undo"], ["mkdir", "App/Documents/new"], ["restore", "one", "--to", "App"]]),
        ("/locks", [["undo", "1"], ["mkdir", "App/Documents/new"], ["rm", "App/Documents/b.txt"]]),
        ("/keeps", [["keep", "App"], ["restore", "one", "--to", "App"], ["keeps"], ["keeps", "--remove", "one"]]),
    ]

    @Test(
        "a directory of another user, or one that others can write, ends every command that would use it with 78",
        arguments: users, [nil, 0o777, 0o770])
    func refused(user: (directory: String, commands: [[String]]), mode: mode_t?) throws {
        let sandbox = try SharingSandbox()
        try sandbox.keep("one")
        #expect(try sandbox.run("rm", "App/Documents/a.txt").status == 0)
        let directory = sandbox("state/sandglass" + user.directory)
        if let mode {
            #expect(chmod(directory, mode) == 0)
        } else {
            guard isRoot else { return }
            #expect(chown(directory, 12_345, 12_345) == 0)
        }
        let (before, state) = (try sandbox.tree("App"), try sandbox.tree("state"))
        for command in user.commands {
            let result = try sandbox.run(command)
            #expect(result.status == 78, "\(command): \(result.status) \(result.errors)")
            #expect(result.errors.contains(mode == nil ? "belongs to another user" : "can be written by others"))
        }
        #expect(try sandbox.tree("App") == before && sandbox.tree("state") == state)
    }
}
