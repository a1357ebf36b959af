import ContainerModel
import Testing

@Suite("Tables of Apple's rules about bundles and privacy")
struct SecurityTableTests {
    /// "Describing use of required reason API": the categories, and the codes of their reasons.
    private static let codes = [
        "NSPrivacyAccessedAPICategoryFileTimestamp": ["DDA9.1", "C617.1", "3B52.1", "0A2A.1"],
        "NSPrivacyAccessedAPICategorySystemBootTime": ["35F9.1", "8FFB.1", "3D61.1"],
        "NSPrivacyAccessedAPICategoryDiskSpace": ["85F4.1", "E174.1", "7D9E.1", "B728.1"],
        "NSPrivacyAccessedAPICategoryActiveKeyboards": ["3EC4.1", "54BD.1"],
        "NSPrivacyAccessedAPICategoryUserDefaults": ["CA92.1", "1C8F.1", "C56D.1", "AC6B.1"],
    ]

    @Test("required reason APIs have Apple's categories and codes, and only two codes are for SDKs")
    func reasons() {
        let found = RequiredReasonRule.all.map { ($0.category, $0.reasons.map(\.code)) }
        #expect(Dictionary(uniqueKeysWithValues: found) == Self.codes)
        let ofSDKs = RequiredReasonRule.all.flatMap(\.reasons).filter(\.isForSDKsOnly).map(\.code)
        #expect(ofSDKs == ["0A2A.1", "C56D.1"])
    }

    @Test("symbols are written as the linker writes them, and methods are not")
    func names() {
        #expect(RequiredReasonRule.symbols.allSatisfy { $0.hasPrefix("_") })
        #expect(RequiredReasonRule.selectors.allSatisfy { !$0.hasPrefix("_") })
        #expect(RequiredReasonRule.all.allSatisfy { !$0.symbols.isEmpty || !$0.selectors.isEmpty })
        #expect(RequiredReasonRule.categories(ofSymbol: "_getattrlist").count == 2)
        #expect(RequiredReasonRule.categories(ofSymbol: "_fopen").isEmpty)
    }

    @Test(
        "leftovers of development are recognized by their whole names",
        arguments: [
            ("Tide.debug.dylib", true), ("Tide.dylib", false), ("Podfile", true), ("Podfile.txt", false),
            ("XCTest.framework", true), ("MyXCTest.framework", false), ("View.swift", true), (".swift", false),
            ("swift", false), (".DS_Store", true), ("main.js.map", true), ("level.map", false), ("room.m", true),
            ("room.mp3", false), ("libclang_rt.asan_ios_dynamic.dylib", true), ("Tide.app.dSYM", true),
        ])
    func leftovers(_ name: String, _ isOne: Bool) { #expect((DebugLeftoverRule.of(name) != nil) == isOne) }

    @Test("every mistake in a bundle has a title, a sentence and what to do", arguments: BundleFindingRule.allCases)
    func mistakes(_ rule: BundleFindingRule) {
        #expect(!rule.title.isEmpty && rule.sentence.hasSuffix(".") && rule.remedy.hasSuffix("."))
    }

    @Test("exceptions from App Transport Security have one row for each key, and what they permit")
    func transportSecurity() {
        let keys = TransportSecurityRule.all.map(\.key)
        #expect(Set(keys).count == keys.count)
        #expect(TransportSecurityRule.all.allSatisfy { !$0.effect.isEmpty })
        #expect(TransportSecurityRule.all.filter { $0.reach == .everything }.map(\.key) == ["NSAllowsArbitraryLoads"])
    }

    @Test("functions that a reviewer looks at are written as the linker writes them, each once")
    func functions() {
        let symbols = CodeUseRule.all.map(\.symbol)
        #expect(Set(symbols).count == symbols.count && symbols.allSatisfy { $0.hasPrefix("_") })
        #expect(Set(CodeUseRule.all.map(\.subject)) == Set(CodeUseRule.Subject.allCases))
        let used = CodeUseRule.uses(imported: ["_strcpy", "strcpy", "___strcpy_chk", "_CC_MD5_Init", "_CC_MD55"])
        #expect(used.map(\.name) == ["CC_MD5_Init", "strcpy"])
        #expect(CodeUseRule.uses(imported: ["_$s9CryptoKit8InsecureO3MD5VMa"]).map(\.name) == ["Insecure.MD5"])
    }

    @Test(
        "traces of a jailbreak are recognized by their whole paths and schemes",
        arguments: [
            ("/Applications/Cydia.app", true), ("/private/var/lib/apt/", true), ("cydia://package/x", true),
            ("file:///var/jb/usr", true), ("/var/jbs", false), ("Cydia.app", false), ("cydia", false),
            ("/Library/MobileSubstrate/MobileSubstrate.dylib", true), ("", false),
        ])
    func jailbreaks(_ string: String, _ isTrace: Bool) {
        #expect((JailbreakTraceRule.of(string)?.isCertain == true) == isTrace)
        #expect(JailbreakTraceRule.of("/bin/sh")?.isCertain == false)
    }

    @Test(
        "misspelled keys of Info.plist are told from others",
        arguments: [
            ("LSRequiresOpeningDocumentsInPlace", "LSSupportsOpeningDocumentsInPlace"),
            ("LSSupportsOpeningDocumentsInplace", "LSSupportsOpeningDocumentsInPlace"),
            ("UIFileSharingEnable", "UIFileSharingEnabled"), ("UIFileSharingEnalbed", "UIFileSharingEnabled"),
            ("UIRequiresPersistentWifi", "UIRequiresPersistentWiFi"),
            ("NSCameraUssageDescription", "NSCameraUsageDescription"),
            ("UIMainStoryboardName~ipad", "UIMainStoryboardFile"), ("UILaunchScreen", nil), ("CFBundleIconFiles", nil),
            ("CFBundleIconFile~ipad", nil), ("UIMainStoryboardFile~ipad", nil), ("TideKey", nil), ("", nil),
            ("UIStatusBarHide", nil), ("DTXcodeBuild", nil), ("NSPhotoLibraryAddUsageDescription", nil),
        ] as [(String, String?)])
    func keys(_ key: String, _ meant: String?) { #expect(InfoKeySpelling.correction(of: key) == meant) }

    @Test("no key of the tables is taken for a misspelled one", arguments: InfoKeyRule.all.map(\.key))
    func knownKeys(_ key: String) { #expect(InfoKeySpelling.correction(of: key) == nil) }
}
