/// The bytes of a file, read as far as its structure requires.
package struct FileBytes {
    /// The size of the file in bytes.
    package let size: UInt64
    private let read: (_ offset: UInt64, _ count: Int) -> [UInt8]

    /// Creates the bytes of a file.
    /// - Parameter read: Returns bytes from anywhere in the file; fewer at its end, and if it cannot be read.
    package init(size: UInt64, read: @escaping (_ offset: UInt64, _ count: Int) -> [UInt8]) {
        self.size = size
        self.read = read
    }

    /// Creates bytes that are in memory.
    package init(_ bytes: [UInt8]) {
        self.init(size: UInt64(bytes.count)) { offset, count in
            guard offset < UInt64(bytes.count) else { return [] }
            return Array(bytes[Int(offset)...].prefix(count))
        }
    }

    /// Returns bytes; fewer at the end of the file.
    func bytes(_ offset: UInt64, _ count: Int) -> [UInt8] { offset < size ? read(offset, count) : [] }
}
