import System
import TestSupport

/// An app of a device whose cable is cut at a given point: the world of a device double, which is played anew for each
/// command, with faults or without.
struct CutCable {
    static let app = "device:com.example.notes"
    /// What the app has in Documents/a.txt at first.
    static let old = Array("old contents\n".utf8)

    let home = TemporaryDirectory()

    /// The double, which is beside the other support for tests.
    private static let double =
        #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/TestSupport/Device/device_double.py"

    init() throws {
        for name in ["Documents", "Library", "tmp"] {
            _ = try runCommand(["mkdir", "-p", home("world/apps/com.example.notes/container/\(name)")])
        }
        _ = try runCommand(["mkdir", "-m", "700", home("runtime"), home("host"), home("mount")])
        try home.write(
            """
            <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example.notes</string>
            <key>CFBundleDisplayName</key><string>Notes</string><key>UIFileSharingEnabled</key><true/></dict></plist>
            """, to: "world/apps/com.example.notes/Info.plist")
        try home.write(Self.old, to: "world/apps/com.example.notes/container/Documents/a.txt")
    }

    /// Runs a command while the device is connected.
    /// - Parameter faults: Options of the double.
    func run(_ words: [String], faults: [String] = []) throws -> CommandResult {
        // The command may not outlive the double: its mounts would answer nothing.
        let script = """
            rm -f "$HOME/ready"
            $PYTHON "$DOUBLE" "$HOME/world" "$HOME/socket" --ready "$HOME/ready" --log "$HOME/log" $FAULTS >&2 & double=$!
            while ! [ -e "$HOME/ready" ]; do kill -0 $double || exit 99; done
            "$@"; status=$?
            kill $double; wait $double 2> "$HOME/ignored"
            exit $status
            """
        let variables = [
            "HOME": home.path, "PYTHON": Python.command.joined(separator: " "), "DOUBLE": Self.double,
            "FAULTS": faults.joined(separator: " "), "USBMUXD_SOCKET_ADDRESS": "UNIX:\(home("socket"))",
            "XDG_RUNTIME_DIR": home("runtime"), "XDG_STATE_HOME": home("state"), "XDG_DATA_HOME": home("data"),
        ]
        return try runCommand(["env"] + variables.map { "\($0.key)=\($0.value)" } + ["sh", "-c", script, "sh"] + words)
    }

    /// The contents of a file of the app; nil if it does not exist.
    func onDevice(_ name: String) -> [UInt8]? {
        try? home.bytes(of: "world/apps/com.example.notes/container/Documents/\(name)")
    }

    /// The names in the app's Documents, or in a directory of this computer.
    func names(in directory: String? = nil) throws -> [String] {
        let path = directory ?? "world/apps/com.example.notes/container/Documents"
        return try runCommand(["ls", "-A", home(path)]).lines.map(String.init)
    }

    /// The contents of all files in the trash.
    func trashed() throws -> [[UInt8]] {
        try names(in: "data/Trash/files").compactMap { try? home.bytes(of: "data/Trash/files/\($0)") }
    }

    /// Whether a device can be played here.
    static let hasDouble = access(double, R_OK) == 0

    /// Whether devices can be mounted here.
    static let canMount: Bool = {
        guard access("/dev/fuse", R_OK | W_OK) == 0, hasDouble, let cable = try? CutCable() else {
            return false
        }
        let script = #"ifuse "$HOME/mount" --container com.example.notes && fusermount3 -u -z "$HOME/mount""#
        return (try? cable.run(["sh", "-c", script]).status) == 0
    }()
}
