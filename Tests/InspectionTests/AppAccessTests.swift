import ContainerModel
import ContainerStore
import FileTree
import Formats
import Inspection
import Search
import System
import TestSupport
import Testing

/// container-rules.md, "Mode and ACL count": the rights that the kernel would give the owner of the container's root.
@Suite("Mode, owner and ACL", .enabled(if: isRoot, "only root can do this"))
struct AppAccessTests {
    /// Commands that prepare a container at `$1`, which belongs to user 501 and group 502.
    static let scenes: [String] = [
        "true",
        "chmod 000 $1/Documents/a",
        "chmod 444 $1/Documents/a",
        "chmod 222 $1/Documents/a",
        "chmod 000 $1/Documents",
        "chmod 555 $1/Documents",
        "chmod 666 $1/Documents",
        "chmod 333 $1/Documents",
        "chmod 066 $1/Documents/a",
        "chown 600:600 $1/Documents/a",
        "chown 600:600 $1/Documents/a; chmod 600 $1/Documents/a",
        "chown 600:502 $1/Documents/a; chmod 060 $1/Documents/a",
        "chown 600:502 $1/Documents/a; chmod 606 $1/Documents/a",
        "chown 600:600 $1/Documents/sub; chmod 700 $1/Documents/sub",
        "chown 600:600 $1/Documents",
        "chown 600:600 $1/Documents $1/Documents/a; chmod 1777 $1/Documents",
        "chown 600:600 $1/Documents; chmod 1777 $1/Documents",
        "chown 600:600 $1/Documents/a; setfacl -m u:501:rw $1/Documents/a",
        "chown 600:600 $1/Documents/a; setfacl -m u:501:0 $1/Documents/a",
        "chown 600:600 $1/Documents/a; setfacl -m g:502:w,m::rwx $1/Documents/a; chmod o-rwx $1/Documents/a",
        "chown 600:600 $1/Documents/a; setfacl -m u:501:rw,m::r $1/Documents/a",
        "chown 600:600 $1/Documents; setfacl -m u:501:rwx $1/Documents",
        "chmod 600 $1/Library",
    ]

    @Test("the columns match the kernel's permissions for the container's owner", arguments: scenes)
    func asTheKernel(scene: String) throws {
        let directory = TemporaryDirectory()
        chmod(directory.path, 0o755)
        for path in ["Documents/a", "Documents/sub/b", "Library/Mine/c"] { try directory.write("x", to: "App/" + path) }
        let list = """
            <plist version="1.0"><dict><key>MCMMetadataIdentifier</key><string>org.example.app</string>
            <key>MCMMetadataContentClass</key><integer>2</integer></dict></plist>
            """
        try directory.write(list, to: "App/.com.apple.mobile_container_manager.metadata.plist")
        try run("chown -R 501:502 $1; \(scene)", directory("App"))
        guard case .container(let container, _) = try ContainerStore.open(Array(directory("App").utf8)) else {
            throw CommandError(call: "open the container", number: 0)
        }
        for path in ["Documents/a", "Documents/sub", "Documents/sub/b", "Library/Mine", "Library/Mine/c"]
            as [ContainerPath]
        {
            let permitted = try probe(directory("App/\(path)"), in: directory)
            #expect(container.permitted(path) == permitted, "\(path)")
            // By the rules alone, the app may do everything with these items.
            let explanation = try Explanation(of: path, in: container, as: .app)
            #expect(explanation.badges.rights == permitted.union(.backup), "\(path)")
            let owner = try Explanation(of: path, in: container, as: .owner)
            #expect(owner.badges.rights == [.read, .write, .delete, .backup], "\(path)")
            for column in explanation.columns where !column.isGranted {
                #expect(column.reason?.sentence.hasPrefix("mode ") == true, "\(path)")
            }
        }
    }

    @Test(
        "the reason why an item of a sticky directory cannot be deleted is that directory",
        .enabled(if: getuid() == 0, "only root can do this"))
    func stickyDirectory() throws {
        let directory = TemporaryDirectory()
        for name in ["App/tmp", "App/Library", "App/Documents/sticky"] { try directory.makeDirectory(name) }
        try directory.write("x", to: "App/Documents/sticky/a")
        for name in ["App", "App/tmp", "App/Library", "App/Documents"] { chown(directory(name), 501, 501) }
        chmod(directory("App/Documents/sticky"), 0o1777)
        chown(directory("App/Documents/sticky/a"), 502, 502)
        guard case .container(let container, _) = try ContainerStore.open(Array(directory("App").utf8)) else {
            throw CommandError(call: "open the container", number: 0)
        }
        let deletion = try Explanation(of: "Documents/sticky/a", in: container, as: .app).columns[2]
        #expect(!deletion.isGranted)
        #expect(
            deletion.reason?.sentence
                == "mode drwxrwxrwt of its directory, where only owners can remove their items")
    }

    @Test("a file that no one may open shows it in its columns, and the reason is its mode")
    func withoutMode() throws {
        let directory = TemporaryDirectory()
        try directory.write("x", to: "App/Documents/a")
        try directory.makeDirectory("App/tmp")
        chmod(directory("App/Documents/a"), 0)
        guard case .container(let container, _) = try ContainerStore.open(Array(directory("App").utf8)) else {
            throw CommandError(call: "open the container", number: 0)
        }
        let explanation = try Explanation(of: "Documents/a", in: container, as: .app)
        #expect(explanation.badges.description == "··DB")
        #expect(explanation.columns[0].reason?.sentence.hasPrefix("mode ----------") == true)
        var badges: [String] = []
        ListingReport.list(
            "Documents", of: container, recursive: false, filter: ListingFilter(),
            entry: { badges.append($0.badges) }, failure: { _ in })
        #expect(badges == ["··DB"])
    }

    /// Returns the rights that the kernel gives user 501 on an item.
    private func probe(_ path: String, in directory: TemporaryDirectory) throws -> Rights {
        // Removing is tried by renaming the item away and back.
        let script = Script.text("app_access_probe")
        let result = try Python.result(of: script, [path])
        #expect(result.status == 0, "\(String(decoding: result.stderr, as: UTF8.self))")
        let letters = String(decoding: result.stdout, as: UTF8.self)
        return Rights.columns.reduce(into: []) { if letters.contains($1.letter) { $0.insert($1.right) } }
    }

    private func run(_ script: String, _ argument: String) throws {
        let result = try runCommand(["sh", "-ec", script, "sh", argument])
        #expect(result.status == 0, "\(String(decoding: result.stderr, as: UTF8.self))")
    }
}
