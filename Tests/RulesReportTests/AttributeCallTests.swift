import TestSupport
import Testing

@Suite("Extended attributes on older kernels", .onManyThreads)
struct AttributeCallTests {
    /// Runs a program under a seccomp filter that answers the calls listxattrat and getxattrat with an error, as a kernel
    /// before Linux 6.13 (ENOSYS) or a sandbox that does not know them (EPERM).
    private static let program = Script.text("attribute_call_program")

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
