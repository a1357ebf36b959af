import Formats
import TestSupport
import Testing

@Suite("Property lists of a downloaded container")
struct DownloadedListTests {
    private static let metadata = "AppData/.com.apple.mobile_container_manager.metadata.plist"

    private func read(_ path: String, of package: DownloadedContainer) throws -> PropertyListValue {
        try PropertyListReader.read(readFile("\(package.path)/\(path)"))
    }

    @Test("the information beside a downloaded container names its app", arguments: DownloadedContainer.origins)
    func appDataInfo(origin: DownloadedContainer.Origin) throws {
        let package = try DownloadedContainer(origin)
        let list = try read("AppDataInfo.plist", of: package)
        #expect(list["CFBundleIdentifier"]?.stringValue == package.identifier)
        #expect(list["XCApplicationName"]?.stringValue == package.name)
        #expect(list["XCDownloadDate"]?.stringValue == package.downloadDate)
        #expect(list.dictionaryValue?.values.allSatisfy { $0.stringValue != nil } == true)
    }

    @Test("the container's own metadata names its app and its kind", arguments: DownloadedContainer.origins)
    func metadata(origin: DownloadedContainer.Origin) throws {
        let package = try DownloadedContainer(origin)
        let list = try read(Self.metadata, of: package)
        #expect(list["MCMMetadataIdentifier"]?.stringValue == package.identifier)
        #expect(list["MCMMetadataContentClass"] == 2)
        #expect(list["MCMMetadataUUID"]?.stringValue?.utf8.count == 36)
        #expect(list["MCMMetadataPersona"] == 501)
    }

    @Test(
        "plistlib reads the same values",
        arguments: DownloadedContainer.origins)
    func plistlib(origin: DownloadedContainer.Origin) throws {
        let package = try DownloadedContainer(origin)
        for path in ["AppDataInfo.plist", Self.metadata] {
            let bytes = try readFile("\(package.path)/\(path)")
            #expect(try Plistlib.read([bytes]) == [PropertyListReader.read(bytes).canonical])
        }
    }
}
