/// The interruptions of a system call that is made again. A device on a cable can answer every call that way.
package struct Interruptions {
    private static let most = 64
    private var count = 0

    package init() {}

    /// Returns whether a call that has just failed was interrupted, and is worth another attempt.
    package mutating func allowAnother() -> Bool {
        guard errno == EINTR, count < Self.most else { return false }
        count += 1
        return true
    }
}
