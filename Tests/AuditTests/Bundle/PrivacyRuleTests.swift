import Audit
import ContainerModel
import Formats
import TestSupport
import Testing

/// One planted defect and one near miss for each rule about privacy manifests.
@Suite("Rules about privacy manifests")
struct PrivacyRuleTests {
    private static let defaults = "_OBJC_CLASS_$_NSUserDefaults"
    private static let data: PropertyListValue = [
        "NSPrivacyCollectedDataType": "NSPrivacyCollectedDataTypeDeviceID", "NSPrivacyCollectedDataTypeLinked": false,
        "NSPrivacyCollectedDataTypeTracking": true,
        "NSPrivacyCollectedDataTypePurposes": ["NSPrivacyCollectedDataTypePurposeAnalytics"],
    ]
    private static let tracking: [String: PropertyListValue] = [
        "NSPrivacyTracking": true, "NSPrivacyTrackingDomains": ["track.example.com"],
    ]

    private static func framework(_ manifest: PropertyListValue?) -> @Sendable (inout BundleFixture) -> Void {
        {
            var library = MachOFixture.typical
            library.imports.append(defaults)
            $0.addFramework("Waves", library, manifest: manifest)
            $0.manifest = BundleFixture.manifest([("UserDefaults", "CA92.1")])
        }
    }

    private static let apis: [BundleCase] = [
        BundleCase(
            "privacy.api-undeclared", plant: { $0.use([defaults]) },
            miss: {
                $0.use([defaults])
                $0.manifest = BundleFixture.manifest([("UserDefaults", "CA92.1")])
            }),
        BundleCase(
            "privacy.api-declared-by-app-alone", plant: framework(nil),
            miss: framework(BundleFixture.manifest([("UserDefaults", "C56D.1")]))),
        BundleCase(
            "privacy.category-invalid", plant: { $0.manifest = BundleFixture.manifest([("Clipboard", "CA92.1")]) },
            miss: { $0.manifest = BundleFixture.manifest([("ActiveKeyboards", "54BD.1")]) }),
        BundleCase(
            "privacy.reason-invalid",
            // A reason of another category.
            plant: { $0.manifest = BundleFixture.manifest([("UserDefaults", "C617.1")]) },
            miss: { $0.manifest = BundleFixture.manifest([("FileTimestamp", "C617.1")]) }),
        BundleCase(
            "privacy.sdk-manifest-missing", plant: { $0.addFramework("Alamofire", .typical) },
            miss: { $0.addFramework("AlamofireExtras", .typical) }),
    ]

    /// Puts the bundle into an archive for upload, with a receipt of an SDK's signature.
    private static func receipt(_ sdk: String, signed isSigned: Bool) -> @Sendable (inout BundleFixture) -> Void {
        {
            $0.name = "Payload/Tide.app"
            $0.addFramework(sdk, .typical, manifest: ["NSPrivacyTracking": false])
            $0.around["Signatures/\(sdk).xcframework-ios.signature"] = PropertyListWriter.xml([
                "signed": .boolean(isSigned), "isSecureTimestamp": .boolean(isSigned),
                "metadata": ["library": .string("\(sdk).framework"), "platform": "ios"],
            ])
        }
    }

    private static let signatures: [BundleCase] = [
        BundleCase(
            "privacy.sdk-signature-missing", plant: receipt("Alamofire", signed: false),
            miss: receipt("Alamofire", signed: true)),
        // Waves is not on the list.
        BundleCase(
            "privacy.sdk-signature-missing", plant: receipt("Lottie", signed: false),
            miss: receipt("Waves", signed: false)),
    ]

