import ContainerModel
import ContainerStore
import TestSupport
import Testing

@Suite("What looks like a container inside of one")
struct NestedContainerTests {
    private static let uuid = "5D5E1A5C-3F55-4D2A-9B59-0D1B6C5F7E11"

    /// Containers by evidence: the directory of each, and its root.
    private static let outer = [
        ("Out.xcappdata", "Out.xcappdata/AppData"), ("meta", "meta"),
        ("device/Containers/Data/Application/\(uuid)", "device/Containers/Data/Application/\(uuid)"),
    ]

    private static func make(_ root: String, in directory: TemporaryDirectory) throws {
        if root == "meta" { try directory.writeMetadata("com.example.outer", in: root) }
        let documents = root + "/Documents"
        try directory.makeDirectory(documents + "/guess/Library")
        try directory.makeDirectory(documents + "/guess/tmp")
        try directory.writeMetadata("com.example.inner", in: documents + "/evident")
        try directory.write("x", to: documents + "/In.xcappdata/AppData/Documents/a.txt")
        try directory.write(
            propertyList(["CFBundleIdentifier": "com.example.inner"]), to: documents + "/In.app/Info.plist")
        try directory.write(
            propertyList(["CFBundleIdentifier": "com.example.inner"]), to: documents + "/ipa/Payload/In.app/Info.plist")
    }

    @Test("everything in a container is an item of it", arguments: outer)
    func items(directory name: String, root: String) throws {
        try withTemporaryDirectory { directory in
            try Self.make(root, in: directory)
            for path in [
                "Documents", "Documents/guess", "Documents/guess/Library", "Documents/evident",
                "Documents/In.xcappdata",
                "Documents/In.xcappdata/AppData", "Documents/In.xcappdata/AppData/Documents", "Documents/In.app",
                "Documents/ipa", "Documents/ipa/Payload", "Documents/ipa/Payload/In.app",
            ] {
                let (description, start) = try directory.container(root + "/" + path)
                #expect(description.hostPath == directory.hostPath(root), "\(path)")
                #expect(description.kind == .data, "\(path)")
                #expect(start == ContainerStart(directory: ContainerPath(path) ?? .root), "\(path)")
            }
            let file = try directory.container(root + "/Documents/In.xcappdata/AppData/Documents/a.txt").1
            #expect(
                file
                    == ContainerStart(
                        directory: "Documents/In.xcappdata/AppData/Documents", entry: Array("a.txt".utf8)))
            // A link outside of containers makes no difference.
            try directory.link("way", to: root + "/Documents/guess")
            try directory.link("in", to: root + "/Documents/In.xcappdata")
            #expect(try directory.container("way").1.directory == "Documents/guess")
            #expect(try directory.container("in").0.hostPath == directory.hostPath(root))
        }
    }

    @Test("bundles inside of a bundle belong to the app")
    func bundles() throws {
        try withTemporaryDirectory { directory in
            for bundle in ["A.app", "A.app/Watch/W.app", "A.app/PlugIns/S.appex"] {
                try directory.write(
                    propertyList(["CFBundleIdentifier": "com.example.\(bundle.count)"]), to: bundle + "/Info.plist")
            }
            for path in ["Watch/W.app", "PlugIns/S.appex"] {
                let (description, start) = try directory.container("A.app/" + path)
                #expect(description.app.identifier == "com.example.5" && description.kind == .bundle)
                #expect(start.directory == ContainerPath(path))
            }
        }
    }

    @Test("containers lie in directories that are none: folders, devices, and beside others")
    func beside() throws {
        try withTemporaryDirectory { directory in
            try directory.write("x", to: "folder/a.xcappdata/AppData/Documents/x")
            try directory.write(propertyList([:]), to: "folder/Payload/B.app/Info.plist")
            try directory.makeDirectory("folder/bare/Library")
            try directory.makeDirectory("folder/bare/tmp")
            try directory.makeDirectory("folder/a.xcappdata/guess/Library")
            try directory.makeDirectory("folder/a.xcappdata/guess/tmp")
            #expect(
                try directory.container("folder/a.xcappdata").0.hostPath
                    == directory.hostPath("folder/a.xcappdata/AppData"))
            // An unpacked .ipa may lie in a folder with anything else.
            #expect(try directory.container("folder/bare").0.hostPath == directory.hostPath("folder/bare"))
            #expect(try directory.container("folder/Payload/B.app").0.kind == .bundle)
            // In a package, a guess by names is not evidence.
            #expect(directory.refusal("folder/a.xcappdata/guess")?.code == .besideContainer)
            // Where there are only names, the nearest directory counts, such as one in a home directory.
            try directory.makeDirectory("home/tmp")
            try directory.makeDirectory("home/Documents/bare/Library")
            try directory.makeDirectory("home/Documents/bare/tmp")
            #expect(
                try directory.container("home/Documents/bare").0.hostPath == directory.hostPath("home/Documents/bare"))
        }
    }
}
