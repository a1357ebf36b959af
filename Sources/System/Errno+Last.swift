extension Errno {
    /// What the call that failed just now on this thread said.
    package static var last: Errno { Errno(rawValue: errno) }

    /// What a call of `CPlatform` said that answers with `-errno`; nil where it did not fail.
    package init?(answer: Int32) {
        guard answer < 0 else { return nil }
        self.init(rawValue: -answer)
    }
}

/// Why something at a path of this computer could not be done.
package struct PathError: Error, Hashable, Sendable {
    /// The system's reason.
    package let errno: Errno
    /// What it is about: the bytes of a path, not safe for a terminal.
    package let path: [UInt8]

    package init(_ errno: Errno, _ path: [UInt8]) { (self.errno, self.path) = (errno, path) }
}