    private static let manifests: [BundleCase] = [
        BundleCase(
            "privacy.manifest-invalid",
            plant: { $0.manifest = ["NSPrivacyTracking": false, "NSPrivacyTrackingDomain": []] },
            miss: {
                $0.manifest = [
                    "NSPrivacyTracking": false, "NSPrivacyTrackingDomains": [], "NSPrivacyCollectedDataTypes": [],
                    "NSPrivacyAccessedAPITypes": [],
                ]
            }),
        BundleCase(
            "privacy.tracking-invalid",
            plant: { $0.manifest = ["NSPrivacyTracking": false, "NSPrivacyTrackingDomains": ["a.example"]] },
            miss: { $0.manifest = .dictionary(PropertyListDictionary(tracking.map { ($0, $1) })) }),
        BundleCase(
            "privacy.tracking-undeclared", plant: { $0.use(["_OBJC_CLASS_$_ASIdentifierManager"]) },
            miss: {
                $0.use(["_OBJC_CLASS_$_ASIdentifierManager"])
                $0.manifest = .dictionary(PropertyListDictionary(tracking.map { ($0, $1) }))
            }),
        BundleCase(
            "privacy.tracking-domains-missing", plant: { $0.manifest = ["NSPrivacyTracking": true] },
            miss: { $0.manifest = ["NSPrivacyTracking": false] }),
        BundleCase(
            "privacy.tracked-data", plant: { $0.manifest = ["NSPrivacyCollectedDataTypes": [data]] },
            miss: {
                $0.manifest = BundleFixture.manifest(
                    [], more: tracking.merging(["NSPrivacyCollectedDataTypes": [data]]) { first, _ in first })
            }),
        BundleCase(
            "privacy.tracking-purpose-missing",
            plant: { $0.manifest = .dictionary(PropertyListDictionary(tracking.map { ($0, $1) })) },
            miss: {
                $0.manifest = .dictionary(PropertyListDictionary(tracking.map { ($0, $1) }))
                $0.information["NSUserTrackingUsageDescription"] = "To show advertisements that suit you."
            }),
        BundleCase(
            "privacy.manifest-unreadable",
            plant: { $0.files["PrivacyInfo.xcprivacy"] = [UInt8](repeating: 0x20, count: (1 << 20) + 1) },
            miss: { $0.files["PrivacyInfo.xcprivacy"] = [0x20] }),
    ]

    private static let advertising = "_OBJC_CLASS_$_ASIdentifierManager"

    private static let identifiers: [BundleCase] = [
        BundleCase(
            "privacy.device-identifier",
            plant: { $0.use(["_OBJC_CLASS_$_UIDevice"], calls: ["uniqueIdentifier"]) },
            miss: { $0.use(["_OBJC_CLASS_$_UIDevice"], calls: ["identifierForVendor"]) }),
        BundleCase(
            // Another class's method.
            "privacy.device-identifier",
            plant: { $0.use(["_OBJC_CLASS_$_UIDevice"], calls: ["identifierForVendor", "uniqueIdentifier"]) },
            miss: { $0.use(["_OBJC_CLASS_$_CSSearchableItem"], calls: ["uniqueIdentifier"]) }),
        BundleCase(
            "privacy.tracking-unchecked", plant: { $0.use([advertising], calls: ["advertisingIdentifier"]) },
            miss: { $0.use([advertising], calls: ["advertisingIdentifier", "isAdvertisingTrackingEnabled"]) }),
        BundleCase(
            "privacy.tracking-unchecked", plant: { $0.use([advertising], calls: ["advertisingIdentifier"]) },
            miss: {
                $0.use([advertising], calls: ["advertisingIdentifier"])
                var library = MachOFixture.typical
                library.imports.append("_OBJC_CLASS_$_ATTrackingManager")
                library.calls.append("trackingAuthorizationStatus")
                $0.addFramework("Waves", library)
            }),
    ]

    static let cases = apis + signatures + manifests + identifiers

    @Test("a planted defect is found", arguments: cases)
    func planted(_ example: BundleCase) throws { try example.expectFinding() }

    @Test("what comes near a defect is none", arguments: cases)
    func nearMiss(_ example: BundleCase) throws { try example.expectNoFinding() }

    /// Each symbol and method of Apple's list, and the categories of which one declares it.
    private static let apisOfList: [(name: String, categories: [String])] = [
        ("_NSFileCreationDate", ["FileTimestamp"]), ("_NSFileModificationDate", ["FileTimestamp"]),
        ("_NSURLContentModificationDateKey", ["FileTimestamp"]), ("_NSURLCreationDateKey", ["FileTimestamp"]),
        ("_getattrlist", ["FileTimestamp", "DiskSpace"]), ("_getattrlistbulk", ["FileTimestamp"]),
        ("_fgetattrlist", ["FileTimestamp", "DiskSpace"]), ("_stat", ["FileTimestamp"]), ("_fstat", ["FileTimestamp"]),
        ("_fstatat", ["FileTimestamp"]), ("_lstat", ["FileTimestamp"]),
        ("_getattrlistat", ["FileTimestamp", "DiskSpace"]), ("fileModificationDate", ["FileTimestamp"]),
        ("systemUptime", ["SystemBootTime"]), ("_mach_absolute_time", ["SystemBootTime"]),
        ("_NSURLVolumeAvailableCapacityKey", ["DiskSpace"]),
        ("_NSURLVolumeAvailableCapacityForImportantUsageKey", ["DiskSpace"]),
        ("_NSURLVolumeAvailableCapacityForOpportunisticUsageKey", ["DiskSpace"]),
        ("_NSURLVolumeTotalCapacityKey", ["DiskSpace"]), ("_NSFileSystemFreeSize", ["DiskSpace"]),
        ("_NSFileSystemSize", ["DiskSpace"]), ("_statfs", ["DiskSpace"]), ("_statvfs", ["DiskSpace"]),
        ("_fstatfs", ["DiskSpace"]), ("_fstatvfs", ["DiskSpace"]), ("activeInputModes", ["ActiveKeyboards"]),
        ("_OBJC_CLASS_$_NSUserDefaults", ["UserDefaults"]),
    ]

