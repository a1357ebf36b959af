package import ContainerModel
package import FoundationEssentials

extension ContainerPath {
    /// The bytes for reports, where `reportText` does not say them all.
    package var reportBytes: Data? {
        isRoot || String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes) ? nil : Data(bytes)
    }

    /// The first name: the directory of the container's root that the item is in. The root for itself.
    package var topDirectory: ContainerPath {
        var components = components
        return components.next().flatMap { ContainerPath(bytes: $0) } ?? .root
    }
}
