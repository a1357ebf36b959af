import FileTree
import Jobs
import Synchronization
import System

/// The copying of many files of a directory on several mounts at once, where one side of the copy is a device and the other
/// one is not.
struct CopyLanes {
    /// The directory of the originals, and that of the copies.
    let source: Descriptor, target: Descriptor
    /// Whether the originals are on the device.
    let isFromDevice: Bool
    /// Makes what copies on a further mount.
    let maker: @Sendable () -> FileCopier
    /// Whether nothing more is begun after a failure.
    var stopsOnFailure = false

    /// Copies files in any order.
    /// - Parameters:
    ///   - names: The names of the copies, ending with NUL.
    ///   - own: What copies on this thread.
    ///   - copy: Copies a file from one directory to another, and returns whether that failed.
    /// - Returns: The value for each file; nil if it was not begun.
    func copy<Value: Sendable>(
        _ names: [[CChar]], by own: FileCopier, cancellation: Cancellation,
        _ copy: @escaping @Sendable (Int, FileCopier, Descriptor, Descriptor) -> (value: Value, hasFailed: Bool)
    ) -> [Value?] {
        let (source, target, isFromDevice, maker) = (source, target, isFromDevice, maker)
        let stopsOnFailure = stopsOnFailure
        let hasFailed = Atomic(false)
        return MountLanes.map(
            names.count, in: isFromDevice ? source : target,
            while: { !cancellation.isCancelled && !(stopsOnFailure && hasFailed.load(ordering: .relaxed)) },
            first: { index, isAgain in
                // The other mount may have left it.
                if isAgain, !isFromDevice { _ = sandglass_remove_name(target.number, names[index], 0) }
                let made = copy(index, own, source, target)
                if made.hasFailed { hasFailed.store(true, ordering: .relaxed) }
                return made.value
            },
            further: { directory in
                let files = maker()
                let (source, target) = isFromDevice ? (directory, target) : (source, directory)
                return { index in
                    let made = copy(index, files, source, target)
                    return made.hasFailed ? nil : .some(made.value)
                }
            })
    }
}
