import System
import TestSupport
import Testing

/// Hosts that serve SFTP, which needs /dev/fuse, sshfs and sshd.
@Suite("Hosts", .enabled(if: SSHHost.canMount, "hosts cannot be mounted here"), .onManyThreads)
struct HostMountTests {
    private static let simulators = "home/Library/Developer/CoreSimulator/Devices"
    private static let place =
        "\(simulators)/AAAA/data/Containers/Data/Application/00000000-0000-0000-0000-000000000001"

    /// A host with a simulator that has an app.
    private static func host() throws -> SSHHost {
        let host = try SSHHost()
        try host.directory.write(
            propertyList(["name": "iPhone 15", "UDID": "AAAA"]), to: "\(simulators)/AAAA/device.plist")
        for name in ["Library", "tmp", "Documents/b"] { try host.directory.makeDirectory("\(place)/\(name)") }
        try writeApp(on: host)
        return host
    }

    /// Writes a file of the app, and the metadata of its container.
    private static func writeApp(on host: SSHHost) throws {
        try host.directory.write("tides\n", to: "\(place)/Documents/a.txt")
        try host.directory.write(
            propertyList(["MCMMetadataIdentifier": "com.example.notes"]),
            to: "\(place)/.com.apple.mobile_container_manager.metadata.plist")
    }

    private static func propertyList(_ values: [String: String]) -> String {
        let keys = values.map { "<key>\($0)</key><string>\($1)</string>" }.joined()
        return "<plist version=\"1.0\"><dict>\(keys)</dict></plist>"
    }

    private static var address: String { "ssh://mac/~/" + place.dropFirst("home/".count) }

    @Test(
        "a host's containers are reached by path, by name and as a set of simulators, and the host is unmounted at the end",
        arguments: [
            (["show", "\(address)/Documents/a.txt"], "tides"), (["ls", "\(address)/Documents"], "a.txt"),
            (["ls", "--in", "ssh://mac", "app:com.example.notes/Documents"], "a.txt"),
            (["show", "--in", "ssh://mac", "sim:iPhone 15/com.example.notes/Documents/a.txt"], "tides"),
            (["apps", "ssh://mac"], "com.example.notes"), (["info", address], "simulator"),
            (["hash", "ssh://mac/~/a.txt"], "a.txt"), (["find", "a.txt", address], "\(address)/Documents/a.txt"),
            (["apps", "ssh://mac/~/./Library/../Library/Developer/CoreSimulator/Devices"], "com.example.notes"),
        ])
    func reached(arguments: [String], text: String) throws {
        let host = try Self.host()
        let result = try host.run([sandglass] + arguments)
        #expect(result.status == 0 && result.text.contains(text), "\(result.text) \(result.errors)")
        #expect(host.mounts.isEmpty)
    }

    @Test("paths from the root of a host have one slash or two")
    func root() throws {
        let host = try Self.host()
        for slashes in ["", "/"] {
            let result = try host.run([sandglass, "show", "ssh://mac\(slashes)\(host.directory("home"))/a.txt"])
            #expect(result.status == 0 && result.text.contains("text"), "\(result.errors)")
        }
    }

