extension Errno {
    /// The error of the last failed call on this thread.
    package static var last: Errno { Errno(rawValue: errno) }

    /// Creates an error from the result of a `CPlatform` function that returns `-errno`; nil if it did not fail.
    package init?(answer: Int32) {
        guard answer < 0 else { return nil }
        self.init(rawValue: -answer)
    }
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
