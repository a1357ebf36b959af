import System

/// The note in a lock file about the holder of the lock.
struct LockNote {
    var process = getpid()
    /// The start time of that process, as reported by the kernel: its process ID may have been reused.
    var processBegan = RunningProcess(getpid())?.startTime ?? 0
    /// When the lock was taken, in seconds since boot.
    var since = Platform.uptime
    var command = RunningProcess(getpid())?.command ?? "sandglass"
    var title: String

    init(title: String) { self.title = title }

    /// Parses a note; nil if the bytes are not one.
    init?(_ bytes: [UInt8]) {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 5, let process = Int32(lines[0]), process > 0, let began = UInt64(lines[1]),
            let since = Int64(lines[2])
        else { return nil }
        (self.process, processBegan, self.since) = (process, began, since)
        (command, title) = (String(lines[3]), String(lines[4]))
    }

    func write(to file: Descriptor, path: [UInt8]) throws(TransactionError) {
        // The file may contain the note of a process that was killed.
        guard ftruncate(file.number, 0) == 0 else { throw StateFile.failure("write", path, errno) }
        let text = "\(process)\n\(processBegan)\n\(since)\n\(command)\n\(title)\n"
        try StateFile.write(Array(text.utf8), to: file, path: path)
    }
}

/// The holder of a lock that could not be taken.
struct LockHolder {
    private let note: LockNote?
    private let number: pid_t?
    private let process: RunningProcess?

    /// - Parameter file: The open lock file.
    init(of file: Descriptor, path: [UInt8]) {
        let note = (try? StateFile.read(file, from: 0, count: 4_096, path: path)).flatMap { LockNote($0) }
        if let note, let process = RunningProcess(note.process), process.startTime == note.processBegan {
            (self.note, number, self.process) = (note, process.number, process)
        } else {
            // The holder was stopped or killed before it could write its note; ask the kernel.
            self.note = nil
            number = RunningProcess.locking(file.number)
            process = number.flatMap { RunningProcess($0) }
        }
    }

    /// The holder, what it is doing, for how long, and what the user can do. Names in it are not safe for a terminal.
    var words: String {
        guard let number else { return "another process; try again when it is done" }
        var words = "process \(number)"
        if let note {
            words += " (\(note.command): \(note.title)), for \(Self.duration(Platform.uptime &- note.since))"
        } else if let process {
            words += " (\(process.command))"
        }
        guard let process, process.isStopped else { return words + "; try again when it is done" }
        return words
            + ", which is stopped; continue it with \"fg\" or \"kill -CONT \(number)\", or end it, and try again"
    }

    private static func duration(_ seconds: Int64) -> String {
        let seconds = max(0, seconds)
        if seconds < 120 { return "\(seconds) s" }
        return seconds < 7_200 ? "\(seconds / 60) min" : "\(seconds / 3_600) h"
    }
}
