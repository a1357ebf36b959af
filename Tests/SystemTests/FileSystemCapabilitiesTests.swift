import System
import TestSupport
import Testing

@Suite("What file systems store and promise")
struct FileSystemCapabilitiesTests {
    @Test(
        "only what ifuse serves is a device, also when it does not answer any more",
        arguments: [
            (0xef53, "ext4", FileSystemCapabilities.local), (0x0102_1994, "tmpfs", .local),
            (0x6573_5546, "fuse.sshfs", .local), (0x6573_5546, "fuseblk", .local),
            (0x6573_5546, "fuse.ifuse", .conduit),
            (0, "fuse.ifuse", .conduit), (0, "ext4", .local), (0x6573_5546, nil, .local),
        ] as [(UInt64, String?, FileSystemCapabilities)])
    func kinds(_ number: UInt64, _ type: String?, _ expected: FileSystemCapabilities) {
        #expect(FileSystemCapabilities.capabilities(of: FileSystemKind(number: number)) { type } == expected)
    }

    @Test("the type of a file system is the one that findmnt finds")
    func type() throws {
        for path in ["/proc", "/dev", "/tmp"] {
            let directory = Descriptor(owning: open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
            let found = try runCommand(["findmnt", "--noheadings", "--output", "FSTYPE", "--target", path])
            let expected = String(decoding: found.stdout, as: UTF8.self).split(whereSeparator: \.isWhitespace).last
            #expect(Platform.fileSystemType(of: directory.number) == expected.map(String.init), "\(path)")
        }
    }

    @Test("a directory of this computer keeps everything")
    func local() {
        let directory = TemporaryDirectory()
        let handle = Descriptor(owning: open(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        #expect(FileSystemCapabilities(of: handle.number) == .local)
    }

    @Test("the creation mask is the one of the process")
    func mask() throws {
        let shell = try runCommand(["sh", "-c", "umask"])
        let text = String(decoding: shell.stdout, as: UTF8.self).filter { !$0.isWhitespace }
        #expect(UInt32(text, radix: 8) == Platform.fileCreationMask)
    }
}
