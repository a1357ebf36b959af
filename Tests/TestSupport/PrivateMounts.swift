import System

/// File systems for a single test, invisible to other processes and removed with the test.
package enum PrivateMounts {
    /// Whether this process may mount file systems.
    package static let areAllowed: Bool = {
        let probe = try? withTemporaryDirectory { directory in
            try with("tmpfs", "size=1m", on: directory) { isMounted in isMounted }
        }
        return probe ?? false
    }()

    /// Returns whether file systems of this type can be created and mounted here, which needs a tool and kernel
    /// support.
    package static func canMake(_ type: String) -> Bool {
        guard areAllowed, hasTool("mkfs.\(type)") else { return false }
        let probe = try? withTemporaryDirectory { directory in
            try withImage(type, megabytes: type == "xfs" ? 320 : 128, in: directory) { _ in true }
        }
        return probe ?? false
    }

    private static func hasTool(_ name: String) -> Bool {
        ["/usr/sbin/", "/sbin/", "/usr/bin/"].contains { access($0 + name, X_OK) == 0 }
    }

    /// Calls `body` on a separate thread, with a virtual file system (`tmpfs`, `ramfs`) mounted on a directory.
    /// Commands that `body` runs see it as well.
    package static func with<Result>(
        _ type: String,
        _ options: String,
        on directory: TemporaryDirectory,
        _ body: (Bool) throws -> Result
    ) throws -> Result {
        try onThread {
            try enterNamespace()
            try run(["mount", "-t", type, "-o", options, "none", directory.path])
            defer { _ = try? runCommand(["umount", "-l", directory.path]) }
            return try body(true)
        }
    }

    /// Calls `body` on a separate thread, with a new file system in a file, created by `mkfs.<type>`, mounted on a
    /// directory.
    package static func withImage<Result>(
        _ type: String,
        megabytes: Int,
        in directory: TemporaryDirectory,
        _ body: (TemporaryDirectory) throws -> Result
    ) throws -> Result {
        try directory.makeSparseFile("image", size: Int64(megabytes) << 20)
        try run(["/usr/sbin/mkfs.\(type)", directory("image")])
        let place = try TemporaryDirectory(on: directory.path)
        return try onThread {
            try enterNamespace()
            try run(["mount", "-o", "loop", directory("image"), place.path])
            defer { try? unmount(place.path) }
            return try body(place)
        }
    }

    /// Unmounts a file system, as soon as it is no longer in use.
    ///
    /// A process that another test is about to start holds all open files of this process until it executes its
    /// program.
    package static func unmount(_ path: String) throws {
        let end = time(nil) + 30
        while true {
            let result = try runCommand(["umount", path])
            if result.status == 0 { return }
            guard String(decoding: result.stderr, as: UTF8.self).contains("busy"), time(nil) < end else {
                throw CommandError(call: "umount \(path)", number: result.status)
            }
        }
    }

    /// Gives the calling thread a private mount namespace.
    private static func enterNamespace() throws {
        typealias Unshare = @convention(c) (Int32) -> Int32
        // The Glibc module has neither unshare(2) nor CLONE_NEWNS.
        guard let symbol = dlsym(nil, "unshare"), unsafeBitCast(symbol, to: Unshare.self)(0x0002_0000) == 0 else {
            throw CommandError(call: "unshare", number: errno)
        }
        try run(["mount", "--make-rprivate", "/"])
    }

    private static func run(_ command: [String]) throws {
        let result = try runCommand(command)
        guard result.status == 0 else {
            throw CommandError(call: command.joined(separator: " "), number: result.status)
        }
    }
}
