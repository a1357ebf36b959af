// The differences between Linux and macOS, together with the C target `CPlatform`.
//
// Higher-level modules import only `System`, which re-exports the C library (Darwin's has another name) and the system
// calls that it lacks, and reads what Linux publishes in /proc. A port to macOS would need a `Platform+Darwin.swift`
// next to this file and its own `CPlatform`; this has never been tried.

@_exported public import CPlatform
@_exported public import Glibc

/// This program and the system it runs on.
package enum Platform {
    /// Identifies the current boot of the system. A process identifier recorded before a restart has no meaning after
    /// it.
    package static var bootIdentifier: String {
        String(decoding: contents(of: "/proc/sys/kernel/random/boot_id").prefix { $0 != 0x0a }, as: UTF8.self)
    }

    /// Seconds since the system booted, including time spent suspended. This clock cannot be set.
    package static var uptime: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        return Int64(now.tv_sec)
    }

    /// Whether the user's locale encodes text as UTF-8; if not, the program prints ASCII.
    package static let isLocaleUTF8 = sandglass_is_locale_utf8()

    /// The path of the running executable.
    package static var executablePath: String {
        var buffer = [CChar](repeating: 0, count: 4_096)
        let count = max(0, readlink("/proc/self/exe", &buffer, buffer.count - 1))
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// A path by which other processes can run this executable while this process runs, even if its file has been
    /// replaced or removed.
    package static var runningExecutable: String { "/proc/\(getpid())/exe" }

    /// Returns the path of an open file or directory; nil if it has been removed, or is not known.
    package static func path(of descriptor: Descriptor) -> [UInt8]? {
        var buffer = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/self/fd/\(descriptor.number)", &buffer, buffer.count)
        guard count > 0, count < buffer.count, buffer[0] == 0x2f else { return nil }
        let path = buffer[..<count].map { UInt8(bitPattern: $0) }
        var status = stat()
        return withNullTerminated(path) { stat($0, &status) } == 0 ? path : nil
    }

    /// Returns the width of a terminal in columns; nil if the descriptor is not a terminal or the width is unknown.
    package static func terminalWidth(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// The size of the terminal on a descriptor; nil if it is none, or one of the numbers is not known.
    package static func terminalSize(of descriptor: Int32) -> (columns: Int, rows: Int)? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Returns the type of the file system that an open item is on, as mountinfo names it (proc_pid_mountinfo(5)), such
    /// as `fuse.ifuse`; nil if it is not known.
    package static func fileSystemType(of descriptor: Int32) -> String? { Mount(of: descriptor)?.type }

    /// The permissions that new files of this process do not get (umask(2)).
    package static let fileCreationMask: UInt32 = {
        let line = lines(of: "/proc/self/status").first { $0.hasPrefix("Umask:") }
        return line.flatMap { UInt32($0.dropFirst(6).filter { !$0.isWhitespace }, radix: 8) } ?? 0o022
    }()

    /// Returns the first bytes of a file in /proc; empty if it cannot be read.
    fileprivate static func contents(of path: String, atMost size: Int = 4_096) -> [UInt8] {
        let opened = open(path, O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { return [] }
        let file = Descriptor(owning: opened)
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let more = read(file.number, buffer.baseAddress! + count, size - count)  // Its size is never 0.
                if more < 0, errno == EINTR { continue }
                guard more > 0 else { return }
                count += more
            }
        }
    }

    /// Returns a file in /proc, up to 4 MiB; empty if it cannot be read.
    static func wholeContents(of path: String) -> [UInt8] { contents(of: path, atMost: 4 << 20) }

    /// Returns the lines of a file in /proc; none if it cannot be read.
    static func lines(of path: String, atMost size: Int = 4_096) -> [Substring] {
        String(decoding: contents(of: path, atMost: size), as: UTF8.self).split(separator: "\n")
    }
}

