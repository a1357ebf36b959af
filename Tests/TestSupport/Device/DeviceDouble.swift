@preconcurrency import System

/// A device on a cable, as far as the programs of libimobiledevice can see it, played by `device_double.py`. It disappears
/// when the object is released.
///
/// It has three apps: Notes (`com.example.notes`) is signed for development and shares its Documents, Store
/// (`com.example.store`) comes from the App Store and shares them, Closed (`com.example.closed`) does neither.
package final class DeviceDouble: Sendable {
    /// The identifier of the device.
    package static let identifier = "00008110-000A1B2C3D4E5F60"

    /// The directory with the device's files, the socket, and the directory for mounts.
    package let directory = TemporaryDirectory()
    private let process: pid_t

    /// Starts a double.
    /// - Parameters:
    ///   - options: Those of `device_double.py`, such as `--locked`.
    ///   - script: Python that adds apps with `app(identifier, Info.plist, marks…)`, and files with `write(path, bytes)`.
    package init(_ options: [String] = [], _ script: String = "") throws {
        guard mkdir(directory("runtime"), 0o700) == 0 else { throw Errno.last }
        directory.write("prepare.py", Self.head + script)
        let program = #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/device_double.py"
        let words =
            Python.command + [
                program, directory("world"), directory("socket"), "--ready", directory("ready"), "--log",
                directory("log"), "--prepare", directory("prepare.py"),
            ] + options
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, directory("output"), O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        let (process, ready) = (try spawn(words, &actions), directory("ready"))
        self.process = process
        try waitUntil("the device double") { access(ready, F_OK) == 0 }
    }

    deinit {
        kill(process, SIGKILL)
        var status: Int32 = 0
        waitpid(process, &status, 0)
        // What a test has left mounted would keep the directory from being removed.
        for mount in mounts { _ = try? runCommand(["fusermount3", "-u", "-z", mount]) }
    }

    private static let head = Script.text("device_double_head")

    /// The variables by which programs find the device, and the program its directory for mounts and its state.
    package var environment: [String: String] {
        [
            "USBMUXD_SOCKET_ADDRESS": "UNIX:\(directory("socket"))", "XDG_RUNTIME_DIR": directory("runtime"),
            "XDG_STATE_HOME": directory("state"), "HOME": directory("home"),
        ]
    }

    /// Runs a command with the device attached.
    package func run(_ words: [String]) throws -> CommandResult {
        try runCommand(["env"] + environment.map { "\($0.key)=\($0.value)" } + words)
    }

    /// The paths at which the device is mounted.
    package var mounts: [String] {
        Mount.all.map { String(decoding: $0.path, as: UTF8.self) }.filter { $0.hasPrefix(directory.path + "/") }
    }

    /// The requests that the device's file service has answered so far.
    package var requests: [Substring] {
        ((try? directory.bytes(of: "log")).map { String(decoding: $0, as: UTF8.self) } ?? "")[...].split(
            separator: "\n")
    }

    /// Whether devices can be mounted here. Where they cannot, the tests that need it are skipped by name.
    package static let canMount: Bool = {
        guard let device = try? DeviceDouble(), mkdir(device.directory("mount"), 0o700) == 0 else { return false }
        let result = try? device.run(["ifuse", device.directory("mount"), "--container", "com.example.notes"])
        return result?.status == 0
    }()
}
