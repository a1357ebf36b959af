import System

/// Directories of this computer that the demonstration is made in, and taken away with.
package enum DemonstrationDirectory {
    /// A fresh directory that only this user can enter, below `$TMPDIR` or else `/tmp`.
    /// - Throws: `DemonstrationError`
    package static func makeTemporary() throws(DemonstrationError) -> String {
        let given = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        var template = Array(((given.isEmpty ? "/tmp" : given) + "/sandglass-demo-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw .current("make a directory in", given.isEmpty ? "/tmp" : given) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Makes the directory at `path`, unless it is there and empty.
    /// - Throws: `DemonstrationError` where something is in it, or no directory can be made.
    package static func makeEmpty(_ path: String) throws(DemonstrationError) {
        if mkdir(path, 0o755) == 0 { return }
        guard errno == EEXIST else { throw .current("create the directory", path) }
        guard let names = names(in: path) else { throw .current("use", path) }
        guard names.isEmpty else {
            throw DemonstrationError(
                operation: "use", path: path, reason: "it is not empty, and nothing in it is overwritten")
        }
    }

    /// Removes everything in a directory, and the directory itself; links are removed, not followed.
    /// - Returns: whether nothing is left.
    @discardableResult
    package static func remove(_ path: String) -> Bool { remove(Array(path.utf8CString)) }

    /// - Parameter path: with its NUL; a name's bytes may be no UTF-8, so they are never made into a string.
    private static func remove(_ path: [CChar]) -> Bool {
        if unlink(path) == 0 || errno == ENOENT { return true }
        // A directory may have lost the right to be emptied, by what was tried in the browser.
        chmod(path, 0o700)
        for name in names(in: path) ?? [] {
            _ = remove(path.dropLast() + [CChar(bitPattern: UInt8(ascii: "/"))] + name + [0])
        }
        return rmdir(path) == 0
    }

    /// The names in a directory without `.` and `..`, and without their NUL; nil where it cannot be read.
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