/// A process of this computer, as described by `/proc/PID/stat` (proc_pid_stat(5)).
package struct RunningProcess: Sendable {
    /// The process identifier.
    package let number: pid_t
    /// The first 15 bytes of the executable's name, without control characters.
    package let command: String
    /// The letter of its state: `R` running, `S` and `D` sleeping, `T` and `t` stopped, `Z` and `X` exited.
    package let state: Character
    /// The parent's process identifier.
    package let parent: pid_t
    /// When the process started, in clock ticks since boot. Distinguishes it from a later process with the same
    /// identifier.
    package let startTime: UInt64

    /// Looks up a process; nil if there is none with this identifier.
    package init?(_ number: pid_t) {
        let stat = Platform.contents(of: "/proc/\(number)/stat")
        // The second field, the name in parentheses, may contain any characters; it ends at the last ")".
        guard let first = stat.firstIndex(of: UInt8(ascii: "(")), let last = stat.lastIndex(of: UInt8(ascii: ")")),
            first < last
        else { return nil }
        // The remaining fields, from the third: the state, the parent, …, and the start time as the 22nd.
        let fields = stat[(last + 1)...].split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        guard fields.count > 19, let state = fields[0].first, let parent = pid_t(fields[1]),
            let startTime = UInt64(fields[19])
        else { return nil }
        command = String(decoding: stat[(first + 1)..<last].filter { $0 >= 0x20 && $0 != 0x7f }, as: UTF8.self)
        (self.number, self.state, self.parent, self.startTime) = (number, state, parent, startTime)
    }

    /// Whether the process was stopped by a signal or a tracer.
    package var isStopped: Bool { state == "T" || state == "t" }

    /// Whether the process has ended but its parent has not collected its exit status yet.
    package var hasExited: Bool { state == "Z" || state == "X" }

    /// The kernel function that the process sleeps in; empty if it is running or the kernel does not report it.
    package var waitChannel: String {
        String(decoding: Platform.contents(of: "/proc/\(number)/wchan"), as: UTF8.self)
    }

    /// The lines of `/proc/PID/status` that give amounts of memory.
    package enum Memory: String {
        /// The memory currently resident.
        case resident = "VmRSS"
        /// The peak of the resident memory.
        case peak = "VmHWM"
    }

    /// Returns an amount of memory in KiB; 0 if the kernel does not report it.
    package static func memory(_ kind: Memory, of process: pid_t = getpid()) -> Int {
        let text = String(decoding: Platform.contents(of: "/proc/\(process)/status", atMost: 8_192), as: UTF8.self)
        let found = text.split(separator: "\n").first { $0.hasPrefix(kind.rawValue + ":") }
        return found?.split { $0 == " " || $0 == "\t" }.compactMap { Int($0) }.first ?? 0
    }

    /// The identifiers of all visible processes.
    package static var all: [pid_t] { entries(of: "/proc").compactMap { pid_t($0) } }

    /// Returns the first process other than this one that has a file open for writing; nil if none is visible.
    package static func writing(to file: Int32) -> RunningProcess? {
        var wanted = stat()
        guard fstat(file, &wanted) == 0 else { return nil }
        for process in all where process != getpid() {
            for number in entries(of: "/proc/\(process)/fd") {
                var found = stat()
                guard stat("/proc/\(process)/fd/\(number)", &found) == 0,
                    (found.st_dev, found.st_ino) == (wanted.st_dev, wanted.st_ino),
                    isOpenForWriting("/proc/\(process)/fdinfo/\(number)")
                else { continue }
                return RunningProcess(process)
            }
        }
        return nil
    }

    /// Returns the identifier of the process that holds the flock(2) lock of an open file (proc_locks(5)); nil if none
    /// is visible.
    package static func locking(_ file: Int32) -> pid_t? {
        var status = stat()
        // `/proc/locks` shows the numbers of the mount.
        guard fstat(file, &status) == 0, let mount = Mount(of: file) else { return nil }
        for line in Platform.lines(of: "/proc/locks", atMost: 1 << 20) {
            let words = line.split(separator: " ")
            guard words.count >= 6, words[1] == "FLOCK" else { continue }
            let place = words[5].split(separator: ":")
            guard place.count == 3, place[0...1].map({ UInt32($0, radix: 16) }) == [mount.major, mount.minor],
                UInt64(place[2]) == UInt64(status.st_ino)
            else { continue }
            return pid_t(words[4]).flatMap { $0 > 0 ? $0 : nil }
        }
        return nil
    }

    /// Returns the names in a directory that start with a digit.
    fileprivate static func entries(of path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.first?.isNumber == true { names.append(name) }
        }
        return names
    }

    /// Returns whether a descriptor's flags, given in octal in `/proc/PID/fdinfo/N`, allow writing.
    fileprivate static func isOpenForWriting(_ path: String) -> Bool {
        let lines = Platform.contents(of: path, atMost: 512).split(separator: 0x0a)
        guard let line = lines.first(where: { $0.starts(with: "flags:".utf8) }) else { return false }
        // The mode is the last digit.
        return Int32(line.last ?? 0) & O_ACCMODE != O_RDONLY
    }
}

