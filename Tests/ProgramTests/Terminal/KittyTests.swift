import System
import TestSupport
import Testing

/// The real terminal, where it is installed; elsewhere `ImageStore` stands for it.
@Suite("Pictures in kitty")
struct KittyTests {
    private static let isInstalled = ["kitty", "Xvfb"].allSatisfy { access("/usr/bin/\($0)", X_OK) == 0 }

    @Test(
        "a picture is seen, is gone under the cover, comes back with a key, and goes when the browser is killed",
        .enabled(if: isInstalled))
    func picture() throws {
        let container = try SampleContainer()
        let directory = TemporaryDirectory()
        try python(
            """
            import struct, sys, zlib
            def chunk(kind, data): return struct.pack('>I', len(data)) + kind + data + struct.pack(
                '>I', zlib.crc32(kind + data))
            rows = b''.join(b'\\0' + b'\\xff\\0\\0' * 200 for _ in range(200))
            open(sys.argv[1], 'wb').write(b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack(
                '>IIBBBBB', 200, 200, 8, 2, 0, 0, 0)) + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b''))
            """, container.path + "/Documents/red.png")
        let script = Script.text("kitty_pictures")
        let seen = try python(script, directory.path, sandglass, "--theme", "dark", container.path)
        #expect(seen.split(separator: "\n") == ["shown True", "covered True", "back True", "killed True"])
    }
}
