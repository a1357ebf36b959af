import ContainerModel
import FileTree
import Formats
import Jobs
import Synchronization
import System

/// The apps of devices and the hosts that this process has mounted, or shares with others.
///
/// A process that uses a mount holds a shared lock, which the system releases whatever becomes of the process. Who can
/// lock it alone is the last one, and unmounts. A mount is found in mountinfo, and never looked at before it is known
/// to answer.
package enum SourceMounts {
    /// A mount in use.
    private struct Used {
        let users: Descriptor
        /// When it answered last, of the monotonic clock.
        var answered: UInt64
    }

    private static let used = Mutex<[MountPlace: Used]>([:])
    /// The places that addresses without a device have led to.
    private static let resolved = Mutex<[DeviceAddress: MountPlace]>([:])
    /// How long a mount is believed to answer, in nanoseconds: a command opens the same path several times.
    private static let trust: UInt64 = 2_000_000_000

    /// Mounts the source of an address, unless it is.
    /// - Returns: The path of this computer that the address stands for.
    /// - Throws: `DeviceError`
    static func open(
        _ address: SourceAddress, _ cancellation: Cancellation = Cancellation()
    ) throws(DeviceError) -> [UInt8] {
        switch address {
        case .device(let address): return try open(address, cancellation)
        case .host(let address):
            let place = MountPlace(address, directory: try DeviceDirectory.make())
            if !isFresh(place) {
                try use(place, cancellation)
                HostLookahead.begin(at: place.root, address.path)
            }
            return place.path(address.path)
        }
    }

    /// Mounts the app of an address, unless it is.
    /// - Returns: The path of this computer that the address stands for.
    /// - Throws: `DeviceError`
    static func open(
        _ address: DeviceAddress, _ cancellation: Cancellation = Cancellation()
    ) throws(DeviceError) -> [UInt8] {
        guard let app = address.app else { throw .malformed("names no app") }
        let named = DeviceAddress(device: address.device, app: app)
        let known = resolved.withLock { $0[named] }
        if let known, isFresh(known) { return known.path(address.path) }
        let device = try ConnectedDevice.identifier(address.device, cancellation)
        let place = MountPlace(device: device, app: app, directory: try DeviceDirectory.make())
        if !isFresh(place) { try use(place, cancellation) }
        resolved.withLock { $0[named] = place }
        return place.path(address.path)
    }

    /// Returns the path of this computer that an address stands for, whether its source is mounted or not; nil for the
    /// only device, unless this process has mounted the app. Neither a device nor a host is asked.
    static func expanded(_ path: [UInt8]) -> [UInt8]? {
        guard let address = try? SourceAddress(path) else { return nil }
        switch address {
        case .host(let address): return MountPlace(address, directory: DeviceDirectory.path).path(address.path)
        case .device(let address):
            let named = DeviceAddress(device: address.device, app: address.app)
            if let known = resolved.withLock({ $0[named] }) { return known.path(address.path) }
            guard let device = address.device, let app = address.app else { return nil }
            return MountPlace(device: device, app: app, directory: DeviceDirectory.path).path(address.path)
        }
    }

    /// Returns the address of a mounted source that does not answer; nil if all do.
    static func lost() -> [UInt8]? {
        let places = used.withLock { Array($0.keys) }
        return places.first { place in place.mounts.last.map { !DeviceTools.answers($0.path) } ?? true }
            .map(\.address)
    }

    private static func isFresh(_ place: MountPlace) -> Bool {
        used.withLock { used in
            guard let answered = used[place]?.answered else { return false }
            return MonotonicClock.now() &- answered < trust
        }
    }

    private static func use(_ place: MountPlace, _ cancellation: Cancellation) throws(DeviceError) {
        let gate = try lock(place.gate, cancellation)
        defer { withExtendedLifetime(gate) {} }
        let known = used.withLock { $0[place]?.users }
        let users = if let known { known } else { try lockShared(place.users) }
        if let found = place.mounts.last, place.isRecorded, DeviceTools.answers(found.path) {
            noteCapabilities(of: place)
        } else {
            for dead in place.mounts.reversed() { try DeviceTools.unmount(dead.path) }
            try mount(place, cancellation)
        }
        used.withLock { $0[place] = Used(users: users, answered: MonotonicClock.now()) }
        if case .app = place.source { FurtherDeviceMounts.offer() }
        leaveAtExit()
    }

    private static func mount(_ place: MountPlace, _ cancellation: Cancellation) throws(DeviceError) {
        guard access("/dev/fuse", F_OK) == 0 else { throw .noFileSystem }
        switch place.source {
        case .app(let app, let device): try mount(app, on: device, at: place, cancellation)
        case .host(let host, let beginning):
            try makeDirectory(place.root)
            _ = withNullTerminated(place.root) { chmod($0, 0o700) }
            try HostTools.mount(HostAddress(host: host, beginning), at: place.root, cancellation)
        }
        noteCapabilities(of: place)
    }

    /// Mounts the container of an app, or else its Documents.
    private static func mount(
        _ identifier: String, on device: String, at place: MountPlace, _ cancellation: Cancellation
    ) throws(DeviceError) {
        let apps = try DeviceTools.apps(on: device, cancellation).compactMap { DeviceApp($0) }
        guard let app = apps.first(where: { $0.identifier == identifier }) else { throw .noApp(identifier) }
        guard app.access != .nothing else { throw .notShared(identifier) }
        try makeDirectory(place.root)
        _ = withNullTerminated(place.root) { chmod($0, 0o700) }
        _ = withNullTerminated(place.documents) { rmdir($0) }
        func mount(_ part: DeviceTools.Part, at directory: [UInt8]) throws(DeviceError) -> Bool {
            try DeviceTools.mount(part, of: identifier, on: device, at: directory, cancellation)
        }
        var part = DeviceTools.Part.container
        let isWhole = app.access == .documents ? false : try mount(part, at: place.root)
        if !isWhole {
            part = .documents
            try makeDirectory(place.documents)
            guard try mount(part, at: place.documents) else { throw .notShared(identifier) }
            // Nothing else than Documents is on the device.
            _ = withNullTerminated(place.root) { chmod($0, 0o500) }
        }
        try DeviceRecord(part: part, app: app.values).write(of: place)
    }

    /// Tells what is known about items of the source.
    private static func noteCapabilities(of place: MountPlace) {
        let mounts = place.mounts
        if case .host = place.source {
            for mount in mounts { FileSystemCapabilities.note(.host, of: mount) }
            return
        }
        for mount in mounts { FileSystemCapabilities.note(.conduit, of: mount) }
        // Above Documents that are mounted alone is a directory of this computer.
        guard mounts.contains(where: { $0.path == place.documents }),
            let root = try? RootedDirectory(hostPath: place.root).identity
        else { return }
        FileSystemCapabilities.note(.conduit, ofStandIn: root.device, inode: root.inode)
    }

    private static func makeDirectory(_ path: [UInt8]) throws(DeviceError) {
        do throws(PathError) {
            try makeDirectories(around: path + [ContainerPath.slash])
        } catch {
            throw DeviceError(
                .noFileSystem,
                "cannot be opened: \(String(decoding: error.path, as: UTF8.self)) cannot be made: \(error.errno)",
                cause: error)
        }
    }
}