/// The files that other processes could write at one moment: that they had open for writing or mapped so (proc_pid_fd(5),
/// proc_pid_maps(5)).
package struct FilesInUse: Sendable {
    private struct File: Hashable {
        let device: UInt64
        let inode: UInt64
    }

    private var opened: Set<File> = []
    /// The numbers alone: some file systems show other device numbers there.
    private var mapped: Set<UInt64> = []
    /// Whether the system tells which files the processes of this user have open.
    package private(set) var isKnown: Bool

    /// Looks at all processes that this one may look at.
    package init() {
        isKnown = access("/proc/self/fd", R_OK) == 0
        for process in RunningProcess.all where process != getpid() {
            let directory = "/proc/\(process)"
            for number in RunningProcess.entries(of: "\(directory)/fd") {
                var found = stat()
                guard stat("\(directory)/fd/\(number)", &found) == 0, found.st_mode & S_IFMT == S_IFREG,
                    RunningProcess.isOpenForWriting("\(directory)/fdinfo/\(number)")
                else { continue }
                opened.insert(File(device: UInt64(found.st_dev), inode: UInt64(found.st_ino)))
            }
            for line in Platform.contents(of: "\(directory)/maps", atMost: 1 << 22).split(separator: 0x0a) {
                if let inode = Self.sharedFile(line) { mapped.insert(inode) }
            }
        }
    }

    /// Returns the inode number in a line of a process's mappings if it may write to the file:
    /// `55d0-55d4 rw-s 00000000 fd:01 1234 /path`. A private mapping writes to no file.
    private static func sharedFile(_ line: ArraySlice<UInt8>) -> UInt64? {
        let space = UInt8(ascii: " ")
        guard let end = line.firstIndex(of: space), line.endIndex - end > 4, line[end + 2] == UInt8(ascii: "w"),
            line[end + 4] == UInt8(ascii: "s")
        else { return nil }
        let words = line.split(separator: space, maxSplits: 5, omittingEmptySubsequences: true)
        return words.count >= 5 ? UInt64(String(decoding: words[4], as: UTF8.self)) : nil
    }

    /// Returns whether a process could write a file.
    package func contains(device: UInt64, inode: UInt64) -> Bool {
        !opened.isEmpty && opened.contains(File(device: device, inode: inode))
            || !mapped.isEmpty && mapped.contains(inode)
    }
}

/// The kind of file system that an item is on, by the number that statfs(2) reports.
package struct FileSystemKind: Sendable {
    /// The number, as in linux/magic.h; 0 if unknown.
    package let number: UInt64

    /// Creates a kind from its number.
    package init(number: UInt64) { self.number = number }

    /// Returns the kind of the file system of an open item.
    package init(of descriptor: Int32) { self.init(number: sandglass_file_system_type(descriptor)) }

    /// Whether the file system is known to store all metadata exactly: ext2 to ext4, XFS, Btrfs, tmpfs, F2FS, overlay,
    /// ZFS and ramfs. Others may report success and yet round a time or drop a permission bit.
    package var keepsMetadata: Bool {
        [
            0xef53, 0x5846_5342, 0x9123_683e, 0x0102_1994, 0xf2f5_2010, 0x794c_7630, 0x2fc1_2fc1, 0x8584_58f6,
        ].contains(number)
    }

    /// Whether the first write to a page of a mapped file changes the file's times: ext2 to ext4, XFS, Btrfs, F2FS, and
    /// overlay, which shows the file below. On tmpfs, it does not.
    package var reportsMappedWrites: Bool {
        [0xef53, 0x5846_5342, 0x9123_683e, 0xf2f5_2010, 0x794c_7630].contains(number)
    }

    /// Whether a process serves the file system (fuse(4)).
    package var isServedByProcess: Bool { number == 0x6573_5546 }

    /// Whether the file system has permissions; FAT, exFAT and NTFS have none.
    package var hasPermissions: Bool { ![0x4d44, 0x2011_bab0, 0x5346_544e].contains(number) }
}

/// The room on a file system.
package enum FileSystemSpace {
    /// Returns the bytes that a user may still write to the file system of an open item; nil if it does not say.
    package static func free(on descriptor: Int32) -> UInt64? {
        let bytes = sandglass_free_bytes(descriptor)
        return bytes >= 0 ? UInt64(bytes) : nil
    }
}

/// The extended attributes in which Linux stores POSIX access control lists (acl(5)).
package enum AccessListAttribute {
    /// The attribute with the list of an item.
    package static let own = "system.posix_acl_access"
    /// The attribute with the list that new items of a directory inherit.
    package static let inherited = "system.posix_acl_default"
}
