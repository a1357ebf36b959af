import ContainerModel
package import Decoding
package import Jobs
package import System

/// A time point in a store. It is a tree of files whose contents are elsewhere in the store.
package struct TimePointFormat: TreeFormat {
    /// Creates the format.
    package init() {}

    package var title: String { TimePointTree.title }
    package var suffixes: [String] { [] }

    package func recognizes(_ head: [UInt8]) -> Bool { head.starts(with: TimePointManifest.signature) }

    package func tree(
        in file: Descriptor,
        by decoders: DecoderPool,
        within limits: ArchiveLimits,
        progress: ProgressMeter,
        cancellation: Cancellation
    ) throws(FileTreeError) -> any FileTree {
        let operation = "open the time point"
        guard let path = Platform.path(of: file), let store = TimePointLayout.store(ofPoint: path) else {
            throw FileTreeError(
                operation: operation, unusable: "it is not in a time point store, which has the contents")
        }
        let status = try ItemStatus(of: file, path: .root)
        guard status.size <= TimePointManifest.maxBytes else {
            throw FileTreeError(errno: EFBIG, operation: operation)
        }
        let bytes = try file.part(at: 0, Int(status.size))
        do throws(TimePointManifest.Problem) {
            return TimePointTree(try TimePointIndex(bytes), in: store, status)
        } catch {
            switch error {
            case .foreign: throw FileTreeError(operation: operation, unusable: error.message, cause: error)
            case .damaged: throw FileTreeError(operation: operation, damaged: error.message, cause: error)
            }
        }
    }
}
