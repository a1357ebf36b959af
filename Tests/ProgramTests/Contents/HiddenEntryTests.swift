import TestSupport
import Testing

/// Entries of archives that nothing shows: those of which a later one has the name, and contents of what is no file.
@Suite("Entries of archives that are not examined", .onManyThreads)
struct HiddenEntryTests {
    /// The archives of the script, and what is said of the entry.
    private static let archives: [(file: String, said: String)] =
        ["same", "slashes", "dot", "absolute"].flatMap { name in
            ["zip", "tar"].map { ("\(name).\($0)", "more than once, and the last one counts: Documents/") }
        }
        + ["backslash", "unicode"].map { ("\($0).zip", "more than once, and the last one counts: Documents/a") }
        + ["directory", "deflated", "root", "device"].flatMap { ["\($0).zip", "\($0).tar"] }.map { ($0, contents) }
        + ["link.tar", "hard.tar"].map { ($0, contents) }
    private static let contents = "with contents that are not examined, because it is no regular file"

    private let directory = TemporaryDirectory()

    /// Makes all archives, which hide a text.
    private func make(_ folder: String, hiding text: String) throws {
        try Python.run(Script.text("hidden_entry_archives"), [directory(folder), text])
    }

    @Test("diff does not call the archives the same, and tells other bytes where all items are the same")
    func compared() throws {
        for (folder, text) in [("one", "needle"), ("two", "NEEDLE"), ("copy", "needle")] {
            try make(folder, hiding: text)
        }
        for (file, said) in Self.archives {
            let different = try run("diff", directory("one/\(file)"), directory("two/\(file)"))
            #expect(different.status == 65 && different.errors.contains(said), "\(file): \(different.errors)")
            #expect(different.text.contains("bytes differ"), "\(file): \(different.text)")
            let same = try run("diff", directory("one/\(file)"), directory("copy/\(file)"))
            #expect(same.status == 65 && same.text.isEmpty, "\(file): \(same.text)\(same.errors)")
        }
        let files = try run("diff", directory("one"), directory("two"))
        for (file, _) in Self.archives { #expect(files.status != 0 && files.text.contains(file), "\(files.text)") }
    }

    @Test(
        "whatever reads the archive ends with 65 and names the entry",
        arguments: [
            ["grep", "needle"], ["grep", "tide"], ["find", "notes"], ["ls"], ["info"], ["hash"], ["audit"],
            ["backup-set"], ["pack"],
        ])
    func read(command: [String]) throws {
        try make("one", hiding: "needle")
        for (file, said) in Self.archives {
            let path = directory("one/\(file)")
            // Of the archive itself, the bytes are hashed.
            let place = command == ["hash"] ? path + "/Documents" : path
            let target = command == ["pack"] ? [path + ".xcappdata"] : []
            let result = try runCommand([sandglass] + command + [place] + target)
            // A package has no devices, which is another loss.
            let status: Int32 = command == ["pack"] && file.hasPrefix("device") ? 74 : 65
            #expect(result.status == status, "\(file): \(result.status) \(result.text)\(result.errors)")
            #expect((result.text + result.errors).contains(said), "\(file): \(result.text)\(result.errors)")
        }
    }
}
