import TestSupport
import Testing

@Suite("The find command", .onManyThreads)
struct FindCommandTests {
    @Test("-l prints the size of each file and the time of its last change before its path")
    func long() throws {
        let container = try SampleContainer(
            "open('Documents/big.bin', 'wb').write(bytes(2048)); os.utime('Documents/big.bin', (1000000000, 1000000000))"
        )
        let plain = try run("find", "big", container.path)
        let result = try runCommand(["env", "TZ=UTC", sandglass, "find", "-l", "big", container.path])
        #expect(result.status == 0 && plain.lines == ["\(container.path)/Documents/big.bin"])
        #expect(result.lines == ["  2.0 KB  2001-09-09 01:46:40  \(container.path)/Documents/big.bin"])
        let directories = try run("find", "--long", "kind:directory Caches", container.path)
        #expect(directories.lines.first?.hasPrefix("       -  ") == true && directories.lines.count == 1)
        #expect(try run("find", "-l", "--json", "big", container.path).status == 64)
    }

    @Test("the help names hours, and they select the items changed within them")
    func hours() throws {
        #expect(try run("find", "--help").text.contains("changed:<1h"))
        let container = try SampleContainer("os.utime('Documents/note 1.txt', (1000000000, 1000000000))")
        let found = try run("find", "changed:<1h note", container.path)
        #expect(found.lines.count == 29 && !found.lines.contains { $0.hasSuffix("/Documents/note 1.txt") })
    }

    @Test("a name is found, and its contents are searched, in whichever Unicode composition it is given")
    func composition() throws {
        let container = try SampleContainer(
            """
            import unicodedata
            for form in 'NFC', 'NFD':
                os.mkdir('tmp/' + form)
                name = unicodedata.normalize(form, 'caf\\u00e9.log')
                with open('tmp/%s/%s' % (form, name), 'w') as f: f.write('tide')
            """)
        for name in ["caf\u{e9}", "cafe\u{301}", "*f\u{e9}.log", "*fe\u{301}.log", "caf?.*"] {
            let found = try run("find", name, container.path)
            #expect(found.status == 0 && found.lines.count == 2, "\(name)")
            let searched = try run("grep", "--filter", name, "tide", container.path)
            #expect(searched.status == 0 && searched.lines.count == 2, "\(name)")
        }
        #expect(try run("find", "caf\u{e8}", container.path).lines.isEmpty)
    }
}
