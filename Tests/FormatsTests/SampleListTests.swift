import Formats
import TestSupport
import Testing

private let container = "WeightTracker.xcappdata"

@Suite(.enabled(if: sharedSample(container) != nil, "the sample \(container) is absent"))
struct SampleListTests {
    private func read(_ path: String) throws -> PropertyListValue {
        try PropertyListReader.read(readFile(#require(sharedSample(container)) + "/" + path))
    }

    @Test("the information beside a downloaded container names its app")
    func appDataInfo() throws {
        let list = try read("AppDataInfo.plist")
        #expect(list["CFBundleIdentifier"] == "io.github.paulz.WeightTracker")
        #expect(list["XCApplicationName"] == "WeightTracker")
        #expect(list["XCDownloadDate"] == "2019-02-02 11:31.02.515")
        #expect(list.dictionaryValue?.values.allSatisfy { $0.stringValue != nil } == true)
    }

    @Test("the container's own metadata names its app and its kind")
    func metadata() throws {
        let list = try read("AppData/.com.apple.mobile_container_manager.metadata.plist")
        #expect(list["MCMMetadataIdentifier"] == "io.github.paulz.WeightTracker")
        #expect(list["MCMMetadataContentClass"] == 2)
        #expect(list["MCMMetadataUUID"]?.stringValue?.utf8.count == 36)
        #expect(list["MCMMetadataPersona"] == 501)
    }

    @Test("plistlib reads the same", .enabled(if: Plistlib.isAvailable, "python3 is not installed"))
    func plistlib() throws {
        for path in ["AppDataInfo.plist", "AppData/.com.apple.mobile_container_manager.metadata.plist"] {
            let bytes = try readFile(#require(sharedSample(container)) + "/" + path)
            #expect(try Plistlib.read([bytes]) == [PropertyListReader.read(bytes).canonical])
        }
    }
}
