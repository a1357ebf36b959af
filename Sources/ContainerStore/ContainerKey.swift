import ContainerModel
import Formats

/// The identity of a container across runs of the program: the UUID in its metadata, which its copies share, or else
/// its path on this computer.
struct ContainerKey {
    /// The identity as stored in files about the container.
    let value: PropertyListValue

    init(_ container: ContainerDescription) {
        value = container.app.containerUUID.map { .string($0) } ?? .data(container.hostPath.bytes)
    }

    /// Returns the name of a property list in a directory of the state directory. Names may collide in theory, so the
    /// file also contains the identity.
    func fileName(in directory: String) -> String {
        let bytes = value.dataValue ?? Array((value.stringValue ?? "").utf8)
        return "\(directory)/\(StateDirectory.harmlessName(for: bytes + [value.dataValue == nil ? 0 : 1])).plist"
    }
}