    @Test("each API of Apple's list needs its category, and any one where it is in two", arguments: apisOfList)
    func list(_ name: String, _ categories: [String]) throws {
        var bundle = BundleFixture()
        if name.hasPrefix("_") { bundle.use([name]) } else { bundle.use(calls: [name]) }
        let found = try bundle.findings()
        #expect(found.map(\.rule.identifier) == ["privacy.api-undeclared"])
        let named = found.flatMap(\.address).map { String(decoding: $0, as: UTF8.self) }
        #expect(named == categories.map { "NSPrivacyAccessedAPICategory\($0)" })
        for category in categories {
            let rule = try #require(RequiredReasonRule.of("NSPrivacyAccessedAPICategory\(category)"))
            for reason in rule.reasons where !reason.isForSDKsOnly {
                bundle.manifest = BundleFixture.manifest([(category, .string(reason.code))])
                #expect(try bundle.findings().map(\.rule.identifier) == [])
            }
        }
    }

    @Test("an encrypted executable is judged by its imports, and says that the rest was not examined")
    func encrypted() throws {
        var bundle = BundleFixture()
        bundle.use(["_stat"], calls: ["systemUptime"])
        bundle.executable?.encryption = 1
        let found = try bundle.findings()
        #expect(Set(found.map(\.rule.identifier)) == ["privacy.api-undeclared", "bundle.encrypted-code"])
        #expect(found.contains { $0.message.contains("_stat") })
        #expect(!found.contains { $0.message.contains("systemUptime") })
    }

    @Test("an extension is covered by the app's manifest, and needs one that covers it")
    func extensions() throws {
        var bundle = BundleFixture()
        var image = MachOFixture.typical
        image.imports.append(Self.defaults)
        bundle.files["PlugIns/Widget.appex/Widget"] = image.bytes
        #expect(try bundle.findings().map(\.path.reportText) == ["PlugIns/Widget.appex/Widget"])
        bundle.manifest = BundleFixture.manifest([("UserDefaults", "1C8F.1")])
        #expect(try bundle.findings().map(\.rule.identifier) == [])
    }

    @Test("a static library's manifest in a resource bundle declares for the executable, reasons of SDKs included")
    func resourceBundle() throws {
        var bundle = BundleFixture()
        bundle.use([Self.defaults])
        bundle.files["Moon_Moon.bundle/PrivacyInfo.xcprivacy"] = PropertyListWriter.xml(
            BundleFixture.manifest([("UserDefaults", "C56D.1")]))
        #expect(try bundle.findings().map(\.rule.identifier) == [])
        bundle.manifest = BundleFixture.manifest([("UserDefaults", "C56D.1")])
        #expect(try bundle.findings().map(\.rule.identifier) == ["privacy.reason-invalid"])
    }

    /// Manifests with one mistake each.
    private static let broken: [PropertyListValue] = [
        ["NSPrivacyTracking": "NO"], ["NSPrivacyTrackingDomains": ["NSPrivacyTrackingDomains"]],
        ["NSPrivacyTracking": true, "NSPrivacyTrackingDomains": ["https://a.example/x"]],
        ["NSPrivacyAccessedAPITypes": [["NSPrivacyAccessedAPIType": ["a"]]]], [],
        ["NSPrivacyCollectedDataTypes": [["NSPrivacyCollectedDataType": "NSPrivacyCollectedDataTypeUserID"]]],
        ["NSPrivacyCollectedDataTypes": ["a"]],
    ]

    @Test("keys, types and values that Apple does not define are found", arguments: broken)
    func brokenManifest(_ manifest: PropertyListValue) throws {
        var bundle = BundleFixture()
        bundle.manifest = manifest
        bundle.information["NSUserTrackingUsageDescription"] = "To show advertisements that suit you."
        let found = try bundle.findings()
        #expect(found.contains { $0.rule.identifier == "privacy.manifest-invalid" })
        #expect(found.allSatisfy { $0.path == "PrivacyInfo.xcprivacy" })
    }
}
