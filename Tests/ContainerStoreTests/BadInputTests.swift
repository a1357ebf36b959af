import ContainerModel
import ContainerStore
import FileTree
import Jobs
import Synchronization
import System
import TestSupport
import Testing

struct BadInputTests {
    typealias Code = ContainerStoreError.Code

    @Test(
        "a path that is not a container is refused with a reason",
        arguments: [
            ("absent", Code.notFound, "no such file or directory"),
            ("absent/deeper", .notFound, "no such file or directory"),
            ("empty", .notAContainer, "--kind data"),
            ("empty/..", .notAContainer, "--kind data"),
            ("absent/..", .notFound, "no such file or directory"),
            ("file", .notAContainer, "is a file"),
            ("file/x", .notAContainer, "is not a directory"),
            ("fifo", .notAContainer, "is a file"),
            ("loop/x", .throughLink, "cycle"),
        ])
    func refused(path: String, code: Code, part: String) throws {
        try withTemporaryDirectory { directory in
            try directory.makeDirectory("empty")
            try directory.write("", to: "file")
            mkfifo(directory("fifo"), 0o600)
            try directory.link("loop", to: "loop")
            let error = directory.refusal(path)
            #expect(error?.code == code)
            #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
            #expect(error?.hostPath == Array(directory(path).utf8))
        }
    }

    @Test("an empty path and one with a NUL are refused", arguments: [[], [0x2f, 0, 0x61]] as [[UInt8]])
    func noPath(bytes: [UInt8]) {
        #expect(throws: ContainerStoreError.self) { try ContainerStore.open(bytes) }
    }

    @Test("a file is not a container, whatever kind is requested", arguments: ContainerKind.allCases)
    func forced(kind: ContainerKind) throws {
        try withTemporaryDirectory { directory in
            try directory.write("", to: "file")
            #expect(directory.refusal("file", as: kind)?.code == .notAContainer)
            #expect(directory.refusal("absent", as: kind)?.code == .notFound)
            try directory.makeDirectory("d")
            #expect(try directory.container("d", as: kind).0.kind == kind)
        }
    }

    @Test("a directory with more than 65,536 entries is not searched for containers")
    func manyEntries() throws {
        try withTemporaryDirectory { directory in
            try directory.writeMetadata("com.example.app", in: "many/container")
            for number in 1..<65_536 { try directory.link("many/\(number)", to: "x") }
            #expect(try directory.container("many").0.app.identifier == "com.example.app")
            try directory.link("many/65536", to: "x")
            let error = directory.refusal("many")
            #expect(error?.code == .notAContainer)
            #expect(error?.message.contains("the first 65,536 entries") == true, "\(error?.message ?? "")")
            #expect(error?.message.contains("name the container") == true, "\(error?.message ?? "")")
            #expect(try directory.container("many/container").0.app.identifier == "com.example.app")
        }
    }

    @Test("a path through a symbolic link inside a container is refused")
    func throughLink() throws {
        try withTemporaryDirectory { directory in
            try directory.write("secret", to: "outside/file")
            try directory.writeMetadata("com.example.app", in: "c")
            try directory.link("c/Documents", to: "../outside")
            try directory.makeDirectory("c/Library/real")
            try directory.link("c/Library/link", to: "real")
            for path in ["c/Documents", "c/Documents/file", "c/Library/link"] {
                let error = directory.refusal(path)
                #expect(error?.code == .throughLink, "\(path)")
                #expect(error?.message.contains("link") == true)
            }
        }
    }

    @Test("a standard directory of another kind is reported as a fault, and the container opens")
    func faults() throws {
        try withTemporaryDirectory { directory in
            try directory.makeDirectory("outside/Inbox")
            try directory.link("c", to: "real")
            try directory.makeDirectory("real/Library")
            try directory.link("real/Documents", to: "../outside")
            try directory.write("", to: "real/Library/Caches")
            mkfifo(directory("real/tmp"), 0o600)
            guard case .container(let container, _) = try directory.open("real") else {
                Issue.record("not opened")
                return
            }
            let found = Dictionary(uniqueKeysWithValues: container.standardDirectories().map { ($0.path, $0.presence) })
            #expect(found["Documents"] == .fault(.link))
            #expect(found["Documents/Inbox"] == .absent)
            #expect(found["Library"] == .present)
            #expect(found["Library/Caches"] == .fault(.file))
            #expect(found["Library/Preferences"] == .absent)
            #expect(found["tmp"] == .fault(.fifo))
        }
    }

