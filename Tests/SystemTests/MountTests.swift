import System
import Testing

@Suite("Mounts")
struct MountTests {
    @Test("a line of mountinfo is read, with the escapes of its path and with any number of optional fields")
    func line() throws {
        let line = #"36 35 98:5 /mnt1 /mnt\0402\134x rw,noatime master:1 shared:2 - ext3 /dev/root rw"#
        let mount = try #require(Mount(line: Array(line.utf8)[...]))
        #expect(String(decoding: mount.path, as: UTF8.self) == #"/mnt 2\x"#)
        #expect(mount.type == "ext3")
        #expect(mount.device == 98 << 8 | 5)
        let plain = try #require(Mount(line: Array("1 0 0:40 / / rw - fuse.ifuse ifuse rw".utf8)[...]))
        #expect(plain.type == "fuse.ifuse" && plain.device == 40)
    }

    @Test(
        "a line that is cut is no mount",
        arguments: [
            "", "36", "36 35 98:5 /mnt1 /mnt2 rw", "36 35 98 /mnt1 /mnt2 rw - ext3 x rw", "36 35 98:5 / /x rw -",
        ])
    func cut(line: String) { #expect(Mount(line: Array(line.utf8)[...]) == nil) }

    @Test("the root of the file system is among the mounts")
    func root() { #expect(Mount.all.contains { $0.path == [0x2f] }) }
}
