import Synchronization
package import System

/// More mounts of a device that is mounted already. A mount serves one request after another, several serve several at once.
///
/// The room that mounts devices offers them; those that read or write many files use them.
package enum FurtherMounts {
    /// Opens a directory on another mount of the same device; nil if that is not possible.
    /// - Parameters:
    ///   - hostPath: The path of the directory on the first mount.
    ///   - number: The number of the mount, from 1.
    package typealias Opener = @Sendable (_ hostPath: [UInt8], _ number: Int) -> RootedDirectory?

    /// The most mounts besides the first one.
    package static let maximum = 3
    private static let opener = Mutex<Opener?>(nil)

    /// Sets what opens further mounts.
    package static func offer(_ opener: @escaping Opener) { Self.opener.withLock { $0 = opener } }

    /// Whether further mounts of a directory's device may be possible. Asks no device.
    package static var areOffered: Bool { opener.withLock { $0 != nil } }

    /// Opens an open directory of a device on one more mount; nil if that is not possible.
    /// - Parameter number: The number of the mount, from 1.
    package static func open(_ directory: Descriptor, number: Int) -> Descriptor? {
        guard let opener = opener.withLock({ $0 }), let path = Platform.path(of: directory) else { return nil }
        return opener(path, number)?.descriptor
    }
}
