/// A mounted file system, as `mountinfo` in /proc describes it (proc_pid_mountinfo(5)). Nothing of the file system itself is
/// looked at, which would wait for one that does not answer.
package struct Mount: Hashable, Sendable {
    /// The type of a device's file system that ifuse serves.
    package static let conduitType = "fuse.ifuse"

    /// The identifier, which is unique among the mounts of a moment.
    let identifier: UInt64
    /// The major and minor number of the file system. On Btrfs, they can be others than those that `stat` returns.
    let (major, minor): (UInt32, UInt32)
    /// The device number of its items, as `stat` returns it.
    package var device: UInt64 { sandglass_device_number(major, minor) }
    /// Where it is mounted, without symbolic links.
    package let path: [UInt8]
    /// The type: `ext4`, `fuse.ifuse`.
    package let type: String

    /// The mounts of this computer that this thread sees, in the order in which they were made.
    package static var all: [Mount] {
        Platform.wholeContents(of: "/proc/thread-self/mountinfo").split(separator: 0x0a).compactMap { Mount(line: $0) }
    }

    /// Finds the mount that an open item is on; nil if it is not known.
    ///
    /// Unlike statx(2), this asks the file system nothing, which may not answer any more.
    init?(of descriptor: Int32) {
        let facts = Platform.lines(of: "/proc/thread-self/fdinfo/\(descriptor)")
        guard let word = facts.first(where: { $0.hasPrefix("mnt_id:") })?.split(separator: "\t").last,
            let mount = Self.all.first(where: { $0.identifier == UInt64(word) })
        else { return nil }
        self = mount
    }

    /// - Parameter line: A line of mountinfo: ID, parent, major:minor, root, mount point, options, optional fields, `-`, type.
    package init?(line: ArraySlice<UInt8>) {
        let fields = line.split(separator: 0x20)
        guard fields.count > 6, let dash = fields.dropFirst(6).firstIndex(where: { $0.elementsEqual([0x2d]) }),
            dash + 1 < fields.endIndex
        else { return nil }
        let numbers = String(decoding: fields[2], as: UTF8.self).split(separator: ":").compactMap { UInt32($0) }
        guard numbers.count == 2, let identifier = UInt64(String(decoding: fields[0], as: UTF8.self)) else {
            return nil
        }
        self.identifier = identifier
        (major, minor) = (numbers[0], numbers[1])
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
