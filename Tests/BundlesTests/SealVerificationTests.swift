import Bundles
import ContainerModel
import FileTree
import System
import TestSupport
import Testing

/// Bundles that Python builds and seals, and then tampers with.
@Suite("Verifying seals")
struct SealVerificationTests {
    /// A bundle to copy, in the directory of the given options.
    private static let folder: TemporaryDirectory = {
        let folder = TemporaryDirectory()
        folder.removeAtExit()
        return folder
    }()

    private static let standard: Result<String, any Error> = Result {
        let path = folder("standard")
        try SignedBundleScript.make(in: path, slices: ["arm64", "armv7"], hashTypes: [1, 2])
        return path
    }

    private func report(_ directory: String) throws -> SealReport {
        let tree = try RootedDirectory(hostPath: Array(directory.utf8))
        return try #require(
            SealVerification(of: tree, at: "Tide.app").verify(hostPath: Array("\(directory)/Tide.app".utf8)))
    }

    /// Returns the items that are neither intact nor unsealed, as "status path".
    private func findings(_ report: SealReport) -> Set<String> {
        Set(
            report.items.filter { $0.status != .intact && $0.status != .unsealed }.map {
                "\($0.status.rawValue) \($0.path)"
            })
    }

    @Test(
        "an unchanged bundle is intact, whatever its algorithms and architectures",
        arguments: [
            ("arm64", [2], ""), ("armv7", [1], ""), ("arm64,armv7", [1, 2], ""), ("x86_64", [3], ""),
            ("arm64", [4], ""),
            ("arm64", [1, 2, 3, 4], ""), ("arm64", [2], "v1"), ("arm64", [2], "nested"),
        ])
    func intact(_ slices: String, _ types: [Int], _ option: String) throws {
        let folder = TemporaryDirectory()
        try SignedBundleScript.make(
            in: folder.path, slices: slices.split(separator: ",").map(String.init), hashTypes: types, options: [option])
        let report = try report(folder.path)
        #expect(findings(report) == [] && report.isIntact && report.unreadable.isEmpty)
        #expect(
            report.items.filter { $0.status == .unsealed }.map(\.path) == [option == "v1" ? "current.json" : "PkgInfo"])
        #expect(report.bundles.map(\.path) == [".", "Frameworks/Waves.framework", "PlugIns/Widget.appex"])
        #expect(report.bundles[0].code.map(\.architecture) == slices.split(separator: ",").map(String.init))
        #expect(report.bundles[0].code.allSatisfy { $0.algorithms.count == types.count && $0.pages == 3 })
        let parts = [
            "code pages", "Info.plist", "requirements", "_CodeSignature/CodeResources", "entitlements",
            "DER entitlements",
        ]
        #expect(report.bundles[0].code.allSatisfy { $0.parts.map(\.name) == parts })
        #expect(report.notChecked.contains { $0.contains("chain") })
    }

    /// Python's changes to the bundle in the directory `app`, and the findings.
    private static let tamperings: [(name: String, script: String, findings: Set<String>)] = [
        ("a file altered", "write('charts.json', b'{}')", ["altered charts.json"]),
        ("a file sealed by SHA-1 alone altered", "write('first.old', b'')", ["altered first.old"]),
        ("an empty file filled", "write('empty', b'x')", ["altered empty"]),
        ("a name beyond ASCII", "write('\\u6f6e\\u6c50.txt', b'')", ["altered 潮汐.txt"]),
        ("a file added", "write('new.bin', b'x')", ["added new.bin"]),
        ("a link added", "os.symlink('a', p('new.link'))", ["added new.link"]),
        ("a file removed", "os.remove(p('charts.json'))", ["missing charts.json"]),
        ("a file that may be absent removed", "os.remove(p('fr.lproj/Localizable.strings'))", []),
        (
            "a file that may be absent altered", "write('fr.lproj/Localizable.strings', b'')",
            ["altered fr.lproj/Localizable.strings"]
        ),
        ("what a rule omits added", "write('.DS_Store', b'x'); write('en.lproj/locversion.plist', b'x')", []),
        (
            "a link elsewhere", "os.remove(p('current.json')); os.symlink('empty', p('current.json'))",
            ["altered current.json"]
        ),
        ("a file for a link", "os.remove(p('current.json')); write('current.json', b'x')", ["altered current.json"]),
        (
            "a link for a file", "os.remove(p('charts.json')); os.symlink('empty', p('charts.json'))",
            ["altered charts.json"]
        ),
        ("a directory for a file", "os.remove(p('empty')); os.mkdir(p('empty'))", ["altered empty"]),
        ("Info.plist altered", "edit('Info.plist', b'15.4', b'15.5')", ["altered Info.plist"]),
        ("Info.plist unreadable", "write('Info.plist', b'none')", ["altered Info.plist"]),
        ("Info.plist removed", "os.remove(p('Info.plist'))", ["missing Info.plist"]),
        (
            "CodeResources altered", "edit('_CodeSignature/CodeResources', b'<plist', b'<plist ')",
            ["altered _CodeSignature/CodeResources"]
        ),
        (
            "CodeResources removed", "os.remove(p('_CodeSignature/CodeResources'))",
            ["missing _CodeSignature/CodeResources"]
        ),
        ("the executable removed", "os.remove(p('Tide'))", ["missing Tide"]),
        ("a code page altered", "edit('Tide', code()[5000:5016], bytes(16))", ["altered Tide"]),
        (
            "a load command altered", "edit('Tide', b'UIKit.framework/UIKit', b'UIKit.framework/UIkit')",
            ["altered Tide"]
        ),
        ("entitlements altered", "edit('Tide', b'<false/>', b'<true />')", ["altered Tide"]),
        (
            "DER entitlements altered",
            "edit('Tide', b'\\x70\\x06\\x02\\x01\\x01\\xb0', b'\\x70\\x06\\x02\\x01\\x02\\xb0')", ["altered Tide"]
        ),
        (
            "a framework's file altered", "write('Frameworks/Waves.framework/data.bin', b'x')",
            ["altered Frameworks/Waves.framework/data.bin"]
        ),
        (
            "a framework's file added", "write('Frameworks/Waves.framework/more.bin', b'x')",
            ["added Frameworks/Waves.framework/more.bin"]
        ),
        ("an extension's file removed", "os.remove(p('PlugIns/Widget.appex/en.lproj/Widget.strings'))", []),
        (
            "an extension's Info.plist altered", "edit('PlugIns/Widget.appex/Info.plist', b'widget', b'wodget')",
            ["altered PlugIns/Widget.appex/Info.plist"]
        ),
        (
            "a directory added", "os.makedirs(p('More/deep')); write('More/deep/a', b'1'); write('More/b', b'2')",
            ["added More/deep/a", "added More/b"]
        ),
    ]

    @Test("each change is named", arguments: tamperings.indices)
    func tampering(_ index: Int) throws {
        let (name, script, expected) = Self.tamperings[index]
        let copy = TemporaryDirectory()
        _ = try runCommand(["cp", "-a", try Self.standard.get() + "/Tide.app", copy.path])
        try Python.run(
            """
            import os, struct, sys
            app = sys.argv[1]
            def p(path): return os.path.join(app, path)
            def read(path):
                with open(p(path), "rb") as file: return file.read()
            def write(path, data):
                with open(p(path), "wb") as file: file.write(data)
            def edit(path, old, new):
                data = read(path)
                assert old in data, path
                write(path, data.replace(old, new))
            def code(): return read("Tide")[4096:]
            \(script)
            """, [copy("Tide.app")])
        let report = try report(copy.path)
        // An optional item is not missed where the bundle around it seals it, either.
        #expect(findings(report) == expected, "\(name)")
        #expect(report.isIntact == expected.isEmpty && report.unreadable.isEmpty, "\(name): \(report.unreadable)")
    }

    @Test("a nested bundle that is sealed as a whole must have the sealed code directory")
    func nested() throws {
        let folder = TemporaryDirectory()
        try SignedBundleScript.make(in: folder.path, options: ["nested"])
        try Python.run(
            "import sys; p = sys.argv[1]; d = open(p, 'rb').read(); open(p, 'wb').write(d.replace(b'TEAM123456', b'TEAM654321'))",
            [folder("Tide.app/Frameworks/Waves.framework/Waves")])
        let found = try report(folder.path)
        #expect(findings(found) == ["altered Frameworks/Waves.framework/Waves"])
        _ = try runCommand(["rm", "-r", folder("Tide.app/Frameworks/Waves.framework")])
        #expect(try findings(report(folder.path)) == ["missing Frameworks/Waves.framework"])
    }

    @Test("an executable without a signature is named, unless nothing is sealed")
    func unsigned() throws {
        let folder = TemporaryDirectory()
        try SignedBundleScript.make(in: folder.path, options: ["unsigned"])
        #expect(try findings(report(folder.path)) == ["altered Tide"])
    }

    @Test("a seal that cannot be read is named with its place")
    func unreadable() throws {
        for (script, path) in [
            ("open(a + '/_CodeSignature/CodeResources', 'w').write('<plist><dict>')", "_CodeSignature/CodeResources"),
            ("open(a + '/Tide', 'r+b').truncate(20)", "Tide"),
            ("f = open(a + '/Tide', 'r+b'); f.truncate(9200)", "Tide"),
        ] {
            let folder = TemporaryDirectory()
            try SignedBundleScript.make(in: folder.path)
            try Python.run("import sys; a = sys.argv[1]; \(script)", [folder("Tide.app")])
            let report = try report(folder.path)
            #expect(report.unreadable.map(\.path) == [path] && report.unreadable[0].offset != nil)
            #expect(!report.isIntact)
        }
    }

    @Test("a code page is named by its number")
    func pageNumber() throws {
        let folder = TemporaryDirectory()
        try SignedBundleScript.make(in: folder.path)
        try Python.run(
            "import sys; f = open(sys.argv[1], 'r+b'); f.seek(4096 * 2 + 7); f.write(b'?')", [folder("Tide.app/Tide")])
        let code = try #require(try report(folder.path).bundles.first?.code.first)
        #expect(code.alteredPages == [2])
        #expect(code.parts.first { $0.name == "code pages" }?.status == .altered)
    }
}