    @Test("a path that may not be read is refused as permission denied")
    func unreadable() throws {
        try withTemporaryDirectory { directory in
            for name in ["c/closed/inner", "c/Library"] { try directory.makeDirectory(name) }
            try directory.writeMetadata("com.example.app", in: "c")
            #expect(chmod(directory.path, 0o755) == 0)
            #expect(chmod(directory("c/closed"), 0) == 0)
            #expect(chmod(directory("c/\(metadataName)"), 0) == 0)
            try withoutPrivileges {
                #expect(directory.refusal("c/closed")?.code == .permissionDenied)
                #expect(directory.refusal("c/closed/inner")?.code == .permissionDenied)
                let (description, _) = try directory.container("c")
                #expect(description.app.identifier == nil)
                #expect(description.problems.count == 1)
                #expect(description.problems.first?.contains("permission denied") == true)
            }
        }
    }

    /// Property lists that are damaged, hostile or of another form, with the statements that write them.
    private static let damaged: [(String, String)] = [
        ("empty", "pass"),
        ("text", "file.write(b'hello')"),
        ("an array", "plistlib.dump(['a'], file)"),
        ("truncated", "file.write(plistlib.dumps({'MCMMetadataIdentifier': 'a.b'}, fmt=plistlib.FMT_BINARY)[:-9])"),
        ("half an XML", "file.write(plistlib.dumps({'MCMMetadataIdentifier': 'a.b'})[:-20])"),
        ("an identifier that is a number", "plistlib.dump({'MCMMetadataIdentifier': 5}, file)"),
        ("100,000 arrays deep", "file.write(b'<plist>' + b'<array>' * 100000)"),
        (
            "an array in itself",
            "file.write(b'bplist00\\xa1\\x00\\x08' + bytes(6) + b'\\x01\\x01' + struct.pack('>QQQ', 1, 0, 10))"
        ),
        ("1 GiB of nothing", "file.truncate(1 << 30)"),
        ("noise", "file.write(b'bplist00' + bytes(range(256)) * 40)"),
    ]

    @Test(
        "an unusable metadata plist is reported, and the container opens",
        arguments: damaged)
    func damagedList(name: String, statement: String) throws {
        try withTemporaryDirectory { directory in
            try Python.run(
                "import plistlib, struct, sys\nwith open(sys.argv[1], 'wb') as file: \(statement)",
                [directory(metadataName)]
            )
            let (description, _) = try directory.container()
            #expect(description.app.identifier == nil)
            #expect(description.kind == .data)
            #expect(!description.problems.isEmpty)
        }
    }

    @Test("a property list of the maximum depth fits the stack of a worker")
    func deepList() throws {
        let script = """
            import sys
            depth = 510
            inside = "<array>" * depth + "<string>x</string>" + "</array>" * depth
            pairs = f"<key>MCMMetadataIdentifier</key><string>a.b</string><key>MCMMetadataInfo</key>{inside}"
            open(sys.argv[1], "w").write(f"<plist><dict>{pairs}</dict></plist>")
            """
        try withTemporaryDirectory { directory in
            try Python.run(script, [directory(metadataName)])
            let identifier = Mutex<String?>(nil)
            let done = Semaphore()
            WorkerPool(threads: 1).submit {
                let opened = try? directory.container()
                identifier.withLock { $0 = opened?.0.app.identifier }
                done.signal()
            }
            done.wait()
            #expect(identifier.withLock { $0 } == "a.b")
        }
    }

    @Test("metadata that is a symbolic link or a directory is not read")
    func otherKinds() throws {
        try withTemporaryDirectory { directory in
            try directory.write(propertyList(["MCMMetadataIdentifier": "com.example.other"]), to: "outside")
            for name in ["c", "d"] {
                try directory.makeDirectory("\(name)/Library")
                try directory.makeDirectory("\(name)/tmp")
            }
            try directory.link("c/\(metadataName)", to: "../outside")
            try directory.makeDirectory("d/\(metadataName)")
            for name in ["c", "d"] {
                let (description, _) = try directory.container(name)
                #expect(description.app.identifier == nil)
                #expect(description.problems.count == 1, "\(description.problems)")
            }
        }
    }
}
