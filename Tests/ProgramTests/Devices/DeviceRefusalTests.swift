import TestSupport
import Testing

/// What a device answers to single requests, as far as ifuse passes it on. One mount serves all cases: another process
/// of the program keeps it, and the double reads its faults from a file.
@Suite(
    "Refusals of a device", .onManyThreads,
    .enabled(if: DeviceDouble.canMount, "needs /dev/fuse and ifuse"))
struct DeviceRefusalTests {
    /// A command on the directory of a case, the request that fails (by its number in AFC) and how, and what is said of
    /// it.
    struct Case: CustomStringConvertible {
        let words: [String]
        let request: Int
        let answer: Int
        let status: Int32
        let sentence: String

        /// - Parameter words: `@` is a directory of the app with `a.txt` and `in/b.txt`, `%` one of this computer with
        ///   `new.txt` and `new/c.txt`.
        init(_ words: String, _ request: Int, _ answer: Int, _ status: Int32, _ sentence: String) {
            self.words = words.split(separator: " ").map(String.init)
            (self.request, self.answer, self.status, self.sentence) = (request, answer, status, sentence)
        }

        var description: String { "\(words.joined(separator: " ")): \(request) answers \(answer)" }
    }

    private static let (list, remove, make, look, open, read, write, rename, date) = (3, 8, 9, 10, 13, 15, 16, 24, 30)
    private static let (denied, exists, busy, full, broken, interrupted) = (10, 16, 17, 18, 20, 21)
    private static let (unknown, unsupported, notEmpty) = (1, 15, 33)

    private static let cases = [
        Case("ls @", list, denied, 74, "the device does not list it"),
        Case("ls @", look, denied, 77, "the device does not permit it"),
        Case("ls @", look, broken, 74, "the device reported an error"),
        Case("ls @", look, interrupted, 74, "the device interrupted it"),
        Case("show @/a.txt", read, denied, 77, "the device does not permit it"),
        Case("show @/a.txt", read, busy, 74, "it is in use on the device"),
        Case("show @/a.txt", read, interrupted, 74, "the device interrupted it"),
        Case("export @/a.txt --to %/out", open, denied, 77, "the device does not permit it"),
        Case("export @/a.txt --to %/out", read, broken, 74, "the device reported an error"),
        Case("export @/in --to %/out", list, broken, 74, "the device does not list it"),
        Case("rm @/a.txt", remove, denied, 77, "the device does not permit it"),
        Case("rm @/a.txt", remove, busy, 74, "it is in use on the device"),
        Case("rename @/a.txt --to b.txt", rename, denied, 77, "the device does not permit it"),
        Case("rename @/a.txt --to b.txt", rename, full, 73, "no space left on the device"),
        Case("rename @/a.txt --to b.txt", rename, exists, 73, "already exists"),
        Case("rename @/a.txt --to b.txt", rename, broken, 74, "the device reported an error"),
        Case("import %/new --to @", make, denied, 77, "the device does not permit it"),
        Case("import %/new --to @", make, full, 73, "no space left on the device"),
        Case("import %/new.txt --to @", open, busy, 74, "it is in use on the device"),
        Case("import %/new.txt --to @", open, interrupted, 74, "the device interrupted it"),
        Case("import %/new.txt --to @", write, full, 73, "no space left on the device"),
        Case("import %/new.txt --to @", write, denied, 77, "the device does not permit it"),
        Case("import %/new.txt --to @", date, denied, 0, "copied without its times"),
        Case("rm @/a.txt", remove, unknown, 74, "the device does not remove it"),
        Case("rm @/in/b.txt", remove, unsupported, 74, "the device does not support it"),
        Case("rm @/in", remove, notEmpty, 74, "the device does not remove it, or a new item is in it"),
        Case("show @/a.txt", read, unknown, 74, "the device reported an error"),
        Case("show @/a.txt", read, unsupported, 74, "the device does not support it"),
        Case("rename @/a.txt --to b.txt", rename, unknown, 74, "the device reported an error"),
        Case("rename @/a.txt --to b.txt", rename, unsupported, 74, "the device does not support it"),
        Case("import %/new.txt --to @", write, unknown, 74, "the device reported an error"),
        Case("import %/new.txt --to @", write, broken, 74, "the device reported an error"),
        Case("import %/new.txt --to @", write, unsupported, 74, "the device does not support it"),
        Case("mkdir @/made", make, exists, 73, "exists"),
        Case("mkdir @/made", make, unsupported, 74, "the device does not support it"),
        Case("edit @/a.txt", read, denied, 77, "the device does not permit it"),
        Case("cp @/a.txt @/copy.txt", write, full, 73, "no space left on the device"),
        Case("mv @/a.txt @/in", rename, denied, 77, "the device does not permit it"),
    ]

    /// A directory for each case: what the kernel remembers of one says nothing of another.
    private static let script = """
        for case in range(\(cases.count)):
            directory = f'com.example.notes/container/Documents/case{case}/'
            write(directory + 'a.txt', b'alpha')
            write(directory + 'in/b.txt', b'beta')
        """
    @Test("a refusal names the item and says that it is the device's; nothing is lost")
    func refused() throws {
        let host = TemporaryDirectory()
        let device = try DeviceDouble(["--faults", host("faults")], Self.script)
        // A browser keeps the mount.
        let browser = try PseudoTerminal(
            sandglass, ["device:com.example.notes"], environment: device.environment.merging(["TERM": "xterm"]) { $1 })
        try browser.waitFor("Documents")
        for (index, test) in Self.cases.enumerated() { try check(test, "case\(index)", device, host) }
    }

    /// - Parameter own: The directory of the case.
    private func check(_ test: Case, _ own: String, _ device: DeviceDouble, _ host: TemporaryDirectory) throws {
        host.write("\(own)/new.txt", "new")
        host.write("\(own)/new/c.txt", "gamma")
        let words = test.words.map {
            $0.replacing("@", with: "device:com.example.notes/Documents/\(own)").replacing("%", with: host(own))
        }
        host.write("faults", "\(test.request):\(test.answer):1")
        var result = try device.run([sandglass] + words)
        // The kernel remembers for a second what the browser has seen of the directory.
        for _ in 0..<1_000 where result.status == 0 && test.status != 0 && test.words[0] == "ls" {
            result = try device.run([sandglass] + words)
        }
        host.write("faults", "")
        let said = "\(test): \(result.errors)"
        #expect(result.status == test.status && result.errors.contains(test.sentence), "\(said)")
        #expect(!result.errors.contains("on this computer"), "\(said)")
        #expect(result.errors.contains(own), "the sentence names no item: \(said)")
        let place = "world/apps/com.example.notes/container/Documents/\(own)"
        let names = try runCommand(["find", device.directory(place), "-type", "f", "-printf", "%P "]).text
        let imported = test.status == 0 ? ["new.txt"] : []
        #expect(Set(names.split(separator: " ").map(String.init)) == Set(["a.txt", "in/b.txt"] + imported), "\(test)")
        #expect(try device.directory.bytes(of: place + "/a.txt") == Array("alpha".utf8), "\(test)")
        // No half of a file is on this computer either.
        #expect(try runCommand(["find", host(own), "-path", "*/out*", "-type", "f"]).text.isEmpty, "\(test)")
    }
}
