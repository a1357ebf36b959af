import ContainerStore
import System
import TestSupport
import Testing

struct HostPathTests {
    @Test(
        "a path is made absolute, without dots and doubled slashes",
        arguments: [
            ("/", "/"), ("//", "/"), ("/a", "/a"), ("/a//b/./c/", "/a/b/c"), ("/.", "/"), ("/tmp/..", "/"),
            ("/a/...", "/a/..."),
        ])
    func absolute(path: String, expected: String) {
        #expect(HostPath(Array(path.utf8))?.bytes == Array(expected.utf8))
    }

    @Test("a relative path begins at the working directory")
    func relative() throws {
        let working = String(cString: try #require(getcwd(nil, 0)))
        #expect(HostPath(Array("a/b".utf8))?.bytes == Array((working + "/a/b").utf8))
        #expect(HostPath(Array(".".utf8))?.bytes == Array(working.utf8))
    }

    @Test("two dots are resolved by the system, through links")
    func dots() throws {
        try withTemporaryDirectory { directory in
            try directory.makeDirectory("real/deep")
            try directory.link("link", to: "real/deep")
            let path = HostPath(Array(directory("link/..").utf8))
            #expect(path?.bytes == Array(directory("real").utf8))
            #expect(HostPath(Array(directory("absent/..").utf8)) == nil)
        }
        #expect(HostPath([]) == nil)
        #expect(HostPath([0x2f, 0]) == nil)
    }

    @Test(
        "a path has a parent, a name and a suffix",
        arguments: [
            ("/a/b.app", "/a", "b.app", true), ("/a", "/", "a", false), ("/.app", "/", ".app", false),
            ("/x.APP", "/", "x.APP", false),
        ])
    func parts(path: String, parent: String, name: String, hasSuffix: Bool) throws {
        let path = try #require(HostPath(Array(path.utf8)))
        #expect(path.parent?.bytes == Array(parent.utf8))
        #expect(path.name.elementsEqual(name.utf8))
        #expect(path.hasSuffix(".app") == hasSuffix)
        #expect(HostPath([0x2f])?.parent == nil)
        #expect(HostPath([0x2f])?.name.isEmpty == true)
    }
}
