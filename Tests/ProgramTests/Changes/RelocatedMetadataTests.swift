import TestSupport
import Testing

/// Items moved to another file system, the trash included, take their metadata along or stay.
@Suite("Metadata of items that are moved to another file system", .onManyThreads)
struct RelocatedMetadataTests {
    /// On a file system whose attributes may be larger than in most others, with an item that has such a one.
    private let shared: TemporaryDirectory
    private let sandbox: SharingSandbox

    init() throws {
        sandbox = try SharingSandbox("", on: TestFiles.diskDirectory)
        shared = try sandbox.copyInMemory()
        try python(
            """
            import os, sys
            os.chdir(sys.argv[1])
            os.setxattr('App/Documents/a.txt', 'user.com.apple.ResourceFork', b'R' * 20_000)
            os.setxattr('App/Documents/b.txt', 'user.note', b'kept')
            os.chmod('App/Documents/b.txt', 0o640)
            """, shared.path)
    }

    @Test(
        "an item with an attribute that the file system has no room for stays",
        arguments: [["rm", "App/Documents/a.txt"], ["mv", "App/Documents/a.txt", "OTHER/App/tmp/"]])
    func large(words: [String]) throws {
        let before = try SharingSandbox.tree(at: shared("App"))
        let words = words.map { word in
            word.hasPrefix("OTHER/") ? sandbox(String(word.dropFirst(6))) : word.contains("/") ? shared(word) : word
        }
        let result = try sandbox.run(words)
        // A file system with room for it may have it now.
        guard result.status != 0 else {
            #expect(try sandbox.run("undo", "--container", shared("App")).status == 0)
            #expect(try SharingSandbox.tree(at: shared("App")) == before)
            return
        }
        #expect(result.status == 73)
        #expect(
            result.errors.contains(
                "could not copy its attribute user.com.apple.ResourceFork: the file system has no space for attributes "
                    + "of this size"), "\(result.errors)")
        #expect(try SharingSandbox.tree(at: shared("App")) == before)
        #expect(try !sandbox.has("App/tmp/a.txt"))
        #expect(try !sandbox.has("data/Trash/files/a.txt"))
    }

    @Test(
        "an item whose metadata cannot be read or set is not removed",
        arguments: ["flistxattr", "fgetxattr", "fsetxattr", "fchmod", "utimensat"])
    func faults(call: String) throws {
        let before = try SharingSandbox.tree(at: shared("App"))
        var refusals = 0
        for number in 1...3 {
            let result = try sandbox.run(
                ["rm", shared("App/Documents/b.txt")],
                tracing: ["-o", "/dev/null", "-e", "inject=\(call):error=EIO:when=\(number)"])
            if result.status == 0 {
                #expect(try sandbox.run("undo", "--container", shared("App")).status == 0)
            } else {
                refusals += 1
            }
            #expect(
                try SharingSandbox.tree(at: shared("App")) == before, "\(number): \(result.status) \(result.errors)")
        }
        #expect(refusals > 0)
    }

    @Test(
        "an AppleDouble file that cannot be examined does not stay behind without a word",
        arguments: [["mv", "App/Documents/a.txt", "App/tmp/"], ["rm", "App/Documents/a.txt"]])
    func unexaminedDouble(words: [String]) throws {
        try AppleDoubleScript.write(sandbox("App/Documents/._a.txt"), "com.apple.quarantine")
        let result = try sandbox.run(
            words, tracing: ["-o", "/dev/null", "-P", "._a.txt", "-e", "inject=statx,newfstatat:error=EIO"])
        #expect(result.status != 0, "\(result.errors)")
        #expect(result.errors.contains("._a.txt: could not access the item: Input/output error"), "\(result.errors)")
    }

    @Test(
        "an AppleDouble file that cannot be read goes with its file, and is not left out of a copy without a word",
        arguments: [
            ["mv", "App/Documents/a.txt", "App/tmp/"], ["rename", "App/Documents/a.txt", "--to", "z.txt"],
            ["rm", "App/Documents/a.txt"], ["export", "App/Documents/a.txt", "--to", "host/out"],
            ["cp", "App/Documents/a.txt", "App/tmp/"],
        ])
    func unreadableDouble(words: [String]) throws {
        let double = sandbox("App/Documents/._a.txt")
        try AppleDoubleScript.write(double, "com.apple.quarantine")
        // Root may read it whatever its mode is: one descriptor of it fails.
        let result = try sandbox.run(
            words, tracing: ["-o", "/dev/null", "-P", double, "-e", "inject=read,pread64,copy_file_range:error=EIO"])
        let places = ["App/Documents/", "App/tmp/", "host/out/", "data/Trash/files/"]
        for place in places {
            for name in ["a.txt", "z.txt"] where try sandbox.has(place + name) {
                #expect(try sandbox.has("\(place)._\(name)"), "\(place)\(name): \(result.status) \(result.errors)")
            }
        }
        if ["export", "cp"].contains(words[0]) {
            #expect(result.status == 74 && result.errors.contains("._a.txt"), "\(result.errors)")
        } else {
            #expect(result.status == 0, "\(result.errors)")
            #expect(try !sandbox.has("App/Documents/._a.txt"))
        }
    }
}
