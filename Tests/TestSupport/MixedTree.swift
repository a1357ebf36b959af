/// A tree with every kind of item and metadata that a copy has to preserve, made with Python and system tools.
package enum MixedTree {
    private static let script = Script.text("mixed_tree")

    /// Creates the tree as `name` in a directory.
    package static func make(_ name: String, in directory: TemporaryDirectory) throws {
        try Python.run(script, [directory(name)])
        // Access control lists, if the tools and the file system support them.
        _ = try? runCommand(["setfacl", "-m", "u:4321:rw", directory("\(name)/Library/size 4095")])
        _ = try? runCommand(["setfacl", "-d", "-m", "g:4321:rx", directory("\(name)/Library")])
        try Python.run("import os, sys; os.utime(sys.argv[1], ns=(7, 7654321))", [directory("\(name)/Library")])
    }
}
