import ContainerModel
import FileTree
import Synchronization
import System

/// Further mounts of apps that are mounted, for operations that read or write many files.
///
/// Such a mount has a place in the tree of files only until its root is open: from then on it lives as long as the root is
/// open, and ends with this process whatever becomes of it.
enum FurtherDeviceMounts {
    private struct Key: Hashable {
        let device: String
        let app: String
        let number: Int
    }

    private static let roots = Mutex<[Key: RootedDirectory]>([:])
    private static let made = Atomic(0)

    /// Has rooms below this one use further mounts.
    static func offer() { FurtherMounts.offer { path, number in open(path, number) } }

    /// Gives up all further mounts. Those that are still in use end later.
    static func leave() { roots.withLock { $0 = [:] } }

    /// Opens a directory of an app on one more mount; nil if it is not on a device, or cannot be opened.
    private static func open(_ hostPath: [UInt8], _ number: Int) -> RootedDirectory? {
        guard let address = DeviceAddress.ofMount(hostPath), let device = address.device, let app = address.app else {
            return nil
        }
        let place = MountPlace(device: device, app: app, directory: DeviceDirectory.path)
        let documents: ContainerPath = "Documents"
        guard let part = DeviceRecord(of: place)?.part,
            let path = part == .container ? address.path : address.path.relative(to: documents)
        else { return nil }
        let key = Key(device: device, app: app, number: number)
        let root: RootedDirectory
        if let known = roots.withLock({ $0[key] }) {
            root = known
        } else {
            guard let mounted = mount(part, of: app, on: device) else { return nil }
            root = mounted
            roots.withLock { $0[key] = root }
        }
        return path.isRoot ? root : try? root.subdirectory(path)
    }

    private static func mount(
        _ part: DeviceTools.Part, of app: String, on device: String
    ) -> RootedDirectory? {
        let serial = made.add(1, ordering: .relaxed).newValue
        // No app has such a name, and no other process.
        let name = "\(app)._\(getpid()).\(serial)"
        let path = MountPlace(device: device, app: name, directory: DeviceDirectory.path).root
        guard withNullTerminated(path, { mkdir($0, 0o700) }) == 0 else { return nil }
        defer { _ = withNullTerminated(path) { rmdir($0) } }
        guard (try? DeviceTools.mount(part, of: app, on: device, at: path)) == true else { return nil }
        let root = try? RootedDirectory(hostPath: path)
        try? DeviceTools.unmount(path)
        // Another process may have taken the mount for one that was left.
        guard let root, FileSystemKind(of: root.descriptor.number).isServedByProcess else { return nil }
        return root
    }
}
