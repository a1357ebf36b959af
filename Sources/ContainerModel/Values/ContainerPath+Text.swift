extension ContainerPath {
    /// The path as reports show it: relative to the container's root, which is `.`; invalid UTF-8 is replaced.
    package var reportText: String { isRoot ? "." : String(decoding: bytes, as: UTF8.self) }
}
