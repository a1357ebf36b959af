package import ContainerModel
package import FoundationEssentials

extension ContainerPath {
    /// The bytes of the path for reports; nil if `reportText` is exact.
    package var reportBytes: Data? {
        isRoot || String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes) ? nil : Data(bytes)
    }

    /// The first component: the directory of the container's root that contains the item. The root for the root itself.
    package var topDirectory: ContainerPath {
        var components = components
        return components.next().flatMap { ContainerPath(bytes: $0) } ?? .root
    }
}
