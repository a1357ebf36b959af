import ContainerModel
import ContainerStore
import TestSupport
import Testing

/// Returns an XML property list of strings and integers.
func propertyList(_ values: [String: Any]) -> String {
    let pairs = values.map { key, value in
        "<key>\(key)</key>" + (value is Int ? "<integer>\(value)</integer>" : "<string>\(value)</string>")
    }
    return "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict>\(pairs.joined())</dict></plist>"
}

let metadataName = ".com.apple.mobile_container_manager.metadata.plist"

extension TemporaryDirectory {
    /// Writes a container's metadata plist into `container`.
    func writeMetadata(_ identifier: String, contentClass: Int = 2, in container: String = ".") throws {
        let values: [String: Any] = ["MCMMetadataIdentifier": identifier, "MCMMetadataContentClass": contentClass]
        try write(propertyList(values), to: "\(container)/\(metadataName)")
    }

    /// Opens the path of an entry, or the directory itself.
    func open(_ name: String = "", as kind: ContainerKind? = nil) throws -> OpenedPath {
        try ContainerStore.open(Array((name.isEmpty ? path : self(name)).utf8), as: kind)
    }

    /// Opens a path that leads to one container.
    func container(_ name: String = "", as kind: ContainerKind? = nil) throws -> (ContainerDescription, ContainerStart)
    {
        guard case .container(let container, let start) = try open(name, as: kind) else {
            throw CommandError(call: "open one container at \(name)", number: 0)
        }
        return (container.description, start)
    }

    /// Returns the error with which a path cannot be opened; nil if it can be.
    func refusal(_ name: String = "", as kind: ContainerKind? = nil) -> ContainerStoreError? {
        do {
            _ = try open(name, as: kind)
            return nil
        } catch {
            return error as? ContainerStoreError
        }
    }

    /// Returns a path below the directory as the store reports it.
    func hostPath(_ name: String) -> HostPath? { HostPath(Array(self(name).utf8)) }
}
