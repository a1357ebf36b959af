/// An open file descriptor that closes itself when nobody holds it any more.
package final class Descriptor: Sendable {
    /// What system calls take; good as long as somebody holds this object.
    package let number: Int32

    /// - Parameter number: an open descriptor, owned from now on.
    package init(owning number: Int32) { self.number = number }

    deinit { close(number) }
}
