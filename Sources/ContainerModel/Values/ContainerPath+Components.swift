extension ContainerPath {
    /// The components of a path from the root down, found lazily.
    package struct Components: Sequence, IteratorProtocol, Sendable {
        private var rest: ArraySlice<UInt8>

        init(_ bytes: [UInt8]) { rest = bytes[...] }

        /// Returns the next component.
        package mutating func next() -> ArraySlice<UInt8>? {
            guard !rest.isEmpty else { return nil }
            guard let slash = rest.firstIndex(of: ContainerPath.slash) else {
                defer { rest = [] }
                return rest
            }
            defer { rest = rest[(slash + 1)...] }
            return rest[..<slash]
        }
    }

    /// The components of the path; empty for the root. Nothing is copied.
    package var components: Components { Components(bytes) }
}
