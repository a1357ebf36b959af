import TestSupport
import Testing

@Suite("A missing file", .onManyThreads)
struct MissingFileTests {
    @Test(
        "is reported in the same words by every command, with exit status 66",
        arguments: [
            "ls @", "advise @", "exclude --list @", "exclude @", "include @", "cp @ App/tmp/", "mv @ App/tmp/", "rm @",
            "export @ --to host/out", "edit @", "rename @ --to x", "import host/none --to App", "ls host/none",
            "info host/none", "apps host/none", "purge --event idle host/none", "rm host/none", "undo --container none",
            "info --app-info none App", "deliver host/none --to App --from mail", "browse none", "snapshots none",
        ])
    func wording(words: String) throws {
        let sandbox = try SharingSandbox()
        let arguments = words.split(separator: " ").map { $0 == "@" ? "App/Documents/none" : String($0) }
        let result = try sandbox.run(arguments, environment: ["EDITOR=true"])
        let name = try #require(arguments.first { $0.hasSuffix("none") })
        // Reports about a container name its items from the container's root.
        let names = [name, sandbox(name), "Documents/none"]
        #expect(result.status == 66 && result.stdout.isEmpty, "\(result.text)")
        #expect(
            names.map { "sandglass: \($0): no such file or directory\n" }.contains(result.errors), "\(result.errors)")
    }
}
