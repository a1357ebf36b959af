import System
import TestSupport
import Testing

/// Tests that mount a device, which needs /dev/fuse.
@Suite("Apps of a device", .enabled(if: DeviceDouble.canMount), .onManyThreads)
struct DeviceMountTests {
    @Test(
        "an app is listed by its address, with its container or its Documents alone, and is unmounted at the end",
        arguments: [
            ("com.example.notes", ["Documents/", "Library/", "tmp/"]), ("com.example.store", ["Documents/"]),
            ("com.example.notes/Documents", ["a.txt"]),
        ])
    func listed(app: String, names: [String]) throws {
        let device = try DeviceDouble()
        for address in ["device:\(app)", "device:\(DeviceDouble.identifier)/\(app)"] {
            let result = try device.run([sandglass, "ls", address])
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.lines.compactMap { $0.split(separator: " ").last.map(String.init) } == names)
            #expect(device.mounts.isEmpty)
        }
    }

    @Test("the facts about an app come from the device, with what could be opened of it")
    func facts() throws {
        let device = try DeviceDouble()
        for (app, origin) in [("notes", "device"), ("store", "device (Documents only)")] {
            let result = try device.run([sandglass, "info", "device:com.example.\(app)"])
            #expect(result.status == 0 && result.text.contains(origin), "\(result.text) \(result.errors)")
            #expect(result.text.contains("com.example.\(app)"))
        }
    }

    @Test("what a device does not tell is shown as unknown, and is no key in JSON")
    func unknown() throws {
        let device = try DeviceDouble()
        let long = try device.run([sandglass, "ls", "-l", "device:com.example.notes/Documents"])
        #expect(long.text.contains("-????????? ? ?"), "\(long.text)")
        let json = try device.run([sandglass, "ls", "--json", "device:com.example.notes/Documents"])
        #expect(json.status == 0 && json.text.contains(#""size":5"#))
        for key in ["mode", "owner", "group"] { #expect(!json.text.contains("\"\(key)\""), "\(json.text)") }
        let explained = try device.run([sandglass, "explain", "device:com.example.notes/Documents/a.txt"])
        #expect(explained.text.contains("mode ?, owner ?, exclusion ?"), "\(explained.text)")
    }

    @Test("processes share a mount, and the last one unmounts it")
    func shared() throws {
        let device = try DeviceDouble(["--delay-ms", "20"])
        let script = """
            "$0" ls -R device:com.example.notes > /dev/null & first=$!
            "$0" ls -R device:com.example.notes > /dev/null & second=$!
            wait $first; wait $second
            """
        let result = try device.run(["sh", "-c", script, sandglass])
        #expect(result.status == 0, "\(result.errors)")
        try waitUntil("the end of the mount") { device.mounts.isEmpty }
    }

    @Test("what a killed process has left mounted is unmounted by the next one, whatever that does")
    func killed() throws {
        let device = try DeviceDouble(["--delay-ms", "50"])
        let script = """
            "$0" ls -R device:com.example.notes > /dev/null & first=$!
            while ! grep -q "$1/" /proc/self/mountinfo; do :; done
            kill -9 $first; wait $first
            grep -c "$1/" /proc/self/mountinfo
            """
        let left = try device.run(["sh", "-c", script, sandglass, device.directory.path])
        #expect(left.lines == ["1"], "\(left.text) \(left.errors)")
        #expect(try device.run([sandglass, "--version"]).status == 0)
        #expect(device.mounts.isEmpty)
    }

    @Test("a mount whose program has died is replaced, also while another process uses it")
    func dead() throws {
        let device = try DeviceDouble()
        let script = """
            app=$2/com.example.notes; cd "$1/runtime"; mkdir -p "sandglass/mounts/$app" "sandglass/records/$2"
            ifuse "$PWD/sandglass/mounts/$app" --container com.example.notes
            kill -9 $(pgrep -f "ifuse $PWD/sandglass/mounts/$app")
            $3 "$0" ls device:com.example.notes/Documents
            """
        let lock = "flock -s sandglass/records/\(DeviceDouble.identifier)/com.example.notes.users"
        for holder in ["", lock] {
            let words = ["sh", "-c", script, sandglass, device.directory.path, DeviceDouble.identifier, holder]
            let result = try device.run(words)
            #expect(result.status == 0 && result.text.contains("a.txt"), "\(result.text) \(result.errors)")
        }
    }

    @Test(
        "where a device gives access to Documents alone, nothing is written beside them",
        arguments: [("Library", Int32(77)), ("Documents", 0)])
    func besideDocuments(place: String, status: Int32) throws {
        let device = try DeviceDouble()
        let file = device.directory.write("new.txt", "text")
        let result = try device.run([sandglass, "import", file, "--to", "device:com.example.store/\(place)"])
        #expect(result.status == status, "\(result.errors)")
    }

    @Test("a manifest leaves out what a device does not tell")
    func manifest() throws {
        let device = try DeviceDouble()
        let result = try device.run([sandglass, "hash", "device:com.example.notes/Documents"])
        #expect(result.status == 0 && result.text.contains(#""path":"a.txt""#), "\(result.text) \(result.errors)")
        for key in ["mode", "user", "group"] { #expect(!result.text.contains("\"\(key)\""), "\(result.text)") }
    }

    @Test("many files are imported and exported on several mounts, and none of them stays")
    func many() throws {
        let device = try DeviceDouble()
        let names = (0..<40).map { "\($0).txt" }
        for name in names { device.directory.write("host/\(name)", name) }
        let documents = "device:com.example.notes/Documents"
        let files = names.map { device.directory("host/\($0)") }
        for words in [
            ["import", device.directory("host"), "--to", documents], ["import"] + files + ["--to", documents],
            ["export", documents + "/host", "--to", device.directory("out")],
        ] {
            let result = try device.run([sandglass] + words)
            #expect(result.status == 0, "\(result.errors)")
            #expect(device.mounts.isEmpty)
        }
        let inside = device.directory("world/apps/com.example.notes/container/Documents")
        _ = try runCommand(["rm", inside + "/a.txt"])
        for copy in [inside + "/host", device.directory("out"), inside] {
            let found = try runCommand(["diff", "-r", "--exclude=host", device.directory("host"), copy])
            #expect(found.status == 0, "\(found.text)")
        }
    }

    @Test("a symbolic link is refused with what to do instead")
    func link() throws {
        let device = try DeviceDouble()
        _ = try runCommand(["ln", "-s", "a.txt", device.directory("link")])
        let words = ["import", device.directory("link"), "--to", "device:com.example.notes/Documents"]
        let result = try device.run([sandglass] + words)
        #expect(result.status != 0 && result.errors.contains("cannot hold symbolic links"), "\(result.errors)")
    }

    @Test("the directory of mounts is its user's alone")
    func mode() throws {
        let device = try DeviceDouble()
        #expect(try device.run([sandglass, "ls", "device:com.example.notes"]).status == 0)
        let found = try runCommand(["stat", "-c", "%a", device.directory("runtime/sandglass")])
        #expect(found.lines == ["700"])
    }

    @Test("nothing is written to the device by reading, and an opened app is asked for nothing while it is not used")
    func requests() throws {
        let device = try DeviceDouble()
        #expect(try device.run([sandglass, "ls", "-lR", "device:com.example.notes"]).status == 0)
        // 16 writes, 8 and 34 remove, 24 renames, 9 makes directories.
        let changing = device.requests.filter { line in
            ["16", "8", "34", "24", "9", "28", "30"].contains { line.contains(" op \($0) ") }
        }
        #expect(!device.requests.isEmpty && changing.isEmpty, "\(changing)")
    }
}
