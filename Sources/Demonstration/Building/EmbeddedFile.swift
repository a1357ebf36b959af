import CDemonstration

/// A file that is built into the program, from `Sources/CDemonstration`.
enum EmbeddedFile {
    /// Returns the contents of the file called `name`, which must exist.
    static func bytes(_ name: String) -> [UInt8] {
        let file = demonstration_file_named(name)
        precondition(file.bytes != nil, "No file \(name) is built into the program.")
        return [UInt8](UnsafeBufferPointer(start: file.bytes, count: file.count))
    }
}

extension ContainerEntry.Content {
    /// The contents of a file that is built into the program.
    static func file(_ name: String) -> Self { .bytes { EmbeddedFile.bytes(name) } }
}
