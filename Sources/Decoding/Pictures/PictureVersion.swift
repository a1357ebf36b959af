/// A version of a picture file, as far as metadata distinguishes versions, and the size that the picture is reduced to.
package struct PictureVersion: Hashable, Sendable {
    /// The device number of the file system.
    package let device: UInt64
    /// The inode number.
    package let inode: UInt64
    /// The size in bytes.
    package let size: UInt64
    /// When the contents were modified: seconds since 1970 and nanoseconds.
    package let modified: (seconds: Int64, nanoseconds: UInt32)
    /// When the metadata changed.
    package let changed: (seconds: Int64, nanoseconds: UInt32)
    /// The box that the picture is reduced to fit in.
    package let box: PictureBox

    /// Creates the version with the given parts.
    package init(
        device: UInt64,
        inode: UInt64,
        size: UInt64,
        modified: (seconds: Int64, nanoseconds: UInt32),
        changed: (seconds: Int64, nanoseconds: UInt32),
        box: PictureBox
    ) {
        (self.device, self.inode, self.size) = (device, inode, size)
        (self.modified, self.changed) = (modified, changed)
        self.box = box
    }

    /// The parts as numbers, in a fixed order.
    var numbers: [UInt64] {
        [
            device, inode, size, UInt64(bitPattern: modified.seconds), UInt64(modified.nanoseconds),
            UInt64(bitPattern: changed.seconds), UInt64(changed.nanoseconds), UInt64(box.width), UInt64(box.height),
        ]
    }

    package static func == (one: PictureVersion, other: PictureVersion) -> Bool { one.numbers == other.numbers }

    package func hash(into hasher: inout Hasher) { hasher.combine(numbers) }

    /// Returns whether a name has the form of those.
    static func isName(_ name: [UInt8]) -> Bool {
        let parts = name.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                (1...16).contains(part.count)
                    && part.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
            }
    }

    /// The name of its file in a cache. Later versions of a file have the same name, so that they replace earlier ones.
    var name: [UInt8] {
        let numbers = [device, inode, UInt64(box.width), UInt64(box.height)]
        return Array(numbers.map { String($0, radix: 16) }.joined(separator: "-").utf8)
    }
}
