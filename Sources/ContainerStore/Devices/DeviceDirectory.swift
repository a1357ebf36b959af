import ContainerModel
import System

/// Where devices are mounted: `sandglass` in `$XDG_RUNTIME_DIR`, which its user alone can enter.
///
/// `mounts/UDID/APP` is an app's container, or a directory with its Documents; `records/UDID/APP.…` is what processes need to
/// share it: the lock under which it is mounted and unmounted, the lock that each user shares, and the record about it.
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

/// An app of a device, as its files are mounted on this computer.
struct DevicePlace: Hashable, Sendable {
    /// The UDID.
    let device: String
    /// The bundle identifier.
    let app: String
    /// The directory of all mounts.
    let directory: [UInt8]

    /// The root of the app's container.
    var root: [UInt8] { directory + "/mounts/\(device)/\(app)".utf8 }
    /// Where its Documents are mounted if the device gives access to nothing else.
    var documents: [UInt8] { root + "/Documents".utf8 }
    /// Locked while the app is mounted or unmounted.
    var gate: [UInt8] { record(".gate") }
    /// Locked by each process that uses the mount, shared.
    var users: [UInt8] { record(".users") }
    /// What is known about the mount: a property list.
    var facts: [UInt8] { record(".plist") }

    private func record(_ suffix: String) -> [UInt8] { directory + "/records/\(device)/\(app)\(suffix)".utf8 }

    /// The mounts of the app, the latest last.
    var mounts: [Mount] { Mount.all.filter { $0.path == root || $0.path == documents } }
}

extension DevicePlace {
    /// Returns the app of a mount; nil if a path is none.
    init?(mountedAt path: [UInt8], in directory: [UInt8]) {
        guard path.starts(with: directory + "/mounts/".utf8),
            let address = DeviceAddress(below: path[(directory.count + 8)...]), let device = address.device,
            let app = address.app
        else { return nil }
        self.init(device: device, app: app, directory: directory)
    }
}

extension DeviceAddress {
    /// - Parameter path: The path below the directory of all mounts.
    fileprivate init?(below path: ArraySlice<UInt8>) {
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
        // Most paths are other ones, and cost no system call.
        guard path.first == ContainerPath.slash, let mounts = endOfMounts(in: path) else { return nil }
        let directory = DeviceDirectory.path
        guard mounts == directory.count + mountsName.count, path.starts(with: directory) else { return nil }
        return DeviceAddress(below: path[mounts...])
    }

    private static let mountsName = Array("/mounts/".utf8)

    /// Returns the index after the first directory that is called as that of all mounts; nil if there is none.
    private static func endOfMounts(in path: [UInt8]) -> Int? {
        let count = mountsName.count
        guard path.count >= count else { return nil }
        return (count...path.count).first { path[..<$0].suffix(count).elementsEqual(mountsName) }
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
            "cannot be opened: the directory \(String(decoding: path, as: UTF8.self)), below which devices are mounted, cannot be "
                + "used: \(reason)", cause: reason)
    }
}
