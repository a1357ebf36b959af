import ContainerModel
import ContainerStore
import TestSupport
import Testing

struct OpeningTests {
    private static let uuid = "5D5E1A5C-3F55-4D2A-9B59-0D1B6C5F7E11"

    @Test(
        "a directory with the system's metadata is a container",
        arguments: [
            metadataName, ".com.apple.containermanagerd.metadata.plist",
        ])
    func metadata(name: String) throws {
        try withTemporaryDirectory { directory in
            try directory.write(propertyList(["MCMMetadataIdentifier": "com.example.app"]), to: name)
            let (description, start) = try directory.container()
            #expect(description.kind == .data)
            #expect(description.source == .directory)
            #expect(description.app.identifier == "com.example.app")
            #expect(description.hostPath == directory.hostPath("."))
            #expect(description.problems == [])
            #expect(start == ContainerStart(directory: .root))
        }
    }

    @Test(
        "two of the standard directories make a container, but one does not",
        arguments: [
            (["Documents", "Library"], true), (["Documents", "tmp"], true), (["Library", "tmp"], true),
            (["Documents", "Library", "tmp"], true), (["Documents"], false), (["tmp", "StoreKit"], false), ([], false),
            (["documents", "library"], false),
        ])
    func usual(names: [String], isContainer: Bool) throws {
        try withTemporaryDirectory { directory in
            for name in names { try directory.makeDirectory(name) }
            if isContainer {
                #expect(try directory.container().0.source == .directory)
            } else {
                #expect(directory.refusal()?.code == .notAContainer)
                #expect(try directory.container("", as: .data).0.kind == .data)
            }
        }
    }

    @Test(
        "the content class gives the kind of a container",
        arguments: [
            (1, ContainerKind.bundle), (2, .data), (7, .appGroup), (12, .system), (13, .system), (99, .data),
        ])
    func contentClass(number: Int, kind: ContainerKind) throws {
        try withTemporaryDirectory { directory in
            try directory.writeMetadata("group.com.example", contentClass: number)
            #expect(try directory.container().0.kind == kind)
            // A kind is given to what nothing recognizes; the owner may override what is.
            for forced in ContainerKind.allCases {
                #expect(directory.refusal("", as: forced)?.code == (forced == kind ? nil : .recognized))
                let bytes = Array(directory.path.utf8)
                guard case .container(let container, _) = try ContainerStore.open(bytes, as: forced, overriding: true)
                else {
                    Issue.record("not one container")
                    continue
                }
                #expect(container.description.kind == forced)
            }
        }
    }

    @Test(
        "a downloaded package is recognized by its suffix or by its information", arguments: ["x.xcappdata", "renamed"])
    func package(name: String) throws {
        try withTemporaryDirectory { directory in
            try directory.write("1", to: "\(name)/AppData/Documents/file")
            try directory.write(
                propertyList(["CFBundleIdentifier": "com.example.app", "XCApplicationName": "Example"]),
                to: "\(name)/AppDataInfo.plist"
            )
            for inner in ["", "/", "/AppData", "/AppData/", "/./AppData"] {
                let (description, start) = try directory.container(name + inner)
                #expect(description.source == .xcappdata)
                #expect(description.kind == .data)
                #expect(description.hostPath == directory.hostPath("\(name)/AppData"))
                #expect(description.app.identifier == "com.example.app")
                #expect(description.app.name == "Example")
                #expect(start == ContainerStart(directory: .root))
            }
            #expect(try directory.container("\(name)/AppData/Documents").1.directory == "Documents")
            let file = try directory.container("\(name)/AppData/Documents/file").1
            #expect(file == ContainerStart(directory: "Documents", entry: Array("file".utf8)))
        }
    }

    @Test("a package needs a suffix or information, and a container")
    func packageParts() throws {
        try withTemporaryDirectory { directory in
            try directory.makeDirectory("bare.xcappdata/AppData")
            #expect(try directory.container("bare.xcappdata").0.source == .xcappdata)
            try directory.write(propertyList(["CFBundleIdentifier": "a.b"]), to: "empty.xcappdata/AppDataInfo.plist")
            #expect(directory.refusal("empty.xcappdata")?.code == .notAContainer)
            try directory.makeDirectory("linked.xcappdata")
            try directory.link("linked.xcappdata/AppData", to: "../bare.xcappdata/AppData")
            #expect(directory.refusal("linked.xcappdata")?.code == .notAContainer)
        }
    }

