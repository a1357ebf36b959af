import System
import TestSupport
import Testing

@testable import VirtualTerminal

@Suite("Finding by name in all containers of a device or folder", .onManyThreads)
struct FindEverywhereTests {
    /// A simulator device with two apps.
    private func makeDevice() throws -> TemporaryDirectory {
        let directory = TemporaryDirectory()
        try Python.run(Script.text("find_everywhere_make_device"), [directory.path])
        return directory
    }

    private let tide = "/Containers/Data/Application/00000000-0000-4000-8000-000000000000"

    @Test("an item of another container is found while one types, and Enter opens the container at it")
    func another() throws {
        let device = try makeDevice()
        let terminal = try browse(
            device.path + tide, shows: "Documents/", environment: ["LC_ALL": "C.UTF-8"], columns: 120)
        try terminal.send("gf")
        try terminal.waitFor("in 2 containers")
        #expect(!terminal.text.contains("reading…"))
        try terminal.send("chart")
        try terminal.waitFor("4 found among")
        #expect(terminal.lines.count { $0.contains("Sub/.hidden-chart") && $0.contains(" hidden ") } == 2)
        #expect(terminal.text.contains("org.example.tide/Documents/Sub/tide-chart.txt"))
        #expect(terminal.text.contains("org.example.harbor/Documents/Sub/harbor-chart.txt"))
        try terminal.send(" harb")
        try terminal.waitFor("2 found among")
        try terminal.send("\r")
        try terminal.waitUntil("the item in its container") {
            $0.lines.last?.contains("Documents/Sub/harbor-chart.txt") == true
                && $0.lines.first?.contains("org.example.harbor") == true
        }
        // From there, the first container is found in the same way.
        try terminal.send("gf")
        try terminal.waitFor("in 2 containers")
        try terminal.send("tide-ch\r")
        try terminal.waitUntil("the item in the first container") {
            $0.lines.last?.contains("Documents/Sub/tide-chart.txt") == true
        }
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("the cursor goes to an item of the open container, and a search without matches says so")
    func same() throws {
        let device = try makeDevice()
        let terminal = try browse(
            device.path + tide, shows: "Documents/", environment: ["LC_ALL": "C.UTF-8"], columns: 120)
        try terminal.send("gf")
        try terminal.waitFor("in 2 containers")
        try terminal.send("zzzz")
        try terminal.waitFor("nothing found among")
        try terminal.send("\u{1b}")
        try terminal.waitUntil("no panel") { !$0.text.contains("nothing found") }
        try terminal.send("gf")
        try terminal.waitFor("in 2 containers")
        try terminal.send("tidech")
        try terminal.waitFor("23 found among")
        try terminal.send("\r")
        try terminal.waitUntil("the item") { $0.lines.last?.contains("Documents/Sub/tide-chart.txt") == true }
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("downloads of the same app in a folder are distinguished, and a damaged neighbor is counted")
    func folder() throws {
        let (device, downloads) = (try makeDevice(), TemporaryDirectory())
        try Python.run(
            """
            import os, shutil, sys
            for name in ['one', 'two']:
                shutil.copytree(sys.argv[1], '%s/%s.xcappdata/AppData' % (sys.argv[2], name))
            """, [device.path + tide, downloads.path])
        let terminal = try browse(
            downloads.path + "/one.xcappdata", shows: "Documents/", environment: ["LC_ALL": "C.UTF-8"],
            columns: 120)
        try terminal.send("gf")
        try terminal.waitFor("in 2 containers")
        try terminal.send("chart")
        try terminal.waitFor("4 found among")
        #expect(terminal.text.contains("one.xcappdata") && terminal.text.contains("two.xcappdata"))
        // Enter waits for the text typed before it.
        try terminal.send(" tide two\r")
        try terminal.waitUntil("the item") { $0.lines.last?.contains("Documents/Sub/tide-chart.txt") == true }
        #expect(try terminal.quit() == .exited(0))
    }
}
