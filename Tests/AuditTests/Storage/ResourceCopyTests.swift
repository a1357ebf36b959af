import Audit
import ContainerStore
import Formats
import TestSupport
import Testing

/// Copies of a bundle's resources, where the bundle is audited with the container and is not on the same device.
@Suite("Copies of resources of a bundle that is named")
struct ResourceCopyTests {
    private static let chart = Array("{\"chart\":[\(String(repeating: "12,", count: 40))12]}".utf8)
    private let folder = TemporaryDirectory()

    /// Writes a package of an app with a copy of its resource; nil for a container that does not say whose it is.
    private func makeContainer(of identifier: String?) throws {
        try folder.write(Self.chart, to: "Copy.xcappdata/AppData/Library/Application Support/tide/chart.json")
        for name in ["Documents", "Library/Preferences", "tmp"] {
            try folder.makeDirectory("Copy.xcappdata/AppData/\(name)")
        }
        guard let identifier else { return }
        try folder.write(
            PropertyListWriter.binary(["CFBundleIdentifier": .string(identifier)]),
            to: "Copy.xcappdata/AppDataInfo.plist")
    }

    private func makeBundle(_ name: String, of identifier: String) throws {
        try folder.write(Self.chart, to: "\(name).app/chart.json")
        try folder.write(
            PropertyListWriter.binary(["CFBundleIdentifier": .string(identifier)]), to: "\(name).app/Info.plist")
    }

    /// The number of copies that an audit of these paths finds.
    private func copies(_ names: String...) throws -> Int {
        let rule = "storage.resource-copy"
        let containers = try names.map { name in
            guard case .container(let container, _) = try ContainerStore.open(Array(folder(name).utf8)) else {
                throw CommandError(call: "open \(name)", number: 0)
            }
            return container
        }
        let audited = containers.knowingTheirBundles.enumerated().map {
            AuditedContainer($1, index: $0, prefix: Array(names[$0].utf8))
        }
        return try ContainerFixture.report(on: audited, rule: rule).result.findings.count
    }

    @Test("a copy is found if the bundle is named with the container, in any order")
    func named() throws {
        try makeContainer(of: "com.example.tide")
        try makeBundle("Tide", of: "com.example.tide")
        #expect(try copies("Copy.xcappdata", "Tide.app") == 1)
        #expect(try copies("Tide.app", "Copy.xcappdata") == 1)
        #expect(try copies("Copy.xcappdata") == 0)
    }

    @Test("the bundle of another app says nothing of the container, even if a file is the same")
    func other() throws {
        try makeContainer(of: "com.example.moon")
        try makeBundle("Tide", of: "com.example.tide")
        #expect(try copies("Copy.xcappdata", "Tide.app") == 0)
        try makeBundle("Moon", of: "com.example.moon")
        #expect(try copies("Copy.xcappdata", "Tide.app", "Moon.app") == 1)
    }

    @Test("a container whose app is not known belongs to the bundles if they are of one app")
    func unknown() throws {
        try makeContainer(of: nil)
        try makeBundle("Tide", of: "com.example.tide")
        try makeBundle("Moon", of: "com.example.moon")
        #expect(try copies("Copy.xcappdata/AppData", "Tide.app") == 1)
        #expect(try copies("Copy.xcappdata/AppData", "Tide.app", "Moon.app") == 0)
    }
}
