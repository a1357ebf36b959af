import System
import TestSupport
import Testing

/// Guards the time to the first frame. Times differ from run to run, and with whatever else the machine does; the system
/// calls and page faults up to the frame hardly do.
@Suite("What the first frame costs")
struct StartCostTests {
    /// What a program did up to its first frame.
    struct Cost {
        let systemCalls: Int
        let pageFaults: Int

        init(_ arguments: [String], state: String) throws {
            let result = try runCommand(
                ["env", "TERM=xterm-256color", "XDG_STATE_HOME=\(state)", "XDG_CONFIG_HOME=\(state)/none"]
                    + [Products.executable("start-probe")] + arguments)
            func number(after title: String) throws -> Int {
                let line = try #require(result.lines.first { $0.hasPrefix(title) }, "\(result.errors)\(result.text)")
                return try #require(Int(line.dropFirst(title.count)))
            }
            systemCalls = try number(after: "system calls: ")
            pageFaults = try number(after: "page faults: ")
        }
    }

    @Test(
        "The first frame of the demonstration takes few system calls and page faults",
        // A debug build is linked dynamically, and does a multiple of it.
        .enabled(if: sandglass.contains("/release/"), "there is no release build to measure"))
    func demonstration() throws {
        let demonstration = try Demonstration()
        let folder = TemporaryDirectory()
        let cost = try Cost([sandglass, demonstration.result.lines.last.map(String.init) ?? ""], state: folder.path)
        // As of November 2026: 695 to 735, since workers are not always as far, and 560 to 565. An empty ncurses program
        // takes 79 and 169, nnn 198 and 246. Page faults become more while symbols.order is out of date.
        #expect(cost.systemCalls <= 750)
        #expect(cost.pageFaults <= 600)
    }

    @Test("The probe counts the calls and faults of all processes and threads up to the first output")
    func probe() throws {
        let folder = TemporaryDirectory()
        // The shell and the child that writes.
        let few = try Cost(["/bin/sh", "-c", "(echo)"], state: folder.path)
        let more = try Cost(
            ["/bin/sh", "-c", "(cat /etc/passwd > /dev/null; cat /etc/passwd > /dev/null; echo)"], state: folder.path)
        #expect(few.systemCalls > 20 && few.pageFaults > 20)
        #expect(more.systemCalls > few.systemCalls + 2 * 20)
        #expect(more.pageFaults > few.pageFaults + 2 * 20)
    }
}
