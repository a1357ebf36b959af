import ContainerModel
import FileTree
import Jobs
import System
import TestSupport
import Testing

@Suite
struct ExtendedAttributesTests {
    /// Sets attributes: path, then name and hexadecimal value in turn.
    private func set(_ path: String, _ attributes: [(String, [UInt8])]) throws {
        let script = """
            import os, sys
            for name, value in zip(sys.argv[2::2], sys.argv[3::2]):
                os.setxattr(sys.argv[1], name, bytes.fromhex(value[1:]))
            """
        let pairs = attributes.flatMap { name, value in
            [name, "x" + value.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()]
        }
        try Python.run(script, [path] + pairs)
    }

    @Test("names and values equal those set by Python")
    func values() throws {
        try withTemporaryDirectory { directory in
            try directory.write("", to: "file")
            try directory.link("link", to: "file")
            let all: [(String, [UInt8])] = [
                ("user.a", []),
                ("user.com.apple.metadata:com_apple_backup_excludeItem", Array("com.apple.MobileBackup".utf8)),
                ("user.zero", [0, 1, 0]), ("user.日本", Array(repeating: 0xff, count: 1_000)),
            ]
            try set(directory("file"), all)
            try set(directory.path, [("user.root", [1])])
            let root = try directory.rooted().descriptor
            let file = Array("file".utf8)[...]
            #expect(Set(ExtendedAttributes.names(of: file, in: root)) == Set(all.map { Array($0.0.utf8) }))
            for (name, value) in all { #expect(ExtendedAttributes.value(of: name.utf8, on: file, in: root) == value) }
            #expect(ExtendedAttributes.value(of: "user.none".utf8, on: file, in: root) == nil)
            // Of the directory itself, of a link (never its target's), and of a missing item.
            #expect(ExtendedAttributes.names(of: [], in: root) == [Array("user.root".utf8)])
            #expect(ExtendedAttributes.value(of: "user.root".utf8, on: [], in: root) == [1])
            #expect(ExtendedAttributes.names(of: Array("link".utf8)[...], in: root) == [])
            #expect(ExtendedAttributes.names(of: Array("absent".utf8)[...], in: root) == [])
            #expect(ExtendedAttributes.names(of: Array(repeating: 0x6e, count: 255)[...], in: root) == [])
        }
    }

    @Test("names that do not fit the small buffer are all read")
    func many() throws {
        try withTemporaryDirectory(on: "/dev/shm") { directory in
            try directory.write("", to: "file")
            let all = (0..<120).map { ("user.\(String(repeating: "n", count: 200))\($0)", [UInt8]()) }
            try set(directory("file"), all)
            let names = ExtendedAttributes.names(of: Array("file".utf8)[...], in: try directory.rooted().descriptor)
            #expect(Set(names) == Set(all.map { Array($0.0.utf8) }))
        }
    }

    @Test("a value whose length changes during a read is a value that it had, or nil")
    func changing() throws {
        let name = "user.changing"
        try withTemporaryDirectory(on: "/dev/shm") { directory in
            try directory.write("", to: "file")
            try set(directory("file"), [(name, [])])
            let stop = Cancellation()
            let stopped = Semaphore()
            WorkerPool(threads: 1).submit {
                while !stop.isCancelled {
                    for length in [0, 64] {
                        try? directory.setAttribute(name, [UInt8](repeating: 7, count: length), on: "file")
                    }
                }
                stopped.signal()
            }
            let root = try directory.rooted().descriptor
            for _ in 0..<20_000 {
                guard let value = ExtendedAttributes.value(of: name.utf8, on: Array("file".utf8)[...], in: root) else {
                    continue
                }
                if !value.isEmpty, value != [UInt8](repeating: 7, count: 64) { Issue.record("\(value)") }
            }
            stop.cancel()
            stopped.wait()
        }
    }
}
