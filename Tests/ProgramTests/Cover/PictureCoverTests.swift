import Screen
import System
import TestSupport
import Testing

/// Tests with the real program that it leaves no picture in a terminal that keeps pictures until they are deleted.
@Suite("Pictures left in the terminal", .onManyThreads)
struct PictureCoverTests {
    /// A browser with a picture on the screen.
    private final class Scene {
        let browser: GuardedBrowser
        private var store = ImageStore()
        private var read = 0

        init() throws {
            let root = try #require(packageRoot(of: #filePath))
            let script = Script.text("picture", beside: root + "/Tests/ProgramTests/Contents/PictureTests.swift")
            browser = try GuardedBrowser(size: Size(columns: 140, rows: 40), settings: "pictures = \"kitty\"\n") {
                try Python.run(script, [$0 + "/Documents/aa.png"])
            }
            try browser.terminal.go(to: "Documents/aa.png")
            try browser.terminal.waitUntil("the picture") { _ in
                self.images.images.values.contains { !$0.placements.isEmpty }
            }
        }

        /// What the terminal has.
        var images: ImageStore {
            store.feed(browser.terminal.output[read...])
            read = browser.terminal.output.count
            return store
        }
    }

    @Test("a picture in the right pane is the decoded one, in as many pixels as its cells have")
    func shown() throws {
        let scene = try Scene()
        let image = try #require(scene.images.images.values.first { !$0.placements.isEmpty })
        let directory = TemporaryDirectory()
        try directory.write(image.bytes, to: "sent.png")
        let pixels = try Python.pixels(ofPNG: directory("sent.png"))
        let size = [pixels[0..<4], pixels[4..<8]].map { $0.reduce(0) { $0 << 8 | Int($1) } }
        // 60 × 40 pixels, half black and half white, enlarged by a whole number.
        let factor = size[0] / 60
        #expect(factor > 1 && size == [60 * factor, 40 * factor])
        let (width, row) = (size[0], Array(pixels[8...].prefix(size[0] * 4)))
        #expect(row.prefix(4) == [0, 0, 0, 255] && row.suffix(4) == [255, 255, 255, 255])
        #expect(row[(width / 2 - 1) * 4] == 0 && row[width / 2 * 4] == 255)
        let placement = try #require(image.placements.values.first)
        #expect(placement.columns > 30 && placement.rows == (placement.columns * 10 * 40 / 60 + 19) / 20)
        #expect(scene.images.problems.isEmpty, "\(scene.images.problems)")
    }

    @Test(
        "nothing is left, whichever way the screen is given up",
        arguments: ExitPath.stops.map { ($0, true) } + ExitPath.ends.map { ($0.0, false) })
    func left(way: ExitPath, isStop: Bool) throws {
        let scene = try Scene()
        try way.leave(scene.browser)
        if isStop { try scene.browser.waitForStop() } else { try scene.browser.waitForEnd() }
        #expect(scene.images.images.isEmpty, "\(way)")
        #expect(scene.images.problems.isEmpty, "\(scene.images.problems)")
        #expect(try scene.browser.modesAreAsBefore())
        guard isStop else { return }
        try scene.browser.bringBack()
        try scene.browser.terminal.waitUntil("the picture again") { _ in
            scene.images.images.values.contains { !$0.placements.isEmpty }
        }
    }

    @Test("nothing is left when the window loses the focus, and on Z; the focus brings the picture back")
    func inactive() throws {
        for keys in ["\u{1b}[O", "Z"] {
            let scene = try Scene()
            try scene.browser.terminal.send(keys)
            try scene.browser.terminal.waitFor("covered")
            #expect(scene.images.images.isEmpty)
            try scene.browser.terminal.send("\u{1b}[I")
            try scene.browser.terminal.waitUntil("the picture") { _ in
                scene.images.images.values.contains { !$0.placements.isEmpty }
            }
        }
    }

    @Test("a panel over a picture takes it away, and gives it back without sending it again")
    func panel() throws {
        let scene = try Scene()
        let terminal = scene.browser.terminal
        try terminal.send("?")
        try terminal.waitUntil("no picture") { _ in scene.images.images.values.allSatisfy { $0.placements.isEmpty } }
        try terminal.send("\u{1b}")
        try terminal.waitUntil("the picture") { _ in
            scene.images.images.values.contains { !$0.placements.isEmpty }
        }
        #expect(scene.images.transmissions == 1 && scene.images.problems.isEmpty, "\(scene.images.problems)")
        try terminal.send("zp")
        try terminal.waitUntil("an empty terminal") { _ in scene.images.images.isEmpty }
        try terminal.waitFor("pictures are cells until sandglass ends")
    }
}
