/// Writes small files of the program's own, completely or not at all.
package enum WholeFile {
    /// The extent to which changes survive a power loss.
    package enum Durability: Sendable {
        /// Either the old or the new contents. Waits for the disk, which takes seconds if it is busy.
        case durable
        /// The file may be missing or damaged afterwards. Does not wait for the disk.
        case untilPowerFails
    }

    /// Writes a file, accessible only to the user (mode 0600), replacing an existing one without following symbolic
    /// links. A concurrent reader, or one after a crash of the program, sees either the old or the new contents.
    ///
    /// - Parameters:
    ///   - name: A single name in `directory`, an open directory.
    ///   - beforeItAppears: Receives the finished file before it gets its name, for example to lock it, and may keep
    ///     it. If it throws, the file is not written.
    /// - Throws: The system error; nothing is left behind then.
    package static func write(
        _ contents: [UInt8],
        to name: some Collection<UInt8>,
        in directory: Int32,
        _ durability: Durability,
        beforeItAppears: (Descriptor) throws(Errno) -> Void = { _ in }
    ) throws(Errno) {
        let (file, temporary) = try makeTemporary(in: directory)
        do throws(Errno) {
            // Restore the bits that the umask cleared. Failure is harmless: file systems without modes have nothing to
            // restore.
            fchmod(file.number, 0o600)
            try writeAll(contents, to: file.number)
            if durability == .durable, fsync(file.number) != 0 { throw .last }
            try beforeItAppears(file)
            let answer = withNullTerminated(temporary) { from in
                withNullTerminated(name) { sandglass_rename_over(directory, from, directory, $0) }
            }
            if let failure = Errno(answer: answer) { throw failure }
        } catch {
            _ = withNullTerminated(temporary) { sandglass_remove_name(directory, $0, 0) }
            throw error
        }
    }

    /// Writes a file at an absolute host path; symbolic links in its directory's path are followed.
    package static func write(_ contents: [UInt8], at path: [UInt8], _ durability: Durability) throws(Errno) {
        guard let slash = path.lastIndex(of: 0x2f), slash < path.count - 1 else { throw .isDirectory }
        let opened = withNullTerminated(path[...slash]) { sandglass_open_host($0, O_RDONLY | O_DIRECTORY) }
        if let failure = Errno(answer: opened) { throw failure }
        let directory = Descriptor(owning: opened)
        try write(contents, to: path[(slash + 1)...], in: directory.number, durability)
    }

    private static let beginning = ".sandglass-"
    private static let middle = "-file-"

    /// Returns whether a name is of the form of the temporary files.
    package static func isTemporaryName(_ name: [UInt8]) -> Bool {
        guard name.starts(with: beginning.utf8) else { return false }
        let process = name.dropFirst(beginning.utf8.count).prefix { (0x30...0x39).contains($0) }
        let rest = name[process.endIndex...]
        let number = rest.dropFirst(middle.utf8.count)
        return !process.isEmpty && rest.starts(with: middle.utf8) && (1...2).contains(number.count)
            && number.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Creates a temporary file next to the one to be replaced.
    private static func makeTemporary(in directory: Int32) throws(Errno) -> (file: Descriptor, name: [UInt8]) {
        // A leftover of a crash has the process ID of a process that is gone; try the next number.
        for attempt in 0..<100 {
            let name = Array("\(beginning)\(getpid())\(middle)\(attempt)".utf8)
            let file = withNullTerminated(name) { sandglass_create_file(directory, $0, 0o600) }
            guard let failure = Errno(answer: file) else { return (Descriptor(owning: file), name) }
            guard failure == .fileExists else { throw failure }
        }
        throw .fileExists
    }
}
