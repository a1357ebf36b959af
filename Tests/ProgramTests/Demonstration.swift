import System
import TestSupport

extension TemporaryDirectory {
    /// The number of entries in it.
    var count: Int {
        guard let directory = opendir(path) else { return -1 }
        defer { closedir(directory) }
        var count = -2
        while readdir(directory) != nil { count += 1 }
        return count
    }
}

/// A demonstration made by the program, and removed afterwards.
final class Demonstration {
    /// Where it was made: absent before.
    let directory: String
    let result: CommandResult
    private let folder = TemporaryDirectory()

    init() throws {
        directory = folder.path + "/demo"
        result = try Self.make(at: directory, state: folder.path + "/state")
    }

    /// - Parameter state: where the program remembers what it has made.
    static func make(at directory: String, state: String) throws -> CommandResult {
        let program = Products.executable("sandglass")
        return try runCommand(["env", "XDG_STATE_HOME=" + state, program, "demo", "--at", directory, "--no-browse"])
    }
}
