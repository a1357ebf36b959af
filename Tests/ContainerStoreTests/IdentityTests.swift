import ContainerModel
import ContainerStore
import TestSupport
import Testing

struct IdentityTests {
    @Test("the system's metadata takes precedence over the package's information, and that over preferences")
    func order() throws {
        try withTemporaryDirectory { directory in
            try directory.write("", to: "x.xcappdata/AppData/Library/Preferences/com.example.preferences.plist")
            #expect(try directory.container("x.xcappdata").0.app.identifier == "com.example.preferences")
            try directory.write(
                propertyList(["CFBundleIdentifier": "com.example.information", "CFBundleName": "Name"]),
                to: "x.xcappdata/AppDataInfo.plist"
            )
            #expect(try directory.container("x.xcappdata").0.app.identifier == "com.example.information")
            try directory.writeMetadata("com.example.metadata", in: "x.xcappdata/AppData")
            let app = try directory.container("x.xcappdata").0.app
            #expect(app.identifier == "com.example.metadata")
            #expect(app.name == "Name")
        }
    }

    @Test("the newer of two metadata lists takes precedence, and the older is used if the newer is damaged")
    func older() throws {
        try withTemporaryDirectory { directory in
            let older = ".com.apple.containermanagerd.metadata.plist"
            try directory.write(propertyList(["MCMMetadataIdentifier": "com.example.older"]), to: older)
            try directory.write("damaged", to: metadataName)
            let damaged = try directory.container().0
            #expect(damaged.app.identifier == "com.example.older")
            #expect(damaged.problems.count == 1)
            try directory.writeMetadata("com.example.newer")
            let both = try directory.container().0
            #expect(both.app.identifier == "com.example.newer")
            #expect(both.problems == [])
        }
    }

    @Test(
        "a single preferences file of an app gives its identifier",
        arguments: [
            (["com.example.app.plist"], "com.example.app"),
            (["com.example.app.plist", "com.apple.UIKit.plist", ".hidden.plist", "notes.txt"], "com.example.app"),
            (["com.example.app.plist", "com.example.other.plist"], nil),
            (["com.apple.UIKit.plist"], nil),
            (["plain.plist"], nil),
            ([], nil),
        ] as [([String], String?)])
    func preferences(names: [String], identifier: String?) throws {
        try withTemporaryDirectory { directory in
            try directory.makeDirectory("Documents")
            try directory.makeDirectory("Library/Preferences")
            for name in names { try directory.write("", to: "Library/Preferences/\(name)") }
            #expect(try directory.container().0.app.identifier == identifier)
        }
    }

    @Test("preferences that are a symbolic link are not read")
    func linkedPreferences() throws {
        try withTemporaryDirectory { directory in
            try directory.write("", to: "outside/com.example.other.plist")
            try directory.makeDirectory("c/Documents")
            try directory.makeDirectory("c/Library")
            try directory.link("c/Library/Preferences", to: "../../outside")
            #expect(try directory.container("c").0.app.identifier == nil)
        }
    }

    @Test("a downloaded container gives the identifier and the name of its app", arguments: DownloadedContainer.origins)
    func downloaded(origin: DownloadedContainer.Origin) throws {
        let package = try DownloadedContainer(origin)
        guard case .container(let container, let start) = try ContainerStore.open(Array(package.path.utf8)) else {
            Issue.record("not opened")
            return
        }
        let description = container.description
        #expect(description.kind == .data)
        #expect(description.source == .xcappdata)
        #expect(description.app.identifier == package.identifier)
        #expect(description.app.name == package.name)
        #expect(description.problems == [])
        #expect(start == ContainerStart(directory: .root))
        let found = Dictionary(uniqueKeysWithValues: container.standardDirectories().map { ($0.path, $0.presence) })
        #expect(found["Library"] == .present)
        #expect(found["Library/Application Support"] == .present)
        #expect(found["Library/Caches"] == .present)
        #expect(found["Documents"] == .absent)
        #expect(found["tmp"] == .absent)
        #expect(found["Library/Preferences"] == .absent)
        // By a path inside the container.
        let inner = "\(package.path)/AppData/\(package.database)"
        guard case .container(_, let at) = try ContainerStore.open(Array(inner.utf8)) else {
            Issue.record("not opened")
            return
        }
        #expect(
            at
                == ContainerStart(directory: "Library/Application Support", entry: Array("\(package.name).sqlite".utf8))
        )
    }

    @Test("a bundle's provisioning profile states the app's groups, an iCloud directory's name its identifier")
    func entitlements() throws {
        try withTemporaryDirectory { directory in
            try directory.write(propertyList(["CFBundleIdentifier": "org.example.app"]), to: "App.app/Info.plist")
            #expect(try directory.container("App.app").0.app.entitlements == nil)
            // A signature around a property list, as real profiles have it.
            let list = """
                <?xml version="1.0"?><plist version="1.0"><dict><key>Entitlements</key><dict>
                <key>com.apple.security.application-groups</key><array><string>group.org.example</string></array>
                </dict></dict></plist>
                """
            try directory.write("0\u{1}" + list + "\u{2}1", to: "App.app/embedded.mobileprovision")
            let app = try directory.container("App.app").0.app
            #expect(app.entitlements == [.appGroups: ["group.org.example"], .iCloudContainers: []])
            try directory.write("nothing", to: "App.app/embedded.mobileprovision")
            #expect(try directory.container("App.app").0.app.entitlements == nil)
            try directory.makeDirectory("Mobile Documents/iCloud~org~example~app/Documents")
            #expect(
                try directory.container("Mobile Documents/iCloud~org~example~app").0.app.identifier
                    == "iCloud.org.example.app")
        }
    }
}