    @Test("a path inside a container opens the container at that item")
    func inside() throws {
        try withTemporaryDirectory { directory in
            try directory.writeMetadata("com.example.app", in: "c")
            try directory.write("x", to: "c/Library/Caches/deep/file")
            try directory.link("c/Library/dangling", to: "nowhere")
            try directory.link("c/Library/loop", to: "loop")
            let (description, start) = try directory.container("c/Library/Caches/deep")
            #expect(description.hostPath == directory.hostPath("c"))
            #expect(start == ContainerStart(directory: "Library/Caches/deep"))
            for (path, start) in [
                (
                    "c/Library/Caches/deep/file",
                    ContainerStart(directory: "Library/Caches/deep", entry: Array("file".utf8))
                ),
                ("c/Library/Caches/../Caches", ContainerStart(directory: "Library/Caches")),
                ("c/Library/dangling", ContainerStart(directory: "Library", entry: Array("dangling".utf8))),
                ("c/Library/loop", ContainerStart(directory: "Library", entry: Array("loop".utf8))),
                ("c/\(metadataName)", ContainerStart(directory: .root, entry: Array(metadataName.utf8))),
            ] {
                #expect(try directory.container(path).1 == start, "\(path)")
            }
        }
    }

    @Test("a container recognized only by its directories is found from inside as well")
    func insideLikely() throws {
        try withTemporaryDirectory { directory in
            try directory.makeDirectory("c/tmp")
            try directory.write("x", to: "c/Library/Caches/file")
            let (description, start) = try directory.container("c/Library/Caches/file")
            #expect(description.hostPath == directory.hostPath("c"))
            #expect(start == ContainerStart(directory: "Library/Caches", entry: Array("file".utf8)))
        }
    }

    @Test("an app bundle is a bundle container")
    func bundle() throws {
        try withTemporaryDirectory { directory in
            try directory.write(
                propertyList(["CFBundleIdentifier": "com.example.app", "CFBundleName": "Example"]),
                to: "Example.app/Info.plist")
            try directory.write("", to: "Example.app/Example")
            let (description, _) = try directory.container("Example.app")
            #expect(description.kind == .bundle)
            #expect(description.source == .appBundle)
            #expect(description.app.identifier == "com.example.app")
            #expect(description.app.name == "Example")
            #expect(try directory.container("Example.app/Example").1.entry == Array("Example".utf8))
            try directory.makeDirectory("Empty.app")
            #expect(directory.refusal("Empty.app")?.code == .notAContainer)
        }
    }

    @Test("an unpacked .ipa is a bundle container, whichever of its directories is opened")
    func appPackage() throws {
        try withTemporaryDirectory { directory in
            try directory.write(
                propertyList(["CFBundleIdentifier": "com.example.app", "CFBundleName": "Example"]),
                to: "unpacked/Payload/Example.app/Info.plist")
            try directory.write("x", to: "unpacked/Payload/Example.app/PlugIns/Share.appex/Info.plist")
            try directory.write(propertyList(["itemName": "Example"]), to: "unpacked/iTunesMetadata.plist")
            for path in ["unpacked", "unpacked/Payload", "unpacked/Payload/Example.app"] {
                let (description, start) = try directory.container(path)
                #expect(description.kind == .bundle)
                #expect(description.hostPath == directory.hostPath("unpacked/Payload/Example.app"))
                #expect(description.app.identifier == "com.example.app" && start.directory == .root)
            }
            #expect(try directory.container("unpacked").0.source == .appPackage)
            #expect(try directory.container("unpacked/Payload/Example.app/PlugIns").1.directory == "PlugIns")
            try directory.makeDirectory("empty/Payload/none")
            #expect(directory.refusal("empty")?.code == .notAContainer)
        }
    }

