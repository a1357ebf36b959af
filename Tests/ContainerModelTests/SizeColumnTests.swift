import Testing

@testable import ContainerModel

@Suite("The column of sizes")
struct SizeColumnTests {
    @Test(
        "a directory is called one where others have their sizes",
        arguments: [
            (nil, "directory", "directory"), (nil, "symbolic link", "        -"), (849, "file", "    849 B"),
            (1_024, "file", "   1.0 KB"),
        ] as [(UInt64?, String, String)])
    func sizes(size: UInt64?, kind: String, column: String) {
        #expect(sizeColumn(size, kind: kind) == column)
    }
}
