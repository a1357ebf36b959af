import System

/// Creates and removes the directories of the demonstration.
package enum DemonstrationDirectory {
    /// Creates a private directory below `$TMPDIR`, or else `/tmp`.
    /// - Throws: `DemonstrationError` if it cannot be created.
    package static func makeTemporary() throws(DemonstrationError) -> [UInt8] {
        do throws(PathError) {
            return try TemporaryFiles.makeDirectory("sandglass-demo-")
        } catch {
            throw DemonstrationError(
                .system, "make a directory in", String(decoding: error.path, as: UTF8.self), "\(error.errno)",
                cause: error)
        }
    }

    /// Creates the directory at `path`, unless it exists and is empty.
    /// - Throws: `DemonstrationError` if it is not empty or cannot be created.
    package static func makeEmpty(_ path: String) throws(DemonstrationError) {
        if mkdir(path, 0o755) == 0 { return }
        guard errno == EEXIST else { throw .current("create the directory", path) }
        guard let names = names(in: path) else { throw .current("use", path) }
        guard names.isEmpty else {
            throw DemonstrationError(
                .unsuitable, "use", path, "it is not empty, and nothing in it is overwritten")
        }
    }

    /// Removes a directory and everything in it; links are removed, not followed.
    /// - Returns: Whether nothing is left.
    @discardableResult
    package static func remove(_ path: [UInt8]) -> Bool { remove((path + [0]).map { CChar(bitPattern: $0) }) }

    /// - Parameter path: The path with its NUL. Names need not be UTF-8, so they are never converted to strings.
    private static func remove(_ path: [CChar]) -> Bool {
        if unlink(path) == 0 || errno == ENOENT { return true }
        // The user may have removed the write permission of a directory in the browser.
        chmod(path, 0o700)
        for name in names(in: path) ?? [] {
            _ = remove(path.dropLast() + [CChar(bitPattern: UInt8(ascii: "/"))] + name + [0])
        }
        return rmdir(path) == 0
    }

    /// Returns the names in a directory, except `.` and `..` and without their NUL; nil if it cannot be read.
    private static func names(in path: UnsafePointer<CChar>) -> [[CChar]]? {
        guard let directory = opendir(path) else { return nil }
        defer { closedir(directory) }
        var names: [[CChar]] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                $0.prefix { $0 != 0 }.map { CChar(bitPattern: $0) }
            }
            let dot = CChar(bitPattern: UInt8(ascii: "."))
            if name != [dot], name != [dot, dot] { names.append(name) }
        }
        return names
    }
}
