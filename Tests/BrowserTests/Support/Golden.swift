import System
import TestSupport

/// Reviewed pictures of the screen, as text files beside the tests.
///
/// `SANDGLASS_REWRITE_GOLDEN=1` rewrites them: review the changes before committing them.
enum Golden {
    /// Compares a picture with the file `name`, or rewrites that file.
    /// - Returns: A description of the difference, or nil if there is none.
    static func difference(_ picture: String, _ name: String) -> String? {
        let path = directory + "/" + name + ".txt"
        if rewrites {
            write(picture + "\n", to: path)
            return nil
        }
        guard let bytes = try? readFile(path) else { return "there is no golden picture \(name)" }
        let golden = String(decoding: bytes, as: UTF8.self)
        return golden == picture + "\n" ? nil : "\(name) was\n\(golden)and is\n\(picture)\n"
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
