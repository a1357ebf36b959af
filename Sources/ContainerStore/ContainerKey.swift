import ContainerModel
import FileTree
import Formats

/// The identity of a container across runs of the program: the memory of a container applies to no other one, neither
/// to a copy, which has the same UUID in its metadata, nor to a new one at the same path.
///
/// A directory is identified by its inode and the time it was created, wherever it is moved. Where the file system does
/// not record that time, inode numbers may not outlast a mount either, and the path counts instead. An archive is
/// identified by its path and the file there.
package struct ContainerKey: Equatable, Sendable {
    /// The identity as stored in files about the container.
    let value: PropertyListValue

    init(_ description: ContainerDescription, _ tree: any FileTree) {
        var pairs: [(String, PropertyListValue)] = []
        if let uuid = description.app.containerUUID { pairs.append(("uuid", .string(uuid))) }
        let path = description.hostPath
        if description.source.isOnDevice {
            // The inode numbers of a mount mean nothing.
            pairs.append(("device", .data(DeviceAddress.ofMount(path.bytes)?.spelling ?? path.bytes)))
        } else if description.medium != nil {
            pairs.append(("path", .data(path.bytes)))
            pairs += TreeFile.find(path.bytes).flatMap { Self.status(ofFile: $0.0) }.map(Self.file) ?? []
        } else if let status = try? tree.status(.root), let born = status.born {
            pairs.append(("inode", .integer(Int64(bitPattern: status.inode))))
            pairs.append(("born", .integer(born)))
            pairs.append(("bornNanoseconds", .integer(Int64(status.bornNanoseconds ?? 0))))
        } else {
            pairs.append(("path", .data(path.bytes)))
        }
        value = .dictionary(PropertyListDictionary(pairs))
    }

    private static func status(ofFile file: TreeFile) -> ItemStatus? {
        guard let path = HostPath(file.hostPath), let name = ContainerPath(bytes: path.name),
            let parent = path.parent
        else { return nil }
        return try? RootedDirectory(hostPath: parent.bytes).status(name)
    }

    /// Returns the metadata that distinguishes an archive from another one at its path.
    private static func file(_ status: ItemStatus) -> [(String, PropertyListValue)] {
        [
            ("inode", .integer(Int64(bitPattern: status.inode))), ("size", .integer(Int64(clamping: status.size))),
            ("modified", .integer(status.modified)),
            ("modifiedNanoseconds", .integer(Int64(status.modifiedNanoseconds))),
        ]
    }

    /// The identity as bytes.
    package var bytes: [UInt8] { PropertyListWriter.xml(value) }

    /// Returns the name of a property list in a directory of the state directory. Names may collide in theory, so the
    /// file also contains the identity.
    func fileName(in directory: String) -> String {
        "\(directory)/\(StateDirectory.harmlessName(for: bytes)).plist"
    }
}
