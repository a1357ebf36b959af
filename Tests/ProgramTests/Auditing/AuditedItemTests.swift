import Foundation
import TestSupport
import Testing

/// What `audit` takes, and what it judges of it.
@Suite("The items that an audit is of", .onManyThreads)
struct AuditedItemTests {
    private let folder = TemporaryDirectory()

    private func audit(_ arguments: [String]) throws -> CommandResult {
        try runCommand(
            ["env", "XDG_STATE_HOME=\(folder("state"))", "LC_ALL=C.UTF-8", sandglass, "audit", "--fail-on", "error"]
                + arguments)
    }

    /// The paths of the findings of some rules, below the temporary directory.
    private func places(of rules: String, in paths: String...) throws -> [String] {
        let result = try audit(["--json", "--rules", rules] + paths.map { folder($0) })
        #expect([0, 1].contains(result.status), "\(paths): \(result.errors)")
        return try result.text.split(separator: "\n").compactMap { line in
            let row = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            guard row["row"] as? String == "finding" else { return nil }
            return try #require(row["path"] as? String).replacingOccurrences(of: folder.path + "/", with: "")
        }
    }

    /// Code that logs.
    private func code(_ type: UInt32) -> [UInt8] {
        var image = MachOFixture.typical
        image.fileType = type
        image.imports += ["_NSLog"]
        return image.bytes
    }

    private func write(
        _ bundle: String, _ name: String, at information: String = "Info.plist", code place: String
    ) throws {
        try folder.write(
            PropertyListText.xml(["CFBundleExecutable": name, "CFBundleIdentifier": "com.example.\(name)"]),
            to: "\(bundle)/\(information)")
        try folder.write(code(6), to: "\(bundle)/\(place)")
    }

    @Test(
        "every kind of bundle with code is audited, alone and in an app",
        arguments: ["Moon.framework", "Moon.appex", "Moon.xpc", "Moon.xctest", "Moon.bundle", "Moon.plugin"],
        ["", "Tide.app/PlugIns/"])
    func bundles(name: String, place: String) throws {
        if !place.isEmpty { try write("Tide.app", "Tide", code: "Tide") }
        try write(place + name, "Moon", code: "Moon")
        #expect(try places(of: "bundle.logging", in: place + name) == ["\(place)\(name)/Moon"])
    }

    @Test(
        "bundles for macOS are audited",
        arguments: [
            ("Moon.app", "Contents/Info.plist", "Contents/MacOS/Moon"),
            ("Moon.bundle", "Contents/Info.plist", "Contents/MacOS/Moon"),
            ("Moon.framework", "Versions/A/Resources/Info.plist", "Versions/A/Moon"),
        ])
    func bundlesForMac(name: String, information: String, code: String) throws {
        try write(name, "Moon", at: information, code: code)
        #expect(try places(of: "bundle.logging", in: name) == ["\(name)/\(code)"])
        // What the App Store for iOS asks of an app is not asked of these.
        #expect(try places(of: "bundle.missing-item,bundle.no-capabilities,privacy", in: name) == [])
    }

    @Test("a dynamic library is audited by itself, wherever it is, and any other file is refused")
    func library() throws {
        try write("Tide.app", "Tide", code: "Tide")
        for place in ["libMoon.dylib", "Tide.app/Frameworks/libMoon.dylib"] {
            try folder.write(code(6), to: place)
            #expect(try places(of: "bundle.logging", in: place) == [place])
        }
        #expect(try places(of: "bundle.logging", in: "Tide.app").count == 2)
        folder.write("notes.txt", "no code")
        let other = try audit([folder("notes.txt")])
        #expect(other.status == 66 || other.status == 65, "\(other.errors)")
    }

    @Test("what lies beside the container in a package is searched for secrets, unless the container is named")
    func package() throws {
        try folder.write("nothing\n", to: "App.xcappdata/AppData/Documents/a.txt")
        try folder.write(
            PropertyListText.xml(["password": "corr3ct-horse-battery"]), to: "App.xcappdata/AppDataInfo.plist")
        try folder.write("password = corr3ct-horse-battery\n", to: "App.xcappdata/more/setup.ini")
        #expect(
            Set(try places(of: "secret", in: "App.xcappdata"))
                == ["App.xcappdata/AppDataInfo.plist", "App.xcappdata/more/setup.ini"])
        #expect(try places(of: "secret", in: "App.xcappdata/AppData") == [])
        #expect(try places(of: "storage", in: "App.xcappdata") == [])
    }

    @Test("the containers of an app's groups are audited with its data, and the report names them")
    func groups() throws {
        try DeviceCopy.make(in: folder)
        let secret = "\(DeviceCopy.sharedGroup)/Library/setup.ini"
        try folder.write("password = corr3ct-horse-battery\n", to: secret)
        let result = try audit(["--rules", "secret", folder(DeviceCopy.notes)])
        #expect(result.status == 1 && result.text.hasPrefix("Audited as well: "), "\(result.errors)")
        #expect(result.text.contains(folder(secret)))
        // One that is named is not added, and a part of a container has no groups.
        let both = try audit(["--rules", "secret", folder(DeviceCopy.notes), folder(DeviceCopy.sharedGroup)])
        #expect(both.status == 1 && !both.text.contains("Audited as well"))
        try folder.write("nothing\n", to: "\(DeviceCopy.notes)/Documents/a.txt")
        #expect(try audit(["--rules", "secret", folder("\(DeviceCopy.notes)/Documents")]).status == 0)
    }

    @Test("a backup's groups are those with the name of the app")
    func backup() throws {
        let backup = try SampleBackup(
            """
            add(APP, 'Documents')
            for group in ('org.example.app', 'org.example.app.more', 'org.example.others'):
                add('AppDomainGroup-group.' + group, 'Library')
                add('AppDomainGroup-group.' + group, 'Library/setup.ini', b'password = corr3ct-horse-battery\\n')
            """)
        let result = try audit(["--rules", "secret", backup.path + "/AppDomain-org.example.app"])
        #expect(result.text.contains("AppDomainGroup-group.org.example.app/"), "\(result.text)\(result.errors)")
        #expect(result.text.contains("AppDomainGroup-group.org.example.app.more/"))
        #expect(!result.text.contains("group.org.example.others"), "\(result.text)")
    }
}

/// Property lists as text.
private enum PropertyListText {
    static func xml(_ values: [String: String]) -> String {
        let pairs = values.sorted { $0.key < $1.key }.map { "<key>\($0.key)</key><string>\($0.value)</string>" }
        return "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict>\(pairs.joined())</dict></plist>\n"
    }
}
