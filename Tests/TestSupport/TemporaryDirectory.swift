import Glibc

/// A directory that goes when it is not needed any more.
package final class TemporaryDirectory {
    package let path: String

    package init() {
        var template = Array("/tmp/sandglass-test.XXXXXX".utf8CString)
        path = mkdtemp(&template).map { String(cString: $0) } ?? "/nonexistent"
    }

    deinit { Self.remove(path) }

    /// Writes a file, with the directories it needs, and returns its path.
    @discardableResult
    package func write(_ name: String, _ bytes: [UInt8]) -> String {
        let file = path + "/" + name
        var index = path.endIndex
        while let slash = file[file.index(after: index)...].firstIndex(of: "/") {
            mkdir(String(file[..<slash]), 0o755)
            index = slash
        }
        guard let stream = fopen(file, "w") else { return file }
        fwrite(bytes, 1, bytes.count, stream)
        fclose(stream)
        return file
    }

    /// Writes a text file, with the directories it needs, and returns its path.
    @discardableResult
    package func write(_ name: String, _ text: String) -> String { write(name, Array(text.utf8)) }

    private static func remove(_ path: String) {
        if let stream = opendir(path) {
            while let entry = readdir(stream) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                guard name != ".", name != ".." else { continue }
                // Never through a link: what it points at is not ours.
                if entry.pointee.d_type == UInt8(DT_DIR) {
                    remove(path + "/" + name)
                } else {
                    unlink(path + "/" + name)
                }
            }
            closedir(stream)
        }
        rmdir(path)
    }
}
