import Formats
import System

/// Creates entries on disk, with fixed modes and times.
struct ContainerBuilder {
    /// The root directory, without a trailing slash.
    private let root: [UInt8]
    /// The directories created below the root, with the time of the latest entry in each.
    private var directories: [String: FixedTime] = [:]
    /// Differences forced by this file system: sentences for the user.
    private(set) var notes: [String] = []

    private static let fileMode: mode_t = 0o644
    private static let executableMode: mode_t = 0o755
    private static let directoryMode: mode_t = 0o755

    /// - Parameter root: An existing directory.
    init(root: [UInt8]) { self.root = root }

    /// Creates `entries` below `directory`, and all missing directories on their paths.
    /// - Throws: `DemonstrationError`; existing items are never written to.
    mutating func make(_ entries: [ContainerEntry], in directory: String) throws(DemonstrationError) {
        for entry in entries { try make(entry, in: directory) }
    }

    /// Sets the times of the directories, which creating entries in them has changed.
    /// - Throws: `DemonstrationError` if a time cannot be set.
    func finish() throws(DemonstrationError) {
        for (path, time) in directories { try setTime(time, at: path) }
    }

    private mutating func make(_ entry: ContainerEntry, in container: String) throws(DemonstrationError) {
        let path = container + "/" + entry.path
        if case .directory = entry.content {
            try makeDirectory(path, entry.modified)
        } else {
            try makeDirectory(Self.parent(of: path), entry.modified)
        }
        let mode = entry.isExecutable ? Self.executableMode : Self.fileMode
        switch entry.content {
        case .directory: break
        case .text, .bytes, .binaryList, .xmlList: try write(entry.fileBytes, to: path, mode)
        case .sparse(let head, let size):
            try write(head, to: path, mode)
            try check(truncate(absolute(path), size), "set the size of", path)
        case .database(let database):
            for file in try database.make(at: absolute(path)) {
                try check(chmod(absolute(path + file), mode), "set the mode of", path + file)
                try setTime(entry.modified, at: path + file)
            }
        case .link(let target): try check(symlink(target, absolute(path)), "make the link", path)
        case .hardLink(let other):
            try check(link(absolute(container + "/" + other), absolute(path)), "make the link", path)
        }
        try exclude(entry, at: path)
        if case .directory = entry.content { return }
        try setTime(entry.modified, at: path)
    }

    /// Creates a directory and its missing ancestors.
    private mutating func makeDirectory(_ path: String, _ time: FixedTime) throws(DemonstrationError) {
        guard !path.isEmpty else { return }
        if let known = directories[path] {
            directories[path] = max(known, time)
            return
        }
        try makeDirectory(Self.parent(of: path), time)
        try check(mkdir(absolute(path), Self.directoryMode), "create the directory", path)
        // Sets the mode regardless of the umask.
        try check(chmod(absolute(path), Self.directoryMode), "set the mode of", path)
        directories[path] = time
    }

    private func write(_ bytes: [UInt8], to path: String, _ mode: mode_t) throws(DemonstrationError) {
        try DemonstrationFile.write(bytes, to: absolute(path), mode: mode)
    }

    private mutating func exclude(_ entry: ContainerEntry, at path: String) throws(DemonstrationError) {
        guard entry.exclusion != .none else { return }
        if entry.exclusion == .attribute {
            let value = ExclusionAttribute.iOSValue
            let name = ExclusionAttribute.standard.linuxName
            let failure = sandglass_set_attribute_at_path(absolute(path), name, value, value.count)
            if failure == 0 { return }
            let reason = String(cString: strerror(-failure))
            notes.append(
                "\(entry.path): this file system holds no extended attributes (\(reason)); "
                    + "it is in an AppleDouble file beside it instead"
            )
        }
        let parent = Self.parent(of: path)
        let double = parent + "/._" + String(decoding: path.utf8.dropFirst(parent.utf8.count + 1), as: UTF8.self)
        try write(ExcludingAppleDouble.excluding, to: double, Self.fileMode)
        try setTime(entry.modified, at: double)
    }

    private func setTime(_ time: FixedTime, at path: String) throws(DemonstrationError) {
        let moment = timespec(tv_sec: time.secondsSince1970, tv_nsec: 0)
        try check(
            utimensat(AT_FDCWD, absolute(path), [moment, moment], AT_SYMLINK_NOFOLLOW),
            "set the time of",
            path
        )
    }

    /// Returns the path for system calls, with its NUL. It need not be UTF-8, so it is never a string.
    private func absolute(_ path: String) -> [CChar] {
        (root + Array("/\(path)".utf8) + [0]).map { CChar(bitPattern: $0) }
    }

    private func check(_ result: Int32, _ operation: String, _ path: String) throws(DemonstrationError) {
        if result < 0 { throw .current(operation, absolute(path)) }
    }

    /// Returns the parent path; empty for a single name.
    private static func parent(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
    }
}