    @Test("what SFTP does not tell is shown as unknown, and is no key in JSON")
    func unknown() throws {
        let host = try Self.host()
        // SFTP tells modes, with all their bits.
        #expect(chmod(host.directory("\(Self.place)/Documents/a.txt"), 0o4640) == 0)
        let long = try host.run([sandglass, "ls", "-l", "\(Self.address)/Documents"])
        #expect(long.text.contains("-rwSr----- ? ?"), "\(long.text)")
        let explained = try host.run([sandglass, "explain", "\(Self.address)/Documents/a.txt"])
        #expect(explained.text.contains("-rwSr-----, owner ?, exclusion ?"), "\(explained.text)")
        let json = try host.run([sandglass, "ls", "--json", "\(Self.address)/Documents"])
        #expect(json.status == 0 && json.text.contains(#""size":6"#))
        #expect(json.text.contains(#""mode":"4640""#), "\(json.text)")
        for key in ["owner", "group"] { #expect(!json.text.contains("\"\(key)\""), "\(json.text)") }
    }

    @Test("items are imported, renamed, deleted and exported, and the operations undone")
    func changes() throws {
        let host = try Self.host()
        try host.directory.write("from here\n", to: "host/new.txt")
        let documents = "\(Self.address)/Documents"
        let before = try names(host)
        for words in [
            ["import", host.directory("host/new.txt"), "--to", documents],
            ["rename", "\(documents)/new.txt", "--to", "x"],
            ["mv", "\(documents)/x", "\(documents)/b"],
            ["export", "\(documents)/b/x", "--to", host.directory("host/out")],
            ["rm", "\(documents)/b/x"], ["undo", "5"], ["undo", "3"], ["undo", "2"], ["undo", "1"],
        ] {
            let result = try host.run([sandglass] + words)
            #expect(result.status == 0, "\(words) \(result.errors)")
        }
        #expect(try host.directory.bytes(of: "host/out") == Array("from here\n".utf8))
        #expect(try names(host) == before)
    }

    private func names(_ host: SSHHost) throws -> [Substring] {
        try runCommand(["sh", "-c", "cd \"$0\" && find . | sort", host.directory(Self.place)]).lines
    }

    @Test("processes share a mount, and the last one unmounts it")
    func shared() throws {
        let host = try Self.host()
        let script = """
            "$0" ls -R "$1" > /dev/null & first=$!
            "$0" ls -R "$1" > /dev/null & second=$!
            wait $first && wait $second
            """
        let result = try host.run(["sh", "-c", script, sandglass, Self.address], faults: ["delay 2"])
        #expect(result.status == 0, "\(result.errors)")
        try waitUntil("the end of the mount") { host.mounts.isEmpty }
    }

    @Test("a mount whose program has died is replaced, and one that a killed process has left is unmounted")
    func dead() throws {
        let host = try Self.host()
        let script = """
            mount=$1/runtime/sandglass/mounts/ssh/mac/home; mkdir -p "$mount"
            sshfs mac: "$mount" -o BatchMode=yes; kill -9 $(pgrep -f "sshfs mac: $mount")
            "$0" ls "$2" > "$1/listed" || exit
            mkdir -p "$mount"; sshfs mac: "$mount" -o BatchMode=yes
            "$0" --version
            """
        let words = ["sh", "-c", script, sandglass, host.directory.path, "\(Self.address)/Documents"]
        let result = try host.run(words)
        #expect(result.status == 0, "\(result.text) \(result.errors)")
        #expect(String(decoding: try host.directory.bytes(of: "listed"), as: UTF8.self).contains("a.txt"))
        #expect(host.mounts.isEmpty)
    }

    @Test(
        "a host that cannot be reached is unavailable, in the words of ssh",
        arguments: [
            ("rm known_hosts; touch known_hosts", "Host key verification failed"),
            ("echo > user.key.pub", "Permission denied"),
            ("echo 'ProxyCommand sleep 60' > ssh_config", "imed out"),
            ("sed -i /Subsystem/d sshd_config", "cannot be opened"),
            ("printf '#!/bin/sh\\nexit 1\\n' > bin/ssh", "the connection was closed"),
        ])
    func unavailable(damage: String, words: String) throws {
        let host = try Self.host()
        #expect(try host.run(["sh", "-c", "cd \"$0\"; \(damage)", host.directory.path]).status == 0)
        let result = try host.run([sandglass, "ls", Self.address])
        #expect(result.status == 69 && result.errors.contains(words), "\(result.status) \(result.errors)")
        #expect(result.errors.contains("ssh://mac/~"), "\(result.errors)")
        #expect(host.mounts.isEmpty)
    }

    @Test(
        "what is no address of a host, and what it does not have, have their own statuses",
        arguments: [
            ("ssh://", 64, "does not name a host"), ("ssh://-oProxyCommand=x/y", 64, "does not name a host"),
            ("ssh://a b/x", 64, "does not name a host"), ("ssh://mac/~/../x", 64, "leads out of the home directory"),
            ("ssh://mac/../x", 64, "leads out of the host"), ("ssh://mac/~/none", 66, "no such file or directory"),
            ("./ssh://mac", 66, "no such file or directory"),
        ])
    func refused(path: String, status: Int32, message: String) throws {
        let result = try Self.host().run([sandglass, "ls", path])
        #expect(result.status == status && result.errors.contains(message), "\(result.errors)")
    }

    @Test("without sshfs, the message says what to install")
    func missing() throws {
        let host = try Self.host()
        let result = try host.run(["env", "PATH=\(host.directory("bin"))", sandglass, "ls", Self.address])
        #expect(result.status == 69 && result.errors.contains("apt-get install sshfs"), "\(result.errors)")
    }

    /// An operation, and the contents of Documents/a.txt or another file before and after.
    private struct Operation: Sendable {
        let words: [String]
        let states: [[String: String]]
    }

    private static let operations: [Operation] = {
        let (documents, old) = ("\(address)/Documents", ["a.txt": "tides\n"])
        let new = String(repeating: "new ", count: 50_000)
        return [
            Operation(
                words: ["import", "host/new.txt", "--to", documents],
                states: [old, ["a.txt": "tides\n", "new.txt": new]]),
            Operation(
                words: ["import", "host/a.txt", "--to", documents, "--on-conflict", "replace"],
                states: [old, ["a.txt": new]]),
            Operation(words: ["rename", "\(documents)/a.txt", "--to", "b.txt"], states: [old, ["b.txt": "tides\n"]]),
            Operation(words: ["rm", "\(documents)/a.txt"], states: [old, [:]]),
            Operation(words: ["export", "\(documents)/a.txt", "--to", "host/out"], states: [old]),
        ]
    }()

    @Test(
        "nothing is half or lost when a connection is cut, and all is completed or rolled back when the host is back",
        arguments: operations.indices)
    func cut(index: Int) throws {
        let operation = Self.operations[index]
        for point in getenv("SANDGLASS_ALL_CUTS") == nil ? [120, 170, 220, 270] : Array(10...400) {
            let host = try SSHHost()
            for name in ["Library", "tmp", "Documents"] { try host.directory.makeDirectory("\(Self.place)/\(name)") }
            try Self.writeApp(on: host)
            for name in ["new.txt", "a.txt"] {
                try host.directory.write(String(repeating: "new ", count: 50_000), to: "host/\(name)")
            }
            let words = operation.words.map { $0.hasPrefix("host/") ? host.directory($0) : $0 }
            let result = try host.run([sandglass] + words, faults: ["cut \(point)"])
            let comment: Comment = "\(words) cut after \(point): \(result.errors)"
            let recovery = try host.run(["sh", "-c", #""$0" journal; "$0" journal 2>&1"#, sandglass])
            #expect(recovery.status == 0 && !recovery.text.contains("interrupted"), "\(recovery.text) \(comment)")
            let names = try runCommand(["ls", "-A", host.directory("\(Self.place)/Documents")]).lines.map(String.init)
            let found = try Dictionary(
                uniqueKeysWithValues: names.map { name in
                    (
                        name,
                        String(decoding: try host.directory.bytes(of: "\(Self.place)/Documents/\(name)"), as: UTF8.self)
                    )
                })
            #expect(operation.states.contains(found), "\(names) \(recovery.errors) \(comment)")
            let trashed = try runCommand(["sh", "-c", "cat \"$0\"/data/Trash/files/* || true", host.directory.path])
                .text
            #expect(found.values.contains("tides\n") || trashed.contains("tides"), "lost: \(comment)")
            if let exported = try? host.directory.bytes(of: "host/out") {
                #expect(exported == Array("tides\n".utf8), comment)
            }
            if result.status == 0 { break }
            #expect(result.status == 69, comment)
        }
    }
}
