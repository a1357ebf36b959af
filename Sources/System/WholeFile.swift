/// Small files that are there as a whole or not at all: the one writer of what the program keeps of its own.
package enum WholeFile {
    /// What survives a loss of power.
    package enum Durability: Sendable {
        /// The old contents or the new, never a part: waits for the disk, which takes seconds where others keep it busy.
        case durable
        /// The file may be missing or damaged afterwards. Nobody waits for the disk.
        case untilPowerFails
    }

    /// Writes a file, readable by nobody else (mode 0600), in the place of what stands there, no link followed: whoever
    /// reads it meanwhile, or after a crash of the program, sees the old contents or the new.
    ///
    /// - Parameters:
    ///   - name: a single name in `directory`, an open directory.
    ///   - beforeItAppears: gets the finished file while nobody knows it under its name, to lock it, say, and may keep
    ///     it. What it throws ends the writing.
    /// - Throws: the system's reason; nothing is left behind then.
    package static func write(
        _ contents: [UInt8],
        to name: some Collection<UInt8>,
        in directory: Int32,
        _ durability: Durability,
        beforeItAppears: (Descriptor) throws(Errno) -> Void = { _ in }
    ) throws(Errno) {
        let (file, temporary) = try makeTemporary(in: directory)
        do throws(Errno) {
            // Whatever the umask took away. It only takes: where a file system knows no modes, nothing is lost.
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

    /// The same by an absolute path of this computer; links on the way are followed.
    package static func write(_ contents: [UInt8], at path: FilePath, _ durability: Durability) throws(Errno) {
        guard let name = path.lastComponent else { throw .isDirectory }
        let opened = path.removingLastComponent().withPlatformString {
            sandglass_open_host($0, O_RDONLY | O_DIRECTORY)
        }
        if let failure = Errno(answer: opened) { throw failure }
        let directory = Descriptor(owning: opened)
        try write(contents, to: FilePath(root: nil, [name]).bytes, in: directory.number, durability)
    }

    /// A new file beside the one that it will replace.
    private static func makeTemporary(in directory: Int32) throws(Errno) -> (file: Descriptor, name: [UInt8]) {
        // One that a crash left behind has the number of a process that is gone: the next number will do.
        for attempt in 0..<100 {
            let name = Array(".sandglass-\(getpid())-file-\(attempt)".utf8)
            let file = withNullTerminated(name) { sandglass_create_file(directory, $0, 0o600) }
            guard let failure = Errno(answer: file) else { return (Descriptor(owning: file), name) }
            guard failure == .fileExists else { throw failure }
        }
        throw .fileExists
    }
}
