import System

/// The words for what a device answers, as far as ifuse lets its answers be told apart.
package enum DeviceRefusal {
    private static let words: [(errors: [Int32], words: String)] = [
        ([EACCES, EPERM], "the device does not permit it"),
        ([ENOSPC, EDQUOT], "no space left on the device"),
        ([EBUSY, ETXTBSY], "it is in use on the device; close the app there, and try again"),
        ([ENOSYS, EOPNOTSUPP], "the device does not support it"),
        ([EINVAL, EILSEQ], "the device does not accept it"),
        ([EINTR], "the device interrupted it; try again"),
        ([EREMOTEIO], "the device does not list it; unlock it, and try again"),
        ([EIO, ETIMEDOUT, ENODEV, ENXIO], "the device reported an error; unlock it, and try again"),
        // ifuse also reports what it does not know so, when an item is removed.
        ([ENOTEMPTY], "the device does not remove it, or a new item is in it; try again"),
        ([EFBIG], "it is larger than the device allows"),
        ([ENAMETOOLONG], "the name is too long for the device"),
        ([EROFS], "the device can only be read"),
    ]

    /// Returns the words for an error number of an item on a device; nil if they are the same on this computer.
    package static func words(for errno: Int32) -> String? { words.first { $0.errors.contains(errno) }?.words }

    /// Returns whether a path of this computer is on a device that is mounted.
    package static func isOnDevice(_ hostPath: [UInt8]) -> Bool {
        guard FileSystemCapabilities.isAnyKnown else { return false }
        return Mount.all.contains {
            $0.type == Mount.conduitType
                && (hostPath == $0.path || hostPath.starts(with: $0.path + [UInt8(ascii: "/")]))
        }
    }
}
