import System
import TestSupport

extension TemporaryDirectory {
    /// The number of entries in the directory.
    var count: Int {
        guard let directory = opendir(path) else { return -1 }
        defer { closedir(directory) }
        var count = -2
        while readdir(directory) != nil { count += 1 }
        return count
    }
}

/// A demonstration created by the program, and removed afterwards.
final class Demonstration {
    /// The path of the demonstration, which did not exist before.
    let directory: String
    let result: CommandResult
    private let folder = TemporaryDirectory()

    init() throws {
        directory = folder.path + "/demo"
        result = try Self.make(at: directory, state: folder.path + "/state")
    }

    /// Creates a demonstration.
    /// - Parameter state: The program's state directory.
    static func make(at directory: String, state: String) throws -> CommandResult {
        let program = Products.executable("sandglass")
        return try runCommand(["env", "XDG_STATE_HOME=" + state, program, "demo", "--at", directory, "--no-browse"])
    }
}
