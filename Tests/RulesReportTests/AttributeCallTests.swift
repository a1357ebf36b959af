import TestSupport
import Testing

@Suite("Extended attributes on older kernels", .onManyThreads)
struct AttributeCallTests {
    /// Runs a program under a seccomp filter that answers the calls listxattrat and getxattrat with an error, as a
    /// kernel before Linux 6.13 (ENOSYS) or a sandbox that does not know them (EPERM).
    private static let program = """
        import ctypes, os, struct, sys
        error = int(sys.argv[1])
        rows = [(0x20, 0, 0, 0), (0x15, 1, 0, 464), (0x15, 0, 1, 465), (0x06, 0, 0, 0x00050000 | error),
                (0x06, 0, 0, 0x7fff0000)]
        code = b"".join(struct.pack("HBBI", *row) for row in rows)
        buffer = ctypes.create_string_buffer(code)
        filter = struct.pack("HxxxxxxP", len(rows), ctypes.addressof(buffer))
        libc = ctypes.CDLL(None, use_errno=True)
        assert libc.prctl(38, 1, 0, 0, 0) == 0
        assert libc.prctl(22, 2, ctypes.c_char_p(filter), 0, 0) == 0
        os.execv(sys.argv[2], sys.argv[2:])
        """

    @Test("the exclusion attribute is found without the new calls as well", arguments: ["0", "38", "1"])
    func fallback(error: String) throws {
        let fixture = try Fixture(
            "os.setxattr(root + '/Documents/a.txt', 'user.com.apple.metadata:com_apple_backup_excludeItem', b'x')")
        let sandglass = [Products.executable("sandglass"), "exclude", "--list", fixture.path]
        let command = error == "0" ? sandglass : Python.command + ["-c", Self.program, error] + sandglass
        let result = try runCommand(command)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text.contains("Documents/a.txt"), "\(result.text)")
    }
}
