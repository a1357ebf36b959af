import ContainerModel
import ContainerStore
import Formats
import Testing

@Suite("App info")
struct AppInfoTests {
    @Test("all known keys of an Info.plist are read")
    func infoDictionary() {
        let info = AppInfo(
            infoDictionary: [
                "CFBundleIdentifier": .string("com.example.app"), "CFBundleName": .string("app"),
                "CFBundleDisplayName": .string("App"), "CFBundleVersion": .string("7"),
                "CFBundleShortVersionString": .string("1.2"), "CFBundleExecutable": .string("App"),
                "MinimumOSVersion": .string("12.0"), "UIFileSharingEnabled": .boolean(true),
                "UIRequiresPersistentWiFi": .boolean(false), "UIApplicationExitsOnSuspend": .string("YES"),
                "NSCameraUsageDescription": .string("To scan"), "UsageDescriptions": .integer(1),
                "CFBundleURLTypes": .array([["CFBundleURLSchemes": .array([.string("app")])]]),
                "UIRequiredDeviceCapabilities": .array([.string("arm64")]),
                "CFBundleDocumentTypes": .array([
                    [
                        "CFBundleTypeName": .string("All"), "LSHandlerRank": .string("Default"),
                        "LSItemContentTypes": .array([.string("public.item")]),
                        "CFBundleTypeExtensions": .array([.string("key")]),
                    ]
                ]),
            ])
        #expect(info.identifier == "com.example.app")
        #expect(info.name == "App" && info.version == "1.2" && info.build == "7")
        #expect(info.executable == "App" && info.minimumSystemVersion == "12.0")
        #expect(info[.fileSharing] == .yes && info[.openingInPlace] == .no)
        #expect(info.requiresPersistentWiFi == .no && info.exitsOnSuspend == .yes)
        #expect(info.usageDescriptions == ["NSCameraUsageDescription": "To scan"])
        #expect(info.urlSchemes == ["app"] && info.requiredCapabilities == ["arm64": true])
        #expect(
            info.documentTypes == [
                DocumentType(name: "All", rank: "Default", contentTypes: ["public.item"], fileExtensions: ["key"])
            ])
        #expect(info.problems.isEmpty)
    }

    @Test(
        "booleans are read in every spelling",
        arguments: [
            (.boolean(true), .yes), (.string("YES"), .yes), (.string("true"), .yes), (.string("1"), .yes),
            (.integer(1), .yes), (.boolean(false), .no), (.string("NO"), .no), (.string("False"), .no),
            (.integer(0), .no), (.string("maybe"), .unknown), (.array([]), .unknown),
        ] as [(PropertyListValue, Answer)])
    func booleans(value: PropertyListValue, answer: Answer) {
        let info = AppInfo(infoDictionary: ["UIFileSharingEnabled": value])
        #expect(info[.fileSharing] == answer)
        #expect(info.problems.isEmpty == (answer != .unknown))
    }

    @Test("values of a wrong type are ignored and reported")
    func problems() {
        let keys = [
            "CFBundleIdentifier", "CFBundleVersion", "CFBundleDocumentTypes", "CFBundleURLTypes",
            "UIRequiredDeviceCapabilities", "NSCameraUsageDescription", "UIFileSharingEnabled",
        ]
        let wrong = keys.map { ($0, PropertyListValue.data([1])) }
        let info = AppInfo(infoDictionary: .dictionary(PropertyListDictionary(wrong)))
        #expect(info.identifier == nil && info.documentTypes.isEmpty)
        for key in keys { #expect(info.problems.contains { $0.hasPrefix(key + ":") }, "\(key)") }
        #expect(info.problems.count == keys.count)

        let nested = AppInfo(
            infoDictionary: [
                "CFBundleDocumentTypes": .array([
                    .integer(1),
                    ["LSItemContentTypes": .array([.integer(1), .string("a")])],
                ])
            ])
        #expect(nested.documentTypes == [DocumentType(contentTypes: ["a"])])
        #expect(
            nested.problems == [
                "CFBundleDocumentTypes[0]: not a dictionary",
                "CFBundleDocumentTypes[1].LSItemContentTypes: not all strings",
            ])
    }

    @Test("a list that is not a dictionary is a problem and gives no information")
    func notADictionary() {
        for info in [
            AppInfo(infoDictionary: .string("")), AppInfo(containerMetadata: .array([])),
            AppInfo(appDataInfo: .integer(1)),
        ] {
            #expect(info.problems.count == 1 && info.identifier == nil && info[.fileSharing] == .unknown)
        }
    }

    @Test("capabilities are read in both forms")
    func capabilities() {
        func read(_ value: PropertyListValue) -> AppInfo {
            AppInfo(infoDictionary: ["UIRequiredDeviceCapabilities": value])
        }
        #expect(
            read(["wifi": .boolean(true), "gps": .string("NO")]).requiredCapabilities
                == ["wifi": true, "gps": false])
        #expect(read(.array([.string("a"), .string("a")])).requiredCapabilities == ["a": true])
        #expect(read(.array([.integer(1)])).problems.count == 1)
    }

    @Test("the container's metadata gives its identifier, kind and protection")
    func containerMetadata() {
        let info = AppInfo(
            containerMetadata: [
                "MCMMetadataIdentifier": .string("group.a"), "MCMMetadataUUID": .string("U"),
                "MCMMetadataContentClass": .integer(7), "MCMMetadataActiveDPClass": .integer(3),
            ])
        #expect(info.identifier == "group.a" && info.containerUUID == "U" && info.containerKind == .appGroup)
        #expect(info.containerProtection == .completeUntilFirstUserAuthentication)
        #expect(
            AppInfo(containerMetadata: ["MCMMetadataActiveDPClass": .integer(99)]).containerProtection
                == .unknown)
        #expect(
            AppInfo(containerMetadata: ["MCMMetadataContentClass": .real(.infinity)]).containerKind == nil)
    }

    @Test(
        "a real number is read if it is whole",
        arguments: [(7, .appGroup), (7.5, nil), (.nan, nil), (-.infinity, nil), (1e300, nil)]
            as [(Double, ContainerKind?)])
    func reals(value: Double, kind: ContainerKind?) {
        let info = AppInfo(containerMetadata: ["MCMMetadataContentClass": .real(value)])
        #expect(info.containerKind == kind)
        #expect(info.problems.isEmpty == (kind != nil))
    }

    @Test(
        "the version is that of the user, with the build where that differs, and the build alone is marked",
        arguments: [
            ("3.1.1", "311", "3.1.1 (311)"), ("2", "2", "2"), ("1.0", nil, "1.0"), (nil, "311", "(311)"),
            (nil, nil, nil),
        ] as [(String?, String?, String?)])
    func release(version: String?, build: String?, shown: String?) {
        var keys: [String: PropertyListValue] = [:]
        keys["CFBundleShortVersionString"] = version.map { .string($0) }
        keys["CFBundleVersion"] = build.map { .string($0) }
        let list = PropertyListDictionary(keys.map { ($0.key, $0.value) })
        #expect(AppInfo(infoDictionary: .dictionary(list)).release == shown)
    }

    @Test("AppDataInfo.plist and other lists are merged, and the first known value wins")
    func merging() {
        let package = AppInfo(
            appDataInfo: [
                "CFBundleIdentifier": .string("com.a"), "XCApplicationName": .string("A"),
                "XCExecutableVersion": .string("2"), "XCMinimumOSVersion": .string("12"),
                "XCExecutableName": .integer(1),
            ])
        #expect(package[.fileSharing] == .unknown)
        let bundle = AppInfo(
            infoDictionary: ["CFBundleExecutable": .string("Exe"), "UIFileSharingEnabled": .boolean(true)])
        let merged = package.merging(bundle)
        #expect(merged.identifier == "com.a" && merged.version == "2" && merged.executable == "Exe")
        #expect(merged[.fileSharing] == .yes && merged[.openingInPlace] == .no && merged.exitsOnSuspend == .no)
        #expect(merged.problems == ["XCExecutableName: not a string"])
        #expect(AppInfo().merging(merged) == merged)
    }
}
