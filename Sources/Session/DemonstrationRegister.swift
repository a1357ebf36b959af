import ContainerModel
package import ContainerStore
import Copying
import FileTree
import Formats
import Jobs

/// The demonstrations made by this program on this computer, recorded in the state directory.
///
/// A container's own metadata proves nothing: a copy of a demonstration, or a container with its identifier, may be
/// anyone's, and the program writes nothing into it unasked.
package struct DemonstrationRegister: Sendable {
    private static let folder: ContainerPath = "demonstrations"
    /// The maximum number of bytes read of an entry.
    private static let longestEntry = 65_536

    private let state: StateDirectory

    /// Creates a register.
    /// - Parameter state: The program's state directory.
    package init(in state: StateDirectory = .fromEnvironment()) { self.state = state }

    /// Records that the container was made as a demonstration, and removes entries of containers that no longer exist.
    /// - Throws: `StateError`, `ItemFailure`, `FileTreeError`
    package func add(_ container: Container) throws {
        let root = try state.opened(makesIt: true)
        try AtomicFile.makeDirectories(Self.folder, below: root)
        forgetMissing(below: root)
        let status = try container.tree.status(.root)
        let path = container.description.hostPath.bytes
        let entry: PropertyListValue = [
            "path": .data(path), "device": .string(String(status.device)), "inode": .string(String(status.inode)),
        ]
        try AtomicFile.write(PropertyListWriter.xml(entry), to: Self.place(of: path), below: root)
    }

    /// Returns whether the container is the very one that was recorded, at the same path.
    package func contains(_ container: Container) -> Bool {
        let path = container.description.hostPath.bytes
        guard let root = try? state.opened(makesIt: false), let entry = Self.entry(Self.place(of: path), below: root),
            let status = try? container.tree.status(.root)
        else { return false }
        return entry.path == path && entry.isOf(status)
    }

    private struct Entry {
        var path: [UInt8]
        var device: String
        var inode: String

        func isOf(_ status: ItemStatus) -> Bool { (device, inode) == (String(status.device), String(status.inode)) }
    }

    private static func entry(_ place: ContainerPath, below root: RootedDirectory) -> Entry? {
        guard let bytes = try? FileContents.read(place, in: root, limit: longestEntry),
            let list = try? PropertyListReader.read(bytes), let path = list["path"]?.dataValue,
            let device = list["device"]?.stringValue, let inode = list["inode"]?.stringValue
        else { return nil }
        return Entry(path: path, device: device, inode: inode)
    }

    private func forgetMissing(below root: RootedDirectory) {
        guard let directory = try? root.openDirectory(Self.folder),
            let entries = try? DirectoryReader.read(directory, path: Self.folder, cancellation: Cancellation())
        else { return }
        for index in 0..<entries.count {
            guard let place = Self.folder.appending(name: Array(entries.name(index))),
                let entry = Self.entry(place, below: root)
            else { continue }
            let status = try? RootedDirectory(hostPath: entry.path).status(.root)
            if status.map(entry.isOf) != true { try? AtomicFile.remove(place, below: root) }
        }
    }

    private static func place(of hostPath: [UInt8]) -> ContainerPath {
        folder.appending(name: Array("\(StateDirectory.harmlessName(for: hostPath)).plist".utf8)) ?? folder
    }
}
