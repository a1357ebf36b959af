import System
import TestSupport

/// Reviewed pictures of the screen, as text files beside the tests.
///
/// `SANDGLASS_REWRITE_GOLDEN=1` rewrites them: review the changes before committing them.
enum Golden {
    /// Compares a picture with the file `name`, or rewrites that file.
    /// - Returns: The lines that differ, as a patch has them; nil if there are none.
    static func difference(_ picture: String, _ name: String) -> String? {
        let path = directory + "/" + name + ".txt"
        if rewrites {
            write(picture + "\n", to: path)
            return nil
        }
        guard let bytes = try? readFile(path) else { return "there is no golden picture \(name)" }
        let golden = String(decoding: bytes, as: UTF8.self)
        guard golden != picture + "\n" else { return nil }
        let changes = lines(picture + "\n").difference(from: lines(golden))
        let patch = (changes.removals.map { ($0, "-") } + changes.insertions.map { ($0, "+") }).map { change, sign in
            switch change {
            case .insert(let offset, let line, _), .remove(let offset, let line, _): (offset, "\(sign)\(line)")
            }
        }
        return "\(name):\n" + patch.sorted { $0.0 < $1.0 }.map { "\($0.0 + 1) \($0.1)" }.joined(separator: "\n")
    }

    private static func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// Returns the names of the files.
    static func names() throws -> Set<String> {
        Set(
            try runCommand(["ls", directory]).stdout.split(separator: 0x0a).map { String(decoding: $0, as: UTF8.self) })
    }

    private static let rewrites = getenv("SANDGLASS_REWRITE_GOLDEN") != nil

    private static var directory: String {
        let file = #filePath
        let slash = file.firstRange(of: "/Support/")?.lowerBound ?? file.endIndex
        return file[..<slash] + "/Golden"
    }

    private static func write(_ text: String, to path: String) {
        guard let file = fopen(path, "w") else { return }
        fputs(text, file)
        fclose(file)
    }
}