    @Test("an .ipa file opens as the app inside")
    func archivedAppPackage() throws {
        try withTemporaryDirectory { directory in
            try directory.write(
                propertyList(["CFBundleIdentifier": "com.example.app"]), to: "Payload/Example.app/Info.plist")
            #expect(try runCommand(["sh", "-c", "cd \"$0\" && zip -qr App.ipa Payload", directory.path]).status == 0)
            let description = try directory.container("App.ipa").0
            #expect(description.kind == .bundle && description.app.identifier == "com.example.app")
            #expect(description.origin == "app package in a zip archive")
        }
    }

    @Test(
        "a directory of iCloud Drive is an iCloud container",
        arguments: ["iCloud~com~example~notes", "A1B2C3D4E5~notes"])
    func iCloud(name: String) throws {
        try withTemporaryDirectory { directory in
            try directory.write("x", to: "Library/Mobile Documents/\(name)/Documents/a.txt")
            let (description, start) = try directory.container("Library/Mobile Documents/\(name)/Documents/a.txt")
            #expect(description.kind == .iCloud && description.source == .iCloudDrive)
            #expect(description.hostPath == directory.hostPath("Library/Mobile Documents/\(name)"))
            #expect(start == ContainerStart(directory: "Documents", entry: Array("a.txt".utf8)))
            // A single container in iCloud Drive is opened; a directory without a tilde in its name is not a container.
            #expect(try directory.container("Library/Mobile Documents").0.kind == .iCloud)
            try directory.makeDirectory("other/\(name)")
            try directory.makeDirectory("Mobile Documents/plain")
            #expect(directory.refusal("other/\(name)")?.code == .notAContainer)
            #expect(directory.refusal("Mobile Documents/plain")?.code == .notAContainer)
        }
    }

    @Test("a symbolic link to a container opens the container")
    func link() throws {
        try withTemporaryDirectory { directory in
            try directory.writeMetadata("com.example.app", in: "c")
            try directory.link("link", to: "c")
            #expect(try directory.container("link").0.app.identifier == "com.example.app")
        }
    }

    @Test("a symbolic link outside of all containers opens the item that it names in one")
    func linkInside() throws {
        try withTemporaryDirectory { directory in
            try directory.writeMetadata("com.example.app", in: "c")
            try directory.write("x", to: "c/Library/Caches/file")
            try directory.makeDirectory("elsewhere")
            try directory.link("elsewhere/caches", to: "../c/Library/Caches")
            try directory.link("elsewhere/file", to: "caches/file")
            try directory.link("elsewhere/dangling", to: "../c/Library/absent")
            let (description, start) = try directory.container("elsewhere/caches")
            #expect(description.hostPath == directory.hostPath("c"))
            #expect(start == ContainerStart(directory: "Library/Caches"))
            let file = ContainerStart(directory: "Library/Caches", entry: Array("file".utf8))
            #expect(try directory.container("elsewhere/file").1 == file)
            #expect(try directory.container("elsewhere/caches/file").1 == file)
            #expect(directory.refusal("elsewhere/dangling")?.code == .notAContainer)
            #expect(directory.refusal("elsewhere")?.code == .notAContainer)
        }
    }

    @Test("a directory of packages offers them by name, and a single one is opened")
    func folder() throws {
        try withTemporaryDirectory { directory in
            try directory.makeDirectory("one/a10.xcappdata/AppData")
            #expect(try directory.container("one").0.hostPath == directory.hostPath("one/a10.xcappdata/AppData"))
            try directory.makeDirectory("one/a9.xcappdata/AppData")
            try directory.makeDirectory("one/other")
            try directory.write(propertyList(["XCApplicationName": "Nine"]), to: "one/a9.xcappdata/AppDataInfo.plist")
            guard case .several(let candidates) = try directory.open("one") else {
                Issue.record("not several")
                return
            }
            // In the order of their names, not of their paths.
            #expect(candidates.map(\.title) == ["a10.xcappdata", "Nine"])
            #expect(
                candidates.map(\.hostPath) == ["one/a10.xcappdata", "one/a9.xcappdata"].map { directory.hostPath($0) })
            #expect(candidates.allSatisfy { $0.detail.hasPrefix("data container") })
        }
    }
}
