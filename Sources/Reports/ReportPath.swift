package import ContainerModel
package import FoundationEssentials

/// Returns the bytes of a name or path for reports; nil if they are UTF-8, so that the text is exact.
package func bytesUnlessText(_ bytes: some Collection<UInt8>) -> Data? {
    String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes) ? nil : Data(bytes)
}

/// Returns a path for reports: as text, in which invalid UTF-8 is replaced, and its bytes unless the text is exact.
package func reported(_ path: [UInt8]) -> (text: String, bytes: Data?) {
    (String(decoding: path, as: UTF8.self), bytesUnlessText(path))
}

extension ContainerPath {
    /// The bytes of the path for reports; nil if `reportText` is exact.
    package var reportBytes: Data? { isRoot ? nil : bytesUnlessText(bytes) }

    /// The bytes of `reportText`, exact: a dot for the root.
    package var reportedBytes: [UInt8] { isRoot ? [0x2e] : bytes }

    /// The first component: the directory of the container's root that contains the item. The root for the root itself.
    package var topDirectory: ContainerPath {
        var components = components
        return components.next().flatMap { ContainerPath(bytes: $0) } ?? .root
    }
}
