import ContainerModel
import Formats

/// By what a container is known again from one start of the program to the next: the UUID of its metadata, which a
/// copy of it has too, and else its path on this computer.
struct ContainerKey {
    /// What a file that is kept for the container says of whom it is about.
    let value: PropertyListValue

    init(_ container: ContainerDescription) {
        value = container.app.containerUUID.map { .string($0) } ?? .data(container.hostPath.bytes)
    }

    /// The name of a property list in a directory of the state directory. Another container could have the same, if
    /// only in theory: the file says whose it is.
    func fileName(in directory: String) -> String {
        let bytes = value.dataValue ?? Array((value.stringValue ?? "").utf8)
        return "\(directory)/\(StateDirectory.harmlessName(for: bytes + [value.dataValue == nil ? 0 : 1])).plist"
    }
}
