import TestSupport
import Testing

/// `audit` of an app's bundle and its data container.
@Suite("Auditing a bundle and a container together", .onManyThreads)
struct AuditTogetherTests {
    private let folder = TemporaryDirectory()

    init() throws {
        try SignedBundleScript.make(in: folder.path)
        for directory in ["Documents", "Library/Preferences", "tmp"] { try folder.makeDirectory("Data/\(directory)") }
        try python(
            """
            import os, sqlite3, sys; os.chdir(sys.argv[1])
            base = sqlite3.connect('Data/Documents/Tides.sqlite'); base.execute('create table tide (high)'); base.commit()
            """, folder.path)
    }

    private func declare(_ pairs: String) throws {
        try python(
            """
            import os, plistlib, sys; os.chdir(sys.argv[1])
            with open('Tide.app/Info.plist', 'rb') as file: info = plistlib.load(file)
            info.update(\(pairs))
            with open('Tide.app/Info.plist', 'wb') as file: plistlib.dump(info, file)
            """, folder.path)
    }

    private func audit(_ options: String...) throws -> CommandResult {
        try runCommand(
            ["env", "XDG_STATE_HOME=\(folder("state"))", "LC_ALL=C.UTF-8", sandglass, "audit", "--format", "json"]
                + options + [folder("Tide.app"), folder("Data")])
    }

    @Test("a database is shared if the bundle says that Documents is")
    func sharing() throws {
        let rule = "storage.shared-database"
        try declare("UIFileSharingEnabled=False")
        let unshared = try audit("--rules", rule)
        #expect(unshared.status == 0 && !unshared.text.contains("\"\(rule)\""), "\(unshared.text)\(unshared.errors)")
        try declare("UIFileSharingEnabled=True")
        let shared = try audit("--rules", rule)
        #expect(shared.status == 1, "\(shared.errors)")
        #expect(shared.text.contains("\"\(rule)\"") && shared.text.contains("Data/Documents/Tides.sqlite"))
    }

    @Test("the bundle is judged as well, and a subject selects its rules")
    func bundle() throws {
        try declare("NSAppTransportSecurity={'NSAllowsArbitraryLoads': True}")
        let result = try audit("--rules", "bundle")
        #expect(result.status == 1 && result.text.contains("\"bundle.transport-security-off\""), "\(result.errors)")
        #expect(result.text.contains("NSAppTransportSecurity/NSAllowsArbitraryLoads"))
        #expect(!result.text.contains("\"storage."))
        let others = try audit("--rules", "privacy")
        #expect(others.status == 0, "\(others.text)")
    }
}