// Sharing with other processes.
extension SourceMounts {
    /// Whether this process leaves its mounts when it exits.
    private static let leaves: Bool = {
        atexit { SourceMounts.leaveAll() }
        return true
    }()

    private static func leaveAtExit() { _ = leaves }

    /// Gives up all mounts of this process. What no other process uses is unmounted.
    package static func leaveAll() {
        FurtherDeviceMounts.leave()
        let left = used.withLock { used in
            defer { used = [:] }
            return used
        }
        for (place, use) in left {
            guard let gate = try? lock(place.gate, Cancellation()) else { continue }
            if flock(use.users.number, LOCK_EX | LOCK_NB) == 0 { unmount(place) }
            withExtendedLifetime(gate) {}
        }
    }

    /// Unmounts what processes have left that were killed. A mount that another process uses is left alone.
    package static func removeAbandoned() {
        guard DeviceDirectory.exists else { return }
        let directory = DeviceDirectory.path
        let places = Mount.all.compactMap { mount -> MountPlace? in
            // Documents that are mounted alone.
            MountPlace(mountedAt: mount.path, in: directory)
        }
        for place in Set(places) {
            guard let gate = try? lock(place.gate, Cancellation(), waits: false) else { continue }
            let opened = withNullTerminated(place.users) { Glibc.open($0, O_RDWR | O_CLOEXEC) }
            let users = opened < 0 ? nil : Descriptor(owning: opened)
            if users.map({ flock($0.number, LOCK_EX | LOCK_NB) == 0 }) ?? true { unmount(place) }
            withExtendedLifetime(gate) {}
        }
    }

    /// Unmounts a source, and removes what this computer has of it. The gate is locked.
    private static func unmount(_ place: MountPlace) {
        for mount in place.mounts.reversed() {
            FileSystemCapabilities.forget(mount)
            try? DeviceTools.unmount(mount.path)
        }
        guard place.mounts.isEmpty else { return }
        _ = withNullTerminated(place.root) { chmod($0, 0o700) }
        for directory in [place.documents, place.root] { _ = withNullTerminated(directory) { rmdir($0) } }
        _ = withNullTerminated(place.facts) { unlink($0) }
    }

    private static func file(_ path: [UInt8]) throws(DeviceError) -> Descriptor {
        do throws(PathError) {
            try makeDirectories(around: path)
        } catch {
            throw .locking(path, error.errno)
        }
        let opened = withNullTerminated(path) { Glibc.open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600) }
        guard opened >= 0 else { throw .locking(path, .last) }
        return Descriptor(owning: opened)
    }

    /// How long one process waits for another one to mount or unmount, in steps of 20 ms.
    private static let steps = 3_000

    private static func lock(
        _ path: [UInt8], _ cancellation: Cancellation, waits: Bool = true
    ) throws(DeviceError) -> Descriptor {
        let file = try file(path)
        for step in 0..<steps {
            if flock(file.number, LOCK_EX | LOCK_NB) == 0 { return file }
            guard errno == EWOULDBLOCK || errno == EINTR else { throw .locking(path, .last) }
            guard waits, step < steps - 1 else { break }
            if cancellation.isCancelled { throw .cancelled }
            poll(nil, 0, 20)
        }
        throw .noAnswer("another process has been mounting it for a minute")
    }

    private static func lockShared(_ path: [UInt8]) throws(DeviceError) -> Descriptor {
        let file = try file(path)
        while flock(file.number, LOCK_SH) != 0 {
            guard errno == EINTR else { throw .locking(path, .last) }
        }
        return file
    }
}

extension MountPlace {
    /// Whether all is written down that other processes need to know about a mount.
    fileprivate var isRecorded: Bool {
        if case .app = source { return DeviceRecord(of: self) != nil }
        return true
    }
}

extension DeviceError {
    fileprivate static func locking(_ path: [UInt8], _ reason: Errno) -> DeviceError {
        DeviceError(
            .noFileSystem,
            "cannot be opened: \(String(decoding: path, as: UTF8.self)) cannot be locked: \(reason)", cause: reason)
    }
}
