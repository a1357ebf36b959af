import ContainerModel
import TestSupport
import Testing

@Suite("Container path")
struct ContainerPathTests {
    @Test(
        "slashes and dots are normalized",
        arguments: [
            ("", ""), ("/", ""), (".", ""), ("./", ""), ("//", ""), ("/Documents/", "Documents"),
            ("Documents//Inbox", "Documents/Inbox"), ("./Documents/./Inbox/.", "Documents/Inbox"),
            (".hidden", ".hidden"), ("a/...", "a/..."), ("a/.b", "a/.b"), ("a/b.", "a/b."), ("/./././a", "a"),
        ])
    func normalises(raw: String, normal: String) throws {
        let path = try #require(ContainerPath(bytes: raw.utf8))
        #expect(path.bytes == Array(normal.utf8))
        #expect(path.components.map { Array($0) } == normal.utf8.split(separator: 0x2f).map { Array($0) })
        #expect(path.isRoot == normal.isEmpty)
        #expect(path.depth == Array(path.components).count)
    }

    @Test(
        "a path that ends in a slash, a dot or two dots is the path of a directory",
        arguments: [
            ("new/", true), ("new//", true), ("new/.", true), ("new/./", true), ("new/..", true), ("/", true),
            (".", true), ("..", true), ("new", false), ("a/new", false), ("new.", false), ("new..", false),
            ("a/...", false), ("a/.new", false), (".new", false), ("a/.n", false),
        ])
    func namesDirectory(raw: String, isDirectory: Bool) {
        #expect(ContainerPath.namesDirectory(Array(raw.utf8)) == isDirectory)
    }

    @Test(
        "a path that leads out or contains NUL is refused",
        arguments: ["..", "a/..", "../a", "a/../b", "a\0b", "\0", "/.."])
    func refuses(raw: String) { #expect(ContainerPath(bytes: raw.utf8) == nil) }

    @Test("names are bytes: invalid UTF-8 is kept, and case matters")
    func namesAreBytes() throws {
        let path = try #require(ContainerPath(bytes: [0x2f, 0xff, 0xfe]))
        #expect(path.bytes == [0xff, 0xfe])
        #expect(path.lastComponent.map { Array($0) } == [0xff, 0xfe])
        #expect(ContainerPath("documents") != ContainerPath("Documents"))
        // Both are "é", but two different names.
        #expect(ContainerPath(bytes: "\u{e9}".utf8) != ContainerPath(bytes: "e\u{301}".utf8))
    }

    @Test(
        "a valid name is appended unchanged, and an invalid one is refused",
        arguments: ["", ".", "..", "a/b", "a\0", "/"])
    func appends(bad: String) {
        let path: ContainerPath = "Documents"
        #expect(path.appending(name: bad.utf8) == nil)
        #expect(path.appending(name: [0xff]) == ContainerPath(bytes: Array("Documents/".utf8) + [0xff]))
        #expect(ContainerPath.root.appending(name: "tmp".utf8) == "tmp")
        #expect(path.appending("Inbox/a") == "Documents/Inbox/a")
        #expect(path.appending(.root) == path)
    }

    @Test("parent and last component take a path apart")
    func takesApart() {
        let path: ContainerPath = "Library/Caches/Snapshots"
        #expect(path.parent == "Library/Caches")
        #expect(path.parent?.parent?.parent == .root)
        #expect(ContainerPath.root.parent == nil)
        #expect(ContainerPath.root.lastComponent == nil)
        #expect(path.lastComponent.map { $0.elementsEqual("Snapshots".utf8) } == true)
        #expect("\(path) \(ContainerPath.root)" == "Library/Caches/Snapshots /")
    }

    @Test("a path is inside another by whole components, and not inside itself")
    func inside() {
        #expect(("a/b" as ContainerPath).isInside("a"))
        #expect(!("ab" as ContainerPath).isInside("a"))
        #expect(!("a" as ContainerPath).isInside("a"))
        #expect(("a" as ContainerPath).isInside(.root))
        #expect(!ContainerPath.root.isInside(.root))
        #expect(("a/b/c" as ContainerPath).relative(to: "a") == "b/c")
        #expect(("a/b" as ContainerPath).relative(to: .root) == "a/b")
        #expect(("a" as ContainerPath).relative(to: "a") == .root)
        #expect(("b" as ContainerPath).relative(to: "a") == nil)
    }

    @Test("paths are sorted in tree order")
    func order() {
        let tree: [ContainerPath] = ["", "a", "a/b", "a/b/c", "a b", "a.txt", "b"]
        #expect(tree.reversed().sorted() == tree)
    }

    @Test("a path ten thousand directories deep is handled like any other")
    func deep() throws {
        let raw = String(repeating: "ab/", count: 10_000)
        let path = try #require(ContainerPath(bytes: raw.utf8))
        #expect(path.depth == 10_000)
        #expect(path.components.reduce(0) { $0 + $1.count } == 20_000)
        #expect(path.parent?.depth == 9_999)
        #expect(path.isInside("ab/ab"))
        #expect(RuleBook.standard.location(of: path, in: .data) == Location(.systemDirectories, .contents))
    }

    @Test("no bytes make the initializer trap or give a path that leads out")
    func anyBytes() {
        var random = SeededGenerator(seed: 7)
        let alphabet: [UInt8] = [0x2f, 0x2f, 0x2e, 0x2e, 0x61, 0xff, 0x00]
        for _ in 0..<2_000 {
            let bytes = (0..<12).compactMap { _ in alphabet.randomElement(using: &random) }
            guard let path = ContainerPath(bytes: bytes) else { continue }
            #expect(ContainerPath(bytes: path.bytes) == path)
            #expect(
                !path.components.contains { $0.isEmpty || $0.elementsEqual("..".utf8) || $0.elementsEqual(".".utf8) })
        }
    }
}
