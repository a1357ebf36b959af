import ContainerModel
import System

/// Where devices and hosts are mounted: `sandglass` in `$XDG_RUNTIME_DIR`, which its user alone can enter.
///
/// `mounts/UDID/APP` is an app's container, or a directory with its Documents, `mounts/ssh/HOST/home` a user's home
/// directory on a host. `records` has the same names for what processes need to share it: `….gate`, the lock under
/// which it is mounted and unmounted, `….users`, the lock that each user shares, and `….plist`, the record about an
/// app.
enum DeviceDirectory {
    /// The directory, without symbolic links if it exists.
    static var path: [UInt8] { resolved(named) ?? named }

    /// Whether the directory exists, and is this user's.
    static var exists: Bool { isOwn(named) }

    /// Makes the directory if it does not exist.
    /// - Returns: Its path without symbolic links.
    /// - Throws: `DeviceError` if it cannot be made, or is another user's.
    static func make() throws(DeviceError) -> [UInt8] {
        let path = named
        do throws(PathError) {
            try makeDirectories(around: path + [ContainerPath.slash])
        } catch {
            throw .unusable(path, error.errno)
        }
        guard isOwn(path), let resolved = resolved(path) else { throw .unusable(path, Errno(rawValue: EPERM)) }
        _ = withNullTerminated(path) { chmod($0, 0o700) }
        return resolved
    }

    /// Returns a path of this computer below the directory of all mounts; nil for any other path.
    static func pathBelowMounts(_ path: [UInt8]) -> ArraySlice<UInt8>? {
        // Most paths are other ones, and cost no system call.
        guard path.first == ContainerPath.slash, let mounts = endOfMounts(in: path) else { return nil }
        let directory = Self.path
        guard mounts == directory.count + mountsName.count, path.starts(with: directory) else { return nil }
        return path[mounts...]
    }

    private static let mountsName = Array("/mounts/".utf8)

    /// Returns the index after the first directory that is called as that of all mounts; nil if there is none.
    private static func endOfMounts(in path: [UInt8]) -> Int? {
        let count = mountsName.count
        guard path.count >= count else { return nil }
        return (count...path.count).first { path[..<$0].suffix(count).elementsEqual(mountsName) }
    }

    /// The directory by its name. Without `XDG_RUNTIME_DIR`, it is that which the system would have given the user, or one
    /// among the temporary files.
    private static var named: [UInt8] {
        if let given = EnvironmentVariable.path("XDG_RUNTIME_DIR"), given.first == ContainerPath.slash {
            return given + "/sandglass".utf8
        }
        let usual = Array("/run/user/\(getuid())".utf8)
        if isOwn(usual) { return usual + "/sandglass".utf8 }
        return Array("/tmp/sandglass-\(getuid())".utf8)
    }

    /// Returns whether a path is a directory of this user; a symbolic link is none.
    private static func isOwn(_ path: [UInt8]) -> Bool {
        var found = stat()
        return withNullTerminated(path) { lstat($0, &found) } == 0 && found.st_mode & S_IFMT == S_IFDIR
            && found.st_uid == getuid()
    }

    private static func resolved(_ path: [UInt8]) -> [UInt8]? {
        guard let found = withNullTerminated(path, { realpath($0, nil) }) else { return nil }
        defer { free(found) }
        return Array(UnsafeRawBufferPointer(start: found, count: strlen(found)))
    }
}

extension DeviceAddress {
    /// - Parameter path: The path below the directory of all mounts.
    init?(below path: ArraySlice<UInt8>) {
        let names = path.split(separator: ContainerPath.slash)
        guard let device = names.first, Self.isDevice(device) else { return nil }
        self.init(device: String(decoding: device, as: UTF8.self))
        guard names.count > 1 else { return }
        guard Self.isApp(names[1]) else { return nil }
        app = String(decoding: names[1], as: UTF8.self)
        for name in names.dropFirst(2) { self.path = self.path.appending(name: name) ?? self.path }
    }

    /// Returns the address of a path of this computer below the directory of all mounts; nil for any other path.
    static func ofMount(_ path: [UInt8]) -> DeviceAddress? {
        DeviceDirectory.pathBelowMounts(path).flatMap { DeviceAddress(below: $0) }
    }

    /// Returns the address that a path is, or leads to as a path of this computer; nil for any other path.
    /// - Throws: `DeviceError`, with the code `malformed`.
    package static func of(_ path: [UInt8]) throws(DeviceError) -> DeviceAddress? {
        isOne(path) ? try DeviceAddress(path) : ofMount(path)
    }
}

extension DeviceError {
    fileprivate static func unusable(_ path: [UInt8], _ reason: Errno) -> DeviceError {
        DeviceError(
            .noFileSystem,
            "cannot be opened: the directory \(String(decoding: path, as: UTF8.self)), below which sources are mounted, cannot be "
                + "used: \(reason)", cause: reason)
    }
}
