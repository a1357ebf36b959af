/// An error of a system call, by its number (errno(3)).
package struct Errno: Error, RawRepresentable, Hashable, Sendable {
    /// The number.
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// Creates an error from the result of a `CPlatform` function that returns `-errno`; nil if it did not fail.
    package init?(answer: Int32) {
        guard answer < 0 else { return nil }
        self.init(rawValue: -answer)
    }

    /// The error of the last failed call on this thread.
    package static var last: Errno { Errno(rawValue: errno) }
}

extension Errno: CustomStringConvertible {
    /// The C library's message, as of strerror(3): `No such file or directory`.
    package var description: String { String(cString: strerror(rawValue)) }
}

extension Errno {
    /// ENOENT
    package static var noSuchFileOrDirectory: Errno { Errno(rawValue: ENOENT) }
    /// EIO
    package static var inputOutput: Errno { Errno(rawValue: EIO) }
    /// EEXIST
    package static var fileExists: Errno { Errno(rawValue: EEXIST) }
    /// EISDIR
    package static var isDirectory: Errno { Errno(rawValue: EISDIR) }
    /// ENOSPC
    package static var noSpace: Errno { Errno(rawValue: ENOSPC) }
    /// EPIPE
    package static var brokenPipe: Errno { Errno(rawValue: EPIPE) }
}

/// The failure of an operation on a host path.
package struct PathError: Error, Hashable, Sendable {
    /// The system error.
    package let errno: Errno
    /// The path's bytes, not safe for a terminal.
    package let path: [UInt8]

    /// Creates an error.
    package init(_ errno: Errno, _ path: [UInt8]) { (self.errno, self.path) = (errno, path) }
}
