import TestSupport
import Testing

@Suite("Texts that are stored in other bytes than their encoding has", .onManyThreads)
struct StoredTextTests {
    private let directory = TemporaryDirectory()

    @Test("such a text is shown with a remark and 65, found by its bytes, and told if other bytes are stored")
    func everyReader() throws {
        let wrong = try Python.lines(Script.text("stored_texts"), sandglass, directory.path)
        #expect(wrong.isEmpty, "\(wrong)")
    }

    @Test("a pattern that is not UTF-8 takes no option that changes what it matches")
    func options() throws {
        let script = """
            import subprocess, sys
            for option in ('--regex', '--word', '--ignore-case', '--encoding=utf16'):
                words = [sys.argv[1].encode(), b'grep', option.encode(), b'a\\xff', b'/dev/null']
                print(subprocess.run(words, capture_output=True).returncode)
            """
        #expect(try Python.lines(script, sandglass) == ["64", "64", "64", "64"])
    }
}
