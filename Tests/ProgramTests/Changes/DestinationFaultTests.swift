import TestSupport
import Testing

/// The error of a failing path lookup.
enum FailedLook: String, CaseIterable, Sendable {
    /// The device fails.
    case fault = "EIO"
    /// Another process has renamed the item, or a directory above it, for a moment.
    case absence = "ENOENT"
}

@Suite("Destinations that cannot be examined", .onManyThreads)
struct DestinationFaultTests {
    /// Commands for which no existing item may be replaced.
    static let commands = [
        "import host/file.txt --to App/Documents", "import host/file.txt --to App/Documents/Sub",
        "import host/tree --to App/Library/Caches/old", "mkdir App/Documents", "mkdir App/Documents/Sub/new",
        "cp App/tmp/t App/Documents/", "mv App/tmp/t App/Documents/Sub",
    ]

    private static let template = SharingSandbox.template("write('App/Documents/Sub/kept', b'kept')")

    private func sandbox() throws -> SharingSandbox { try SharingSandbox(copyOf: Self.template.get()) }

    @Test(
        "a failed lookup loses nothing and moves no directory to the trash",
        arguments: pairs(commands, FailedLook.allCases))
    func fails(command: String, look: FailedLook) throws {
        let words = command.split(separator: " ").map(String.init) + ["--on-conflict", "replace"]
        var (random, seed) = RandomSeed.generator(for: "failed lookups of \(command)")
        for call in ["statx", "openat2"] {
            let template = try sandbox()
            let log = template("trace")
            _ = try template.run(words, tracing: ["-o", log, "-e", "trace=\(call)"])
            let count = String(decoding: try readFile(log), as: UTF8.self).split(separator: "\n").count
            #expect(count > 3)
            let all = Array(1...max(1, count))
            for number in runsLongTests ? all : Array(all.shuffled(using: &random).prefix(2)) {
                let sandbox = try sandbox()
                let before = try sandbox.tree("App").filter { !$0.contains(" 0o4") && !$0.contains("'tmp/t'") }
                let result = try sandbox.run(
                    words,
                    tracing: ["-o", "/dev/null", "-e", "inject=\(call):error=\(look.rawValue):when=\(number)"])
                let now = Set(try sandbox.tree("App"))
                let lost = before.filter { !now.contains($0) }
                #expect(lost == [], "\(seed), \(call) \(number), \(look.rawValue): \(result.status) \(result.errors)")
                let trashed = try sandbox.has("data/Trash/files") ? sandbox.tree("data/Trash/files").dropFirst() : []
                #expect(
                    trashed.allSatisfy { !$0.contains(" 0o4") },
                    "\(seed), \(call) \(number), \(look.rawValue): \(result.status) \(result.errors)")
            }
        }
    }

    @Test("an incomplete rollback is reported, and the next start completes it")
    func unfinished() throws {
        let sandbox = try SharingSandbox("write('App/Documents/t', b'old')")
        // The first rename moves the old file to the trash; from then on the device fails.
        let result = try sandbox.run(
            ["mv", "App/tmp/t", "App/Documents/", "--on-conflict", "replace"],
            tracing: ["-o", "/dev/null", "-e", "inject=renameat2:error=EIO:when=2+"])
        #expect(result.status == 74)
        #expect(result.errors.contains("not all of it could be rolled back; the next start completes the rollback"))
        #expect(try !sandbox.has("App/Documents/t"))
        let next = try sandbox.run("journal")
        #expect(next.errors.contains("was interrupted, and has been completed"))
        #expect(try readFile(sandbox("App/Documents/t")) == Array("t".utf8))
        #expect(try readFile(sandbox("data/Trash/files/t")) == Array("old".utf8))
    }

    @Test("the replace policy never replaces a directory with a file, or a file with a directory")
    func kinds() throws {
        let sandbox = try SharingSandbox("write('host/Sub', b'a file'); write('App/Documents/tree', b'a file')")
        _ = try sandbox.run("mkdir", "App/Documents/Sub")
        for (source, told) in [("host/Sub", "a directory already exists"), ("host/tree", "a file already exists")] {
            let before = try sandbox.tree("App")
            let result = try sandbox.run("import", source, "--to", "App/Documents/", "--on-conflict", "replace")
            #expect(result.status == 73)
            #expect(result.errors.contains(told) && result.errors.contains("--on-conflict replace never replaces"))
            #expect(try sandbox.tree("App") == before)
            let both = try sandbox.run("import", source, "--to", "App/Documents/", "--on-conflict", "keep-both")
            #expect(both.status == 0)
        }
    }
}
