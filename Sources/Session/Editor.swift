import CSystem
import Glibc

/// The editor that the person uses: `$VISUAL`, `$EDITOR`, or vi.
enum Editor {
    /// Has a file edited on this terminal, which must not be in use meanwhile.
    /// - Returns: nil where the editor ended well, else a sentence for people.
    static func edit(_ hostPath: [UInt8]) -> String? {
        let command = [getenv("VISUAL"), getenv("EDITOR")].compactMap { $0 }.map { String(cString: $0) }
            .first { !$0.isEmpty }
        // The variable may hold options: the shell takes it apart, and the path is passed on as it is.
        let script = "exec \(command ?? "vi") \"$1\""
        let words = ["sh", "-c", script, "sh"].map { Array($0.utf8) } + [hostPath]
        let arguments = words.map { word in strdup((word + [0]).map { CChar(bitPattern: $0) }) }
        defer { for argument in arguments { free(argument) } }
        let status = (arguments.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { buffer in
            sandglass_run(buffer.baseAddress)
        }
        switch status {
        case 0: return nil
        case 127: return "the editor \(command ?? "vi") was not found; set EDITOR"
        case ..<0: return "the editor could not be started: \(String(cString: strerror(-status)))"
        default: return "the editor ended with status \(status)"
        }
    }

    /// Has a text edited in a file that nobody else can read, and that is gone afterwards.
    /// - Returns: the text as it was saved.
    static func edit(text: [UInt8]) -> Result<[UInt8], EditorError> {
        let base = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? getenv("TMPDIR").map { String(cString: $0) }
        guard let directory = temporaryDirectory(in: base ?? "/tmp") ?? temporaryDirectory(in: "/tmp") else {
            return .failure(EditorError("no temporary directory can be made: \(String(cString: strerror(errno)))"))
        }
        let path = directory + "/names"
        defer {
            removeEverything(in: directory)
            rmdir(directory)
        }
        guard write(text, to: path) else {
            return .failure(EditorError("\(path) cannot be written: \(String(cString: strerror(errno)))"))
        }
        if let problem = edit(Array(path.utf8)) { return .failure(EditorError(problem)) }
        guard let saved = read(path) else {
            return .failure(EditorError("\(path) cannot be read: \(String(cString: strerror(errno)))"))
        }
        return .success(saved)
    }

    /// With mode 0700.
    private static func temporaryDirectory(in base: String) -> String? {
        var template = Array("\(base)/sandglass-XXXXXX".utf8CString)
        return template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
    }

    /// Editors leave copies beside the file.
    private static func removeEverything(in directory: String) {
        guard let stream = opendir(directory) else { return }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { _ = unlinkat(dirfd(stream), $0, 0) }
            }
        }
    }

    private static func write(_ text: [UInt8], to path: String) -> Bool {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        defer { close(file) }
        var rest = text[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func read(_ path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(file, &buffer, buffer.count)
            guard count >= 0 else { return nil }
            if count == 0 { return text }
            text += buffer[..<count]
        }
    }
}

/// Why nothing could be edited.
struct EditorError: Error {
    /// A sentence for people.
    let message: String

    init(_ message: String) { self.message = message }
}
