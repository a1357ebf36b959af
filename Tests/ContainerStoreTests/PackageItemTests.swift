import ContainerModel
import ContainerStore
import TestSupport
import Testing

@Suite("Items of a package beside its container")
struct PackageItemTests {
    private static let uuid = "5D5E1A5C-3F55-4D2A-9B59-0D1B6C5F7E11"
    private static let bundle = "Containers/Bundle/Application/\(uuid)"

    private func withPackages(_ body: (TemporaryDirectory) throws -> Void) throws {
        try withTemporaryDirectory { directory in
            try directory.write("1", to: "x.xcappdata/AppData/Documents/file")
            try directory.write(propertyList(["CFBundleIdentifier": "a.b"]), to: "x.xcappdata/AppDataInfo.plist")
            try directory.write("notes", to: "x.xcappdata/Extra/inner/notes.txt")
            try directory.write("copy", to: "x.xcappdata/AppData.zip")
            try directory.link("x.xcappdata/way", to: "AppData/Documents")
            try directory.link("x.xcappdata/AppData/way", to: "nowhere")
            try directory.link("outside", to: "x.xcappdata/AppDataInfo.plist")
            try directory.write(
                propertyList(["CFBundleIdentifier": "a.b"]), to: "\(Self.bundle)/Example.app/Info.plist")
            try directory.write(propertyList(["itemName": "Example"]), to: "\(Self.bundle)/iTunesMetadata.plist")
            try directory.writeMetadata("a.b", contentClass: 1, in: Self.bundle)
            try directory.write("zip", to: "\(Self.bundle)/Example.ipa")
            try body(directory)
        }
    }

    /// A path, the package that contains it, and the path relative to the package.
    static let items = [
        ("x.xcappdata/AppDataInfo.plist", "x.xcappdata", "AppDataInfo.plist"),
        ("x.xcappdata/AppDataInfo.plist/", "x.xcappdata", "AppDataInfo.plist"),
        ("x.xcappdata//./AppDataInfo.plist", "x.xcappdata", "AppDataInfo.plist"),
        ("x.xcappdata/AppData/../AppDataInfo.plist", "x.xcappdata", "AppDataInfo.plist"),
        ("x.xcappdata/AppData.zip", "x.xcappdata", "AppData.zip"),
        ("x.xcappdata/Extra", "x.xcappdata", "Extra"),
        ("x.xcappdata/Extra/inner", "x.xcappdata", "Extra/inner"),
        ("x.xcappdata/Extra/inner/notes.txt", "x.xcappdata", "Extra/inner/notes.txt"),
        ("x.xcappdata/way", "x.xcappdata", "way"),
        ("outside", "x.xcappdata", "AppDataInfo.plist"),
        ("\(bundle)/iTunesMetadata.plist", bundle, "iTunesMetadata.plist"),
        ("\(bundle)/\(metadataName)", bundle, metadataName),
        ("\(bundle)/Example.ipa", bundle, "Example.ipa"),
    ]

    @Test("an item beside the container is refused with its package and its path", arguments: items)
    func beside(path: String, package: String, inside: String) throws {
        try withPackages { directory in
            let refusal = directory.refusal(path)
            #expect(refusal?.code == .besideContainer)
            #expect(refusal?.packageItem?.package == directory.hostPath(package))
            #expect(refusal?.packageItem?.path == ContainerPath(inside))
            #expect(throws: ContainerStoreError.self) { try ContainerStore.locate(Array(directory(path).utf8)) }
            let item = ContainerStore.packageItem(Array(directory(path).utf8))
            #expect(item == refusal?.packageItem)
        }
    }

    @Test(
        "the package's directory and items in the container are not items beside it",
        arguments: [
            ("x.xcappdata", "x.xcappdata/AppData", ContainerPath.root), ("x.xcappdata/.", "x.xcappdata/AppData", .root),
            ("x.xcappdata/AppData", "x.xcappdata/AppData", .root),
            ("x.xcappdata/Extra/..", "x.xcappdata/AppData", .root),
            ("x.xcappdata/AppData/Documents", "x.xcappdata/AppData", "Documents"),
            (bundle, "\(bundle)/Example.app", .root),
            ("\(bundle)/Example.app/Info.plist", "\(bundle)/Example.app", "Info.plist"),
        ] as [(String, String, ContainerPath)])
    func inside(path: String, root: String, item: ContainerPath) throws {
        try withPackages { directory in
            let (container, found) = try ContainerStore.locate(Array(directory(path).utf8))
            #expect(container.description.hostPath == directory.hostPath(root))
            #expect(found == item)
            #expect(ContainerStore.packageItem(Array(directory(path).utf8)) == nil)
        }
    }

    @Test("the name of a missing item is interpreted as one in the container, unless it is below one beside it")
    func missingName() throws {
        try withPackages { directory in
            let (container, item) = try ContainerStore.locate(Array(directory("x.xcappdata/none").utf8))
            #expect(container.description.hostPath == directory.hostPath("x.xcappdata/AppData") && item == "none")
            #expect(throws: ContainerStoreError.self) {
                try ContainerStore.locate(Array(directory("x.xcappdata/Extra/none/deeper").utf8))
            }
        }
    }

    @Test("a missing item is reported as not found", arguments: ["x.xcappdata/none", "x.xcappdata/Extra/none/deeper"])
    func missing(path: String) throws {
        try withPackages { directory in
            #expect(directory.refusal(path)?.code == .notFound)
        }
    }
}
