import ContainerModel
import FileTree
import Jobs
import System

/// Copies and compares files for one thread.
final class MirrorWorker {
    private let source: RootedDirectory
    private let target: RootedDirectory
    private let files: FileCopier
    private let contents = ContentComparison()
    private let cancellation: Cancellation
    /// The directory of the last item, in the source and in the target.
    private var last: (path: ContainerPath, source: Descriptor, target: Descriptor)?

    /// - Parameter capabilities: Those of the source's file system.
    init(
        _ source: RootedDirectory, _ target: RootedDirectory, _ capabilities: FileSystemCapabilities,
        _ progress: ProgressMeter, _ cancellation: Cancellation
    ) {
        self.source = source
        self.target = target
        self.cancellation = cancellation
        files = FileCopier(progress: progress, cancellation: cancellation)
        var metadata = MetadataCopier(
            isForgetful: !FileSystemKind(of: target.descriptor.number).keepsMetadata)
        metadata.source = capabilities
        files.metadata = metadata
        var status = sandglass_stat()
        if sandglass_status(target.descriptor.number, "", &status) == 0 { files.targetDevice = status.device }
    }

    private func directories(of path: ContainerPath) throws(ItemFailure) -> (
        name: ArraySlice<UInt8>, source: Descriptor, target: Descriptor
    ) {
        guard let name = path.lastComponent, let parent = path.parent else {
            throw ItemFailure("copy the item", errno: EISDIR, path: path)
        }
        if let last, last.path == parent { return (name, last.source, last.target) }
        do throws(FileTreeError) {
            let opened = (parent, try source.openPath(parent), try target.openPath(parent))
            last = opened
            return (name, opened.1, opened.2)
        } catch {
            throw ItemFailure(error.operation, errno: error.errno, path: path)
        }
    }

    /// - Returns: Whether the copy is complete; false if it was cancelled.
    func copy(_ path: ContainerPath, _ kind: ItemKind, to temporary: [UInt8]) throws(ItemFailure) -> Bool {
        let (name, from, to) = try directories(of: path)
        let outcome = withNullTerminated(name) { name in
            withNullTerminated(temporary) { temporary in
                kind == .link
                    ? files.copyLink(name, in: from, to: temporary, in: to, takesOthers: true)
                    : files.copyFile(name, in: from, to: temporary, in: to, takesOthers: true)
            }
        }
        switch outcome {
        case .copied: return true
        case .cancelled: return false
        case .failed(let operation, let errno): throw ItemFailure(operation, errno: errno, path: path)
        case .special, .hasOtherNames: throw ItemFailure("copy the item", errno: EOPNOTSUPP, path: path)
        }
    }

    /// Returns whether an item and its copy have the same contents, or the same destination.
    func compare(_ path: ContainerPath, _ kind: ItemKind) throws(ItemFailure) -> Bool {
        let (name, from, to) = try directories(of: path)
        if kind == .link { return destination(name, in: from) == destination(name, in: to) }
        do throws(Refusal) {
            return try withNullTerminated(name) { name -> Result<Bool, Refusal> in
                Result { () throws(Refusal) in
                    try contents.compare(name, in: from, with: name, in: to, cancellation)
                }
            }.get()
        } catch {
            throw ItemFailure("compare the file", errno: error.errno, path: path)
        }
    }

    private func destination(_ name: ArraySlice<UInt8>, in directory: Descriptor) -> [UInt8]? {
        var buffer = [CChar](repeating: 0, count: 4_097)
        let length = withNullTerminated(name) { sandglass_read_link(directory.number, $0, &buffer, buffer.count) }
        return length < 0 ? nil : buffer[..<length].map { UInt8(bitPattern: $0) }
    }
}
