extension ContainerPath {
    /// The path as reports have it: from the container's root, which is `.`; bytes that are not UTF-8 are replaced.
    package var reportText: String { isRoot ? "." : String(decoding: bytes, as: UTF8.self) }
}
