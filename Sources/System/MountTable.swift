/// A mounted file system, as `/proc/self/mountinfo` describes it (proc(5)). Nothing of the file system itself is looked at,
/// which would wait for one that does not answer.
package struct Mount: Hashable, Sendable {
    /// The device number of its items, as `stat` returns it.
    package let device: UInt64
    /// Where it is mounted, without symbolic links.
    package let path: [UInt8]
    /// The type: `ext4`, `fuse.ifuse`.
    package let type: String

    /// The mounts of this computer that this process sees, in the order in which they were made.
    package static var all: [Mount] {
        Platform.wholeContents(of: "/proc/self/mountinfo").split(separator: 0x0a).compactMap { Mount(line: $0) }
    }

    /// - Parameter line: A line of mountinfo: ID, parent, major:minor, root, mount point, options, optional fields, `-`, type.
    package init?(line: ArraySlice<UInt8>) {
        let fields = line.split(separator: 0x20)
        guard fields.count > 6, let dash = fields.dropFirst(6).firstIndex(where: { $0.elementsEqual([0x2d]) }),
            dash + 1 < fields.endIndex
        else { return nil }
        let numbers = String(decoding: fields[2], as: UTF8.self).split(separator: ":").compactMap { UInt32($0) }
        guard numbers.count == 2 else { return nil }
        device = sandglass_device_number(numbers[0], numbers[1])
        path = Self.unescaped(fields[4])
        type = String(decoding: fields[dash + 1], as: UTF8.self)
    }

    /// Returns a path with its octal escapes of spaces, tabs, line feeds and backslashes resolved.
    private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var path: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), digits.count == 3,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
            {
                path.append(value)
                rest = rest.dropFirst(3)
            } else {
                path.append(byte)
            }
        }
        return path
    }
}
