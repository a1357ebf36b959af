import ContainerModel
import ContainerStore
import TestSupport
import Testing

@Suite("A container and its app's bundle")
struct CompanionTests {
    private let folder = TemporaryDirectory()

    private func makePackage(_ name: String, _ identifier: String) throws {
        try folder.makeDirectory("\(name).xcappdata/AppData/Documents")
        try folder.write(
            propertyList(["CFBundleIdentifier": identifier]), to: "\(name).xcappdata/AppDataInfo.plist")
    }

    private func makeBundle(_ path: String, _ identifier: String) throws {
        try folder.write(propertyList(["CFBundleIdentifier": identifier]), to: "\(path)/Info.plist")
    }

    private func opened(_ name: String, as kind: ContainerKind? = nil) throws -> Container {
        guard case .container(let container, _) = try folder.open(name, as: kind) else {
            throw CommandError(call: "open one container at \(name)", number: 0)
        }
        return container
    }

    private func companions(of name: String, at other: String? = nil) throws -> [HostPath] {
        ContainerStore.companions(of: try opened(name), at: other.flatMap { folder.hostPath($0) })
            .map(\.description.hostPath)
    }

    @Test("a package and the bundle beside it are found from each other, and those of other apps are not")
    func beside() throws {
        try makePackage("Tide", "com.example.tide")
        try makePackage("Tide later", "com.example.tide")
        try makePackage("Moon", "com.example.moon")
        try makeBundle("Tide.app", "com.example.tide")
        try makeBundle("Sun.app", "com.example.sun")
        #expect(try companions(of: "Tide.xcappdata") == [folder.hostPath("Tide.app")])
        let packages = ["Tide.xcappdata/AppData", "Tide later.xcappdata/AppData"].compactMap { folder.hostPath($0) }
        #expect(try Set(companions(of: "Tide.app")) == Set(packages))
        #expect(try companions(of: "Moon.xcappdata").isEmpty)
    }

    @Test("what the user names is judged together with the container, unless it is another app's")
    func named() throws {
        try makePackage("Tide", "com.example.tide")
        try makeBundle("builds/Tide.app", "com.example.tide")
        try makeBundle("builds/Sun.app", "com.example.sun")
        #expect(try companions(of: "Tide.xcappdata").isEmpty)
        #expect(
            try companions(of: "Tide.xcappdata", at: "builds/Tide.app") == [folder.hostPath("builds/Tide.app")])
        #expect(try companions(of: "Tide.xcappdata", at: "builds/Sun.app").isEmpty)
        #expect(try companions(of: "Tide.xcappdata", at: "builds/none.app").isEmpty)
    }

    @Test("a container of an app that is not known belongs to a bundle that is named if an item has its app's name")
    func traces() throws {
        for name in ["Documents", "Library/Preferences", "tmp"] { try folder.makeDirectory("Copy/\(name)") }
        try makeBundle("builds/Tide.app", "com.example.tide")
        try makeBundle("builds/Sun.app", "com.example.sun")
        #expect(try companions(of: "Copy", at: "builds/Tide.app").isEmpty)
        try folder.makeDirectory("Copy/Library/Caches/com.example.tide")
        #expect(try companions(of: "Copy", at: "builds/Tide.app") == [folder.hostPath("builds/Tide.app")])
        #expect(try companions(of: "Copy", at: "builds/Sun.app").isEmpty)
        // Only what is named, or on the same device, is looked at so.
        try makeBundle("Tide.app", "com.example.tide")
        #expect(try companions(of: "Copy").isEmpty)
    }

    @Test("on a device's copy the bundle is found by the app's identifier")
    func device() throws {
        let device = "Devices/0F0B1D5E-5B1C-4C9D-8B7E-3B0A1D2C4E5F"
        let containers = "\(device)/data/Containers"
        let data = "\(containers)/Data/Application/00000000-0000-0000-0000-000000000001"
        let bundle = "\(containers)/Bundle/Application/00000000-0000-0000-0000-000000000002/Tide.app"
        try folder.write(propertyList(["name": "iPhone 15"]), to: "\(device)/device.plist")
        try folder.makeDirectory("\(data)/Documents")
        try folder.writeMetadata("com.example.tide", in: data)
        try makeBundle(bundle, "com.example.tide")
        #expect(try companions(of: data) == [folder.hostPath(bundle)])
        #expect(try companions(of: bundle) == [folder.hostPath(data)])
    }
}
