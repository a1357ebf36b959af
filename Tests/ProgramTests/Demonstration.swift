import Glibc
import TestSupport

/// A directory that is removed with everything in it when nobody holds it any more.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/sandglass-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw CommandError(call: "mkdtemp", number: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { _ = try? runCommand(["rm", "-rf", path]) }

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
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        directory = folder.path + "/demo"
        result = try Self.make(at: directory)
    }

    static func make(at directory: String) throws -> CommandResult {
        try runCommand([Products.executable("sandglass"), "demo", "--at", directory, "--no-browse"])
    }
}

/// Python, as a judge that shares nothing with the program.
enum Python {
    static let isAvailable = hasCommand("python3")

    /// What a script prints; the error it ended with, if it failed.
    static func run(_ script: String, _ arguments: String...) throws -> String {
        let result = try runCommand(["python3", "-c", script] + arguments)
        return String(decoding: result.status == 0 ? result.stdout : result.stderr, as: UTF8.self)
    }
}
