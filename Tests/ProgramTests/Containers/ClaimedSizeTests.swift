import TestSupport
import Testing

/// An archive states the sizes of its entries itself, and nothing keeps it from lying.
@Suite("Archives whose entries claim impossible sizes", .onManyThreads)
struct ClaimedSizeTests {
    private static let withPath = ParsedCommand.all.filter(\.takesPath)

    /// Makes a zip archive of a few KB, claims.zip, whose files each claim 2^63 - 1 bytes, so that three of them exceed
    /// 64 bits.
    private static let maker = """
        import struct
        data, home = 'X.xcappdata/AppData/', b'\\x03\\x00'
        directories = ['', 'Documents/', 'Library/', 'Library/Caches/', 'Library/Caches/Snapshots/', 'tmp/']
        files = ['Documents/%s', 'Library/Caches/%s', 'Library/Caches/Snapshots/%s.png', 'tmp/%s']
        names = ['X.xcappdata/'] + [data + name for name in directories]
        names += [data + name % letter for name in files for letter in 'abc']
        entries = index = b''
        for name in map(str.encode, names):
            size, method, body, mode = 2**63 - 1, 8, home, 0o100644
            if name.endswith(b'/'): size, method, body, mode = 0, 0, b'', 0o40755
            zip64 = struct.pack('<HHQQ', 1, 16, size, len(body))
            common = struct.pack('<HHHHIIIHH', 0, method, 0, 0x21, 0, 2**32 - 1, 2**32 - 1, len(name), len(zip64))
            offset = len(entries)
            entries += b'PK\\3\\4' + struct.pack('<H', 45) + common + name + zip64 + body
            index += b'PK\\1\\2' + struct.pack('<HH', 45 | 3 << 8, 45) + common
            index += struct.pack('<HHHII', 0, 0, 0, mode << 16, offset) + name + zip64
        end = struct.pack('<HHHHIIH', 0, 0, len(names), len(names), len(index), len(entries), 0)
        with open('claims.zip', 'wb') as file: file.write(entries + index + b'PK\\5\\6' + end)
        """

    private static let template = SharingSandbox.template(maker)

    private func sandbox() throws -> SharingSandbox { try SharingSandbox(copyOf: Self.template.get()) }

    @Test(
        "no command is ended by a signal",
        arguments: pairs(
            withPath,
            ["claims.zip", "claims.zip/Documents", "claims.zip/Documents/a", "claims.zip/Library/Caches"]))
    func everyCommand(command: ParsedCommand, path: String) throws {
        let result = try sandbox().run(command.line(path), environment: ["EDITOR=true"])
        #expect(result.status < 128, "\(command.line(path)): \(result.errors)")
    }

    @Test(
        "sums of claimed sizes saturate at the largest number",
        arguments: [
            (["backup-set", "--json"], #""bytes":18446744073709551615"#),
            (["purge", "--dry-run", "--event", "low-storage", "--json"], #""bytes":18446744073709551615"#),
            (["backup-set"], "18,446,744,073,709,551,615 bytes in 3 files"),
            (["snapshots"], "3 pictures, 16 EB."),
        ])
    func sums(command: [String], says: String) throws {
        let result = try sandbox().run(command + ["claims.zip"])
        #expect(result.text.contains(says), "\(result.status): \(result.text)\(result.errors)")
    }
}
