import System
import TestSupport
import Testing

@Suite("Exporting snapshots", .onManyThreads)
struct SnapshotExportTests {
    private let directory = TemporaryDirectory()
    /// Blocks that `astcenc` compressed, and their decompressed contents: 128 × 128 pixels.
    private static let pictures = (packageRoot(of: #filePath) ?? "") + "/Tests/FormatsTests/Pictures"

    /// Creates a container with a texture, a damaged one, a JPEG and a smaller copy.
    init() throws {
        try Python.run(Script.text("snapshot_export"), [directory("App"), Self.pictures])
    }

    private func snapshots(_ arguments: String...) throws -> CommandResult {
        try runCommand([sandglass, "snapshots", directory("App")] + arguments)
    }

    private var exported: [String] {
        get throws { try runCommand(["ls", directory("out")]).text.split(separator: "\n").map(String.init) }
    }

    @Test("textures become PNG with the pixels that astcenc has, other pictures are copied, and nothing is changed")
    func export() throws {
        let before = try runCommand([
            "sh", "-c", "cd \"$0\" && find . | sort | xargs -d '\\n' stat -c '%n %s %Y %Z'", directory("App"),
        ])
        let result = try snapshots("--export", directory("out"))
        #expect(result.status == 0, "\(result.errors)")
        #expect(try exported == ["scene-A@2x.png", "scene-B@2x.jpeg", "small-A@2x.png"])
        let pixels = try readFile(Self.pictures + "/blocks.rgba")
        for name in ["scene-A@2x.png", "small-A@2x.png"] {
            #expect(try Python.pixels(ofPNG: directory("out/" + name)) == [0, 0, 0, 128, 0, 0, 0, 128] + pixels)
        }
        #expect(
            try readFile(directory("out/scene-B@2x.jpeg"))
                == readFile(directory("App/Library/SplashBoard/Snapshots/sceneID:org.example.app-default/B@2x.jpeg")))
        let after = try runCommand([
            "sh", "-c", "cd \"$0\" && find . | sort | xargs -d '\\n' stat -c '%n %s %Y %Z'", directory("App"),
        ])
        #expect(before.text == after.text)
    }

    @Test("JPEG becomes PNG with the pixels that djpeg has, and PNG is copied")
    func photographs() throws {
        let place = "App/Library/SplashBoard/Snapshots/sceneID:org.example.app-default/"
        let pictures = try #require(packageRoot(of: #filePath)) + "/Sources/CDemonstration/Pictures"
        try directory.write(try readFile(pictures + "/launch.jpeg"), to: place + "C@2x.jpeg")
        try directory.write(try readFile(pictures + "/launch.png"), to: place + "D@2x.png")
        #expect(try snapshots("--export", directory("out")).status == 0)
        let decoded = try runCommand(["djpeg", "-rgb", directory(place + "C@2x.jpeg")]).stdout
        let pixels = try Python.pixels(ofPNG: directory("out/scene-C@2x.png")).dropFirst(8)
        let colors = pixels.enumerated().filter { $0.offset % 4 != 3 }.map(\.element)
        #expect(!colors.isEmpty && colors == decoded.suffix(colors.count))
        #expect(try readFile(directory("out/scene-D@2x.png")) == readFile(pictures + "/launch.png"))
    }

    @Test("nothing that exists is replaced, and damaged snapshots are named while the rest is exported")
    func failures() throws {
        try directory.makeDirectory("out")
        try directory.write("mine", to: "out/small-A@2x.png")
        try directory.write("broken", to: "App/Library/SplashBoard/Snapshots/sceneID:org.example.app-default/C.ktx")
        let result = try snapshots("--export", directory("out"), "--json")
        #expect(result.status == 65)
        let script = """
            import json, sys
            for row in sorted(json.load(sys.stdin)['exported'], key=lambda row: row['path']):
                print(row['path'].split('-default/')[1], row.get('file'), row.get('problem'))
            """
        let rows = String(
            decoding: try runCommand(["python3", "-c", script], input: result.stdout).stdout, as: UTF8.self
        )
        .split(separator: "\n").map(String.init)
        #expect(rows.count == 4 && rows[0] == "A@2x.ktx scene-A@2x.png None", "\(rows) \(result.errors)")
        #expect(rows[2].hasPrefix("C.ktx None ") && rows[3] == "downscaled/A@2x.ktx None small-A@2x.png already exists")
        #expect(try readFile(directory("out/small-A@2x.png")) == Array("mine".utf8))
    }

    @Test(
        "a directory that cannot be used is refused",
        arguments: [("App/Documents/out", 77, "in a container"), ("file", 73, "file"), ("file/x", 73, "file")]
            as [(String, Int32, String)])
    func directories(path: String, status: Int32, says: String) throws {
        try directory.write("text", to: "file")
        let result = try snapshots("--export", directory(path))
        #expect(result.status == status && result.errors.contains(says), "\(result.status) \(result.errors)")
        #expect(try runCommand(["find", directory("App/Documents")]).text == directory("App/Documents") + "\n")
    }

    @Test("--show draws each picture below its line, with characters where there are no colours")
    func show() throws {
        let result = try snapshots("--show")
        #expect(result.status == 0)
        // 128 pixels in 80 columns are 80 high, two to a row.
        #expect(
            result.text.split(separator: "\n", omittingEmptySubsequences: false).count { $0.utf8.count == 80 } >= 60)
        #expect(!result.stdout.contains(0x1b))
    }
}
