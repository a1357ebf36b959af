import ContainerModel
import FileTree
import TestSupport
import Testing

struct LinkDestinationTests {
    /// Each row gives a link, its target and its destination in a tree with `a/b/file`, `a/dir`, and links.
    @Test(
        "a link is resolved by its path components, inside the container only",
        arguments: [
            ("l", "a/b", .inside("a/b", .directory)),
            ("l", "a/b/", .inside("a/b", .directory)),
            ("l", "./a//b/.", .inside("a/b", .directory)),
            ("l", "a/b/file", .inside("a/b/file", .file)),
            ("a/l", "../a/b/../dir", .inside("a/dir", .directory)),
            ("a/l", "..", .inside(.root, .directory)),
            ("l", ".", .inside(.root, .directory)),
            ("a/b/l", "../../toDir", .inside("a/dir", .directory)),
            ("l", "toDir/../b/file", .inside("a/b/file", .file)),
            ("l", "..", .outside),
            ("a/b/l", "../../../a", .outside),
            ("l", "a/../../a", .outside),
            ("l", "/etc", .absolute),
            ("l", "toAbsolute/x", .absolute),
            ("l", "toOutside/x", .outside),
            ("l", "nowhere", .missing),
            ("l", "nowhere/../a", .missing),
            ("l", "a/b/file/../file", .missing),
            ("l", "a/b/file/x", .missing),
            ("l", "a/b/file/.", .missing),
            ("l", "toFile/x", .missing),
            ("l", "dangling", .missing),
            ("l", "l", .loop),
            ("l", "a/../l", .loop),
            ("l", "ping", .loop),
            ("toDir", "", .inside("a/dir", .directory)),
            ("toDir/deeper", "", .inside("a/dir/deeper", .directory)),
            ("a/b/file", "", .inside("a/b/file", .file)),
        ] as [(ContainerPath, String, LinkDestination)]
    )
    func table(_ path: ContainerPath, _ target: String, _ expected: LinkDestination) throws {
        try withTemporaryDirectory { directory in
            try directory.write("x", to: "a/b/file")
            try directory.makeDirectory("a/dir/deeper")
            try directory.link("toDir", to: "a/dir")
            try directory.link("toFile", to: "a/b/file")
            try directory.link("toOutside", to: "../x")
            try directory.link("toAbsolute", to: "/usr")
            try directory.link("dangling", to: "toFile2")
            try directory.link("ping", to: "pong")
            try directory.link("pong", to: "ping")
            if !target.isEmpty {
                try directory.link(path.description, to: target)
                #expect(try directory.rooted().linkTarget(path) == Array(target.utf8))
            }
            for strategy in RootedDirectory.Strategy.allCases {
                #expect(try directory.rooted(strategy).destination(ofLink: path) == expected)
            }
        }
    }

    @Test("as many links as the kernel follows are resolved, and one more is a loop")
    func many() throws {
        try withTemporaryDirectory { directory in
            try directory.write("end", to: "link0")
            for number in 1...41 { try directory.link("link\(number)", to: "link\(number - 1)") }
            let root = try directory.rooted()
            #expect(root.destination(ofLink: "link40") == .inside("link0", .file))
            #expect(root.destination(ofLink: "link41") == .loop)
            // The kernel agrees.
            #expect((try? readFile(directory("link40"))) == Array("end".utf8))
            #expect((try? readFile(directory("link41"))) == nil)
        }
    }

    @Test("a link target of the maximum length is read whole and resolved")
    func long() throws {
        try withTemporaryDirectory { directory in
            try directory.makeDirectory("d")
            let target = String(String(repeating: "d/../", count: 819).dropLast())
            try directory.link("l", to: target)
            try directory.link("d/l", to: String(repeating: "./", count: 2_047))
            let root = try directory.rooted()
            #expect(try root.linkTarget("l") == Array(target.utf8))
            #expect(root.destination(ofLink: "l") == .inside(.root, .directory))
            #expect(root.destination(ofLink: "d/l") == .inside("d", .directory))
        }
    }

    @Test(
        "random links are resolved like in Python, component by component",
        arguments: 0..<6)
    func random(seed: Int) throws {
        let script = Script.text("link_destination_random")
        try withTemporaryDirectory { directory in
            let root = try directory.rooted()
            for line in try Python.lines(script, [directory.path, String(seed)]) {
                let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
                let found =
                    switch root.destination(ofLink: try #require(ContainerPath(parts[0]))) {
                    case .inside(let path, _): "inside " + (path.isRoot ? "" : path.description)
                    case let other: "\(other)"
                    }
                #expect(found == parts[1], "\(parts[0])")
            }
        }
    }
}
