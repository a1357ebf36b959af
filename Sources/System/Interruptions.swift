/// The interruptions of a system call that is made again. A device on a cable can answer every call that way.
package struct Interruptions {
    private var count = 0

    package init() {}

    /// Returns whether a call that has just failed was interrupted, and is worth another attempt.
    package mutating func allowAnother() -> Bool {
        guard errno == EINTR, count < sandglass_most_interruptions else { return false }
        count += 1
        return true
    }
}
