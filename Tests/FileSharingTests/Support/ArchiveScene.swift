import ContainerModel
import ContainerStore
import Decoding
import FileSharing
import FileTree
import Jobs
import System
import TestSupport
import Transactions

/// A container in an archive, a directory to export to, and a pipeline with its own journal and trash.
final class ArchiveScene {
    let directory = TemporaryDirectory()
    let container: Container

    /// - Parameters:
    ///   - name: The name of the archive; its suffix selects the format.
    ///   - script: Python that adds to `files`, a dictionary of names and contents.
    init(_ name: String = "App.zip", _ script: String = "") throws {
        try Python.run(
            """
            import io, os, plistlib, sys, tarfile, zipfile
            path = sys.argv[1]
            os.mkdir(os.path.join(os.path.dirname(path), 'out'))
            files = {
                '.com.apple.mobile_container_manager.metadata.plist': plistlib.dumps(
                    {'MCMMetadataIdentifier': 'org.example.app', 'MCMMetadataContentClass': 2}),
                'Documents/a.txt': b'alpha', 'Documents/sub/b.txt': b'beta', 'Documents/sub/deep/c': b'c',
                'Library/x': b'x', 'tmp/t': b't',
            }
            \(script)
            if path.endswith('.zip'):
                with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as archive:
                    for name, data in files.items(): archive.writestr(name, data)
            else:
                with tarfile.open(path, 'w:gz' if path.endswith('gz') else 'w') as archive:
                    for name, data in files.items():
                        info = tarfile.TarInfo(name)
                        info.size = len(data)
                        archive.addfile(info, io.BytesIO(data))
            """, [directory(name)])
        guard case .container(let found, _) = try ContainerStore.open(Array(directory(name).utf8)) else {
            throw CommandError(call: "open the archive", number: 0)
        }
        container = found
    }

    /// The path of the archive.
    var archive: String { String(decoding: container.description.hostPath.bytes, as: UTF8.self) }

    /// Returns a pipeline.
    /// - Parameter tree: A tree in place of the container's own.
    func pipeline(reading tree: (any FileTree)? = nil) -> OperationPipeline {
        let open = OpenRoots(container)
        if let tree { open.table.adopt(tree, as: container.root) }
        return OperationPipeline(open, in: environment)
    }

    /// The environment with the test's journal and trash.
    var environment: TransactionEnvironment {
        TransactionEnvironment(
            stateDirectory: Array(directory("state").utf8), trashDirectory: Array(directory("Trash").utf8))
    }

    /// Returns the tree of the archive with other limits.
    func tree(within limits: ArchiveLimits) throws -> any FileTree {
        let file = Descriptor(owning: open(archive, O_RDONLY | O_CLOEXEC))
        guard let format = TreeFormats.format(of: file) else { throw CommandError(call: "recognize", number: 0) }
        return try format.tree(
            in: file, by: DecoderPool(), within: limits, progress: ProgressMeter(), cancellation: Cancellation())
    }

    /// Returns the operation that exports items to the directory.
    func export(_ paths: String...) -> FileOperation {
        .copy(
            ItemSet(paths.map { ItemAddress(container.root, ContainerPath($0) ?? .root) }),
            to: .directory(ItemAddress(Root(.directory, at: Array(directory("out").utf8)), .root)))
    }

    /// Runs a preparation to its completion.
    func complete(
        _ preparation: Preparation,
        _ answers: [ConflictPolicy] = [],
        by pipeline: OperationPipeline,
        progress: ProgressMeter = ProgressMeter(),
        cancellation: Cancellation = Cancellation()
    ) throws -> Completion {
        let ending = pipeline.runOperation(preparation, answers, progress: progress, cancellation: cancellation)
        guard case .completed(let completion) = ending else {
            throw CommandError(call: "complete the operation", number: 0)
        }
        return completion
    }

    /// Returns the paths in the directory and the contents of its files, sorted. Temporary files would be among them.
    func exported() throws -> [String] {
        try Python.lines(
            """
            import os, sys
            for root, directories, files in os.walk(sys.argv[1]):
                for name in directories: print(os.path.relpath(os.path.join(root, name), sys.argv[1]) + '/')
                for name in files:
                    path = os.path.join(root, name)
                    data = open(path, 'rb').read()
                    print(os.path.relpath(path, sys.argv[1]), data.decode() if len(data) < 100 else len(data))
            """, [directory("out")]
        ).sorted()
    }
}
