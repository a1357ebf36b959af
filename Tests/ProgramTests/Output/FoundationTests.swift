import System
import TestSupport
import Testing

/// Package.swift leaves the library out while linking, which only works as long as nothing needs it.
@Suite("Foundation is no part of the program")
struct FoundationTests {
    private static let root = packageRoot(of: #filePath)

    @Test("no source imports it; FoundationEssentials is enough", .enabled(if: root != nil))
    func imports() throws {
        let root = try #require(Self.root)
        let found = try runCommand(
            ["grep", "-rnE", #"^(@[a-z]+ )*((public|package|internal|private) )?import Foundation$"#]
                + ["Sources", "Themes"].map { "\(root)/\($0)" })
        #expect(found.lines.isEmpty && found.status == 1)
    }

    @Test("the release build has none of its functions", .enabled(if: sandglass.contains("/release/")))
    func functions() throws {
        // `__CFInitialize` is the constructor of CoreFoundation, which comes with Foundation.
        let found = try runCommand(["grep", "-c", "__CFInitialize", sandglass])
        #expect(found.lines == ["0"])
    }
}
