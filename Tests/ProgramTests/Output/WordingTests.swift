import TestSupport
import Testing

@Suite("Messages", .onManyThreads)
struct WordingTests {
    @Test("an empty name is reported as such")
    func emptyName() throws {
        let result = try SharingSandbox().run("rename", "App/Documents/a.txt", "--to", "")
        #expect(result.status == 64 && result.errors == "sandglass: a name cannot be empty\n")
    }

    @Test("a refusal names its item once, and its alternatives below it")
    func refusal() throws {
        let result = try SharingSandbox().run("rename", "App/Documents/Inbox/mail.txt", "--to", "other.txt")
        let lines = result.errors.split(separator: "\n")
        #expect(result.status == 77 && lines.count > 1)
        #expect(lines[0].hasPrefix("sandglass: App/Documents/Inbox/mail.txt: refused: "), "\(result.errors)")
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("sandglass:   ") }, "\(result.errors)")
        #expect(lines.filter { $0.contains("App/Documents/Inbox/mail.txt") }.count == 1, "\(result.errors)")
    }

    @Test("a directory outside of a container is refused because of its place")
    func besideContainer() throws {
        let sandbox = try SharingSandbox("os.mkdir('P.xcappdata'); os.rename('App', 'P.xcappdata/AppData')")
        let result = try sandbox.run("mkdir", "host/newdir")
        #expect(
            result.status == 65 && result.errors.contains("host/newdir would not be in a container"), "\(result.errors)"
        )
        #expect(!result.errors.contains("no such file"))
        // A package stands for its container, in whose root apps create nothing.
        let inPackage = try sandbox.run("mkdir", "P.xcappdata/newdir")
        #expect(inPackage.status == 77 && !inPackage.errors.contains("no such file"), "\(inPackage.errors)")
        #expect(try sandbox.run("mkdir", "host/none/newdir").status == 66)
    }

    @Test("undoing an operation between containers names both apps", arguments: ["cp", "mv"])
    func direction(verb: String) throws {
        let sandbox = try SharingSandbox(
            """
            for name in ['Documents', 'Library', 'tmp']: os.makedirs('Other/' + name)
            write('Other/.com.apple.mobile_container_manager.metadata.plist', plistlib.dumps(
                {'MCMMetadataIdentifier': 'org.example.other', 'MCMMetadataContentClass': 2}))
            """)
        #expect(try sandbox.run(verb, "App/Documents/a.txt", "Other/Documents/", "--as", "owner").status == 0)
        let undone = try sandbox.run("undo", "--container", "Other")
        #expect(undone.errors.contains(" from org.example.app to org.example.other, "), "\(undone.errors)")
    }
}
