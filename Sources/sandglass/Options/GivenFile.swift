import Documents
import FileTree
import Screen

/// Reads small files that options name.
enum GivenFile {
    /// The largest file that is read.
    private static let maxBytes = 64 << 20

    /// Returns the bytes of a file.
    /// - Parameter role: What the file is: "the baseline".
    /// - Throws: `Failure` if it cannot be read.
    static func bytes(_ path: String, as role: String) throws -> [UInt8] {
        do {
            return try DocumentSource(hostPath: argumentBytes(path)).whole(limit: maxBytes, as: role)
        } catch let error as FileTreeError {
            throw Failure(.noInput, "\(DisplayText(path)): \(role) cannot be read: \(error.reason)")
        } catch let error as DocumentFailure {
            throw Failure(.data, "\(DisplayText(path)): \(error.reason)")
        }
    }
}
