import TestSupport

/// A container on disk, removed when the object is released.
final class SampleContainer {
    private let directory = TemporaryDirectory()
    /// The path of its root.
    let path: String

    /// Creates a container.
    /// - Parameter script: Python that adds to the container, run in its root.
    init(_ script: String = "") throws {
        path = directory.path + "/App"
        let program = """
            import os, sys, plistlib, sqlite3, socket
            root = os.fsencode(sys.argv[1])
            for name in ['Documents', 'Library/Application Support', 'Library/Caches', 'Library/Preferences', 'tmp']:
                os.makedirs(os.path.join(sys.argv[1], name))
            os.chdir(root)
            with open('.com.apple.mobile_container_manager.metadata.plist', 'wb') as f:
                plistlib.dump({'MCMMetadataIdentifier': 'org.example.app', 'MCMMetadataContentClass': 2}, f)
            for n in range(1, 31):
                with open('Documents/note %d.txt' % n, 'w') as f: f.write('x' * n)
            \(script.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n"))
            """
        try python(program, path)
    }

    deinit {
        // The tree may be deeper than any path that can be removed directly, and have any permissions.
        _ = try? runCommand(["rm", "-rf", path])
    }
}
