import Audit
import ContainerModel
import Formats
import TestSupport
import Testing

/// One planted defect and one near miss for each rule about bundles.
@Suite("Rules about bundles")
struct BundleRuleTests {
    private static let declarations: [BundleCase] = [
        BundleCase(
            "bundle.transport-security-off",
            plant: { $0.allow(["NSAllowsArbitraryLoads": true]) },
            // Ignored by the system, since a narrower key is there.
            miss: { $0.allow(["NSAllowsArbitraryLoads": true, "NSAllowsLocalNetworking": true]) }),
        BundleCase(
            "bundle.transport-security-exception",
            plant: {
                $0.allow(["NSExceptionDomains": ["tide.example": ["NSExceptionAllowsInsecureHTTPLoads": true]]])
            },
            miss: { $0.allow(["NSExceptionDomains": ["localhost": ["NSExceptionAllowsInsecureHTTPLoads": true]]]) }),
        BundleCase(
            "bundle.transport-security-weak",
            plant: { $0.allow(["NSExceptionDomains": ["tide.example": ["NSExceptionMinimumTLSVersion": "TLSv1.0"]]]) },
            miss: { $0.allow(["NSExceptionDomains": ["tide.example": ["NSExceptionMinimumTLSVersion": "TLSv1.2"]]]) }),
        BundleCase(
            "bundle.usage-description-empty", plant: { $0.information["NSCameraUsageDescription"] = " " },
            miss: { $0.information["NSCameraUsageDescription"] = "To photograph the tide." }),
        BundleCase(
            "bundle.usage-description-missing",
            plant: {
                $0.executable?.libraries = ["/System/Library/Frameworks/CoreLocation.framework/CoreLocation"]
            },
            miss: {
                // Sounds need no permission.
                $0.executable?.libraries = ["/System/Library/Frameworks/AVFoundation.framework/AVFoundation"]
            }),
        BundleCase(
            "bundle.profile-expired",
            plant: { $0.profile = ["Name": "Tide", "ExpirationDate": .begin2027] },
            miss: { $0.profile = ["Name": "Tide", "ExpirationDate": .begin2030, "CreationDate": .begin2026] }),
        BundleCase(
            "bundle.profile-development",
            plant: { $0.profile = ["ProvisionedDevices": ["a"], "Entitlements": ["get-task-allow": true]] },
            miss: { $0.profile = ["ProvisionedDevices": ["a"], "Entitlements": ["get-task-allow": false]] }),
        BundleCase(
            "bundle.url-scheme-system",
            plant: { $0.information["CFBundleURLTypes"] = [["CFBundleURLSchemes": ["HTTPS"]]] },
            miss: { $0.information["CFBundleURLTypes"] = [["CFBundleURLSchemes": ["https-tide"]]] }),
        BundleCase(
            "bundle.url-scheme",
            plant: { $0.information["CFBundleURLTypes"] = [["CFBundleURLSchemes": ["tide"]]] },
            // Schemes that the app asks about are not its own.
            miss: { $0.information["LSApplicationQueriesSchemes"] = ["tide"] }),
        BundleCase(
            "bundle.exported-type-foreign",
            plant: { $0.information["UTExportedTypeDeclarations"] = [["UTTypeIdentifier": "public.chart"]] },
            miss: { $0.information["UTImportedTypeDeclarations"] = [["UTTypeIdentifier": "public.chart"]] }),
        BundleCase(
            "bundle.exported-type-untagged",
            plant: { $0.information["UTExportedTypeDeclarations"] = [["UTTypeIdentifier": "com.example.chart"]] },
            miss: {
                $0.information["UTExportedTypeDeclarations"] = [
                    [
                        "UTTypeIdentifier": "com.example.chart",
                        "UTTypeTagSpecification": ["public.filename-extension": ["chart"]],
                    ]
                ]
            }),
        BundleCase(
            "bundle.missing-interface", plant: { $0.information["UIMainStoryboardFile"] = "Main" },
            miss: {
                // In a language, for one device, and as a directory.
                $0.information["UIMainStoryboardFile"] = "Main"
                $0.information["UIMainStoryboardFile~ipad"] = "Pad"
                $0.information["UILaunchStoryboardName"] = "Launch.storyboard"
                $0.files["Base.lproj/Main.storyboardc/Info.plist"] = [0x41]
                $0.files["Pad~ipad.storyboardc/Info.plist"] = [0x41]
                $0.files["Launch.nib"] = [0x41]
            }),
        BundleCase(
            "bundle.missing-interface",
            plant: {
                $0.information["UIApplicationSceneManifest"] = BundleRuleTests.scene("Board")
                // A nested bundle has interfaces of its own.
                $0.files["PlugIns/Widget.appex/Board.storyboardc/Info.plist"] = [0x41]
            },
            miss: {
                $0.information["UIApplicationSceneManifest"] = BundleRuleTests.scene("Board")
                $0.files["Board.storyboardc/Info.plist"] = [0x41]
            }),
        BundleCase(
            "bundle.key-misspelled", plant: { $0.information["LSRequiresOpeningDocumentsInPlace"] = true },
            miss: {
                $0.information["LSSupportsOpeningDocumentsInPlace"] = true
                $0.information["TDRequiresOpeningDocumentsInPlace"] = true
            }),
        BundleCase(
            "bundle.missing-item", plant: { $0.executable = nil }, miss: { $0.information["CFBundleExecutable"] = nil }),
    ]

    private static let code: [BundleCase] = [
        BundleCase(
            "bundle.debuggable",
            plant: { $0.executable?.entitlements = "<plist><dict><key>get-task-allow</key><true/></dict></plist>" },
            miss: { $0.executable?.entitlements = "<plist><dict><key>get-task-allow</key><false/></dict></plist>" }),
        BundleCase(
            "bundle.debug-symbols", plant: { $0.executable?.hasDebugSymbols = true },
            miss: { $0.executable?.place = .chainedFixups }),
        BundleCase(
            "bundle.debug-leftover", plant: { $0.files["Tide.debug.dylib"] = MachOFixture.typical.bytes },
            miss: { $0.files["debug.dylib.txt"] = [0x41] }),
        BundleCase(
            "bundle.fixed-address", plant: { $0.executable?.isPositionIndependent = false },
            miss: {
                var library = MachOFixture.typical
                library.isPositionIndependent = false
                $0.addFramework("Waves", library)
            }),
        BundleCase(
            "bundle.no-stack-canaries", plant: { $0.executable?.imports = ["_objc_release"] },
            miss: {
                $0.executable?.imports = ["_swift_release"]
                $0.executable?.libraries = ["/usr/lib/swift/libswiftCore.dylib"]
            }),
        BundleCase(
            "bundle.manual-reference-counting",
            plant: { $0.executable?.imports = ["___stack_chk_fail", "_objc_msgSend"] },
            miss: { $0.executable?.imports = ["___stack_chk_fail", "_objc_msgSend", "_objc_storeStrong"] }),
        BundleCase(
            "bundle.old-web-view", plant: { $0.use(["_OBJC_CLASS_$_UIWebView"]) },
            miss: { $0.use(["_OBJC_CLASS_$_UIWebViewController", "_OBJC_CLASS_$_WKWebView"]) }),
        BundleCase(
            "bundle.hard-coded-credentials",
            plant: { $0.executable?.strings = ["https://tide.example/v1?units=m&api_key=h4rdc0dedk3y9"] },
            miss: {
                $0.executable?.strings = ["https://tide.example/v1?units=m&api_key=%@", "Bearer of the token 1234567"]
            }),
        BundleCase(
            "bundle.default-protection-none",
            plant: { $0.executable?.entitlements = BundleRuleTests.protection("NSFileProtectionNone") },
            miss: { $0.executable?.entitlements = BundleRuleTests.protection("NSFileProtectionComplete") }),
        BundleCase(
            "bundle.encrypted-code", plant: { $0.executable?.encryption = 1 },
            miss: { $0.files["SC_Info/Tide.sinf"] = [0x01] }),
    ]

    private static func scene(_ storyboard: String) -> PropertyListValue {
        [
            "UISceneConfigurations": [
                "UIWindowSceneSessionRoleApplication": [["UISceneStoryboardFile": .string(storyboard)]]
            ]
        ]
    }

    private static func protection(_ name: String) -> String {
        "<plist><dict><key>com.apple.developer.default-data-protection</key><string>\(name)</string></dict></plist>"
    }

    private static let items: [BundleCase] = [
        BundleCase(
            "bundle.executable-name", plant: { $0.name = "Wave.app" },
            miss: { $0.information["CFBundleName"] = "Wave" }),
        BundleCase(
            "bundle.ad-hoc-icon", plant: { $0.profile = ["ProvisionedDevices": ["a"]] },
            miss: {
                $0.profile = ["ProvisionedDevices": ["a"]]
                $0.files["iTunesArtwork"] = BundleFixture.png(512, 512)
            }),
        BundleCase(
            "bundle.artwork-name", plant: { $0.files["iTunesArtwork.png"] = BundleFixture.png(512, 512) },
            miss: { $0.files["iTunesArtwork"] = BundleFixture.png(512, 512) }),
        BundleCase(
            "bundle.artwork-size", plant: { $0.files["iTunesArtwork"] = BundleFixture.png(100, 100) },
            miss: { $0.files["iTunesArtwork@2x"] = BundleFixture.png(1024, 1024) }),
        BundleCase(
            "bundle.launch-image-size", plant: { $0.files["Default.png"] = BundleFixture.png(33, 33) },
            miss: { $0.files["Default.png"] = BundleFixture.png(320, 480) }),
        BundleCase(
            "bundle.launch-image-orientation",
            plant: { $0.files["Default-Portrait.png"] = BundleFixture.png(1024, 768) },
            miss: { $0.files["Default-Landscape.png"] = BundleFixture.png(1024, 768) }),
        BundleCase(
            "bundle.nested-resource", plant: { $0.files["Extras/tides.txt"] = [0x41] },
            miss: { $0.files["en.lproj/tides.txt"] = [0x41] }),
        BundleCase(
            "bundle.language-name", plant: { $0.files["tidal.lproj/tides.txt"] = [0x41] },
            miss: { $0.files["zh-Hans.lproj/tides.txt"] = [0x41] }),
        BundleCase(
            "bundle.localized-twice",
            plant: {
                $0.files["en.lproj/moon.png"] = BundleFixture.png(8, 8)
                $0.files["fr.lproj/moon.png"] = BundleFixture.png(8, 8)
            },
            miss: {
                $0.files["en.lproj/moon.png"] = BundleFixture.png(8, 8)
                $0.files["fr.lproj/moon.png"] = BundleFixture.png(8, 9)
            }),
        BundleCase(
            "bundle.static-library", plant: { $0.files["libMoon.a"] = Array("!<arch>\n".utf8) },
            miss: { $0.files["Moon.a"] = Array("no archive".utf8) }),
        BundleCase(
            "bundle.dynamic-library", plant: { $0.files["libMoon.dylib"] = [0x41] },
            // Xcode's code of a debug build is another rule's.
            miss: { $0.files["Tide.debug.dylib"] = [0x41] }),
        BundleCase(
            "bundle.dynamic-library", plant: { $0.files["Extras/libMoon.dylib"] = [0x41] },
            miss: { $0.files["PlugIns/Widget.appex/Frameworks/libMoon.dylib"] = [0x41] }),
        BundleCase(
            "bundle.no-capabilities", plant: { $0.information["UIRequiredDeviceCapabilities"] = nil },
            miss: { $0.information["UIRequiredDeviceCapabilities"] = ["arm64": true] }),
    ]

    static let cases = declarations + code + items + CodeUseRuleTests.cases

    @Test("a bundle without a mistake has no findings")
    func clean() throws {
        #expect(try BundleFixture().findings().map(\.rule.identifier) == [])
    }

    @Test("a planted defect is found", arguments: cases)
    func planted(_ example: BundleCase) throws { try example.expectFinding() }

    @Test("what comes near a defect is none", arguments: cases)
    func nearMiss(_ example: BundleCase) throws { try example.expectNoFinding() }

    @Test("a storyboard of the launch that is missing counts less than one without which the launch fails")
    func interfaces() throws {
        var bundle = BundleFixture()
        bundle.information["UILaunchStoryboardName"] = "Launch"
        bundle.information["NSMainNibFile~iphone"] = "Main"
        let found = try bundle.findings().filter { $0.rule.identifier == "bundle.missing-interface" }
        let places = found.map { finding in
            "\(finding.severity) \(finding.address.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/"))"
        }
        #expect(places == ["error NSMainNibFile~iphone", "warning UILaunchStoryboardName"])
    }

    @Test("the same picture in several languages is told at the path of one of them")
    func localizedTwice() throws {
        var bundle = BundleFixture()
        bundle.files["en.lproj/moon.png"] = BundleFixture.png(8, 8)
        bundle.files["fr.lproj/moon.png"] = BundleFixture.png(8, 8)
        let found = try bundle.findings()
        #expect(found.map(\.path.reportText) == ["en.lproj/moon.png"])
        #expect(found.allSatisfy { $0.message == "moon.png is the same in 2 languages: en, fr" })
    }

    @Test("findings name the file and the value that they are about")
    func places() throws {
        var bundle = BundleFixture()
        bundle.allow(["NSAllowsArbitraryLoads": true])
        bundle.files["Frameworks/libclang_rt.asan_ios_dynamic.dylib"] = [0x41]
        bundle.executable?.hasDebugSymbols = true
        let found = try bundle.findings()
        let places = found.map { finding in
            "\(finding.path.reportText) "
                + finding.address.map { String(decoding: $0, as: UTF8.self) }
                .joined(separator: "/")
        }
        #expect(
            places == [
                "Info.plist NSAppTransportSecurity/NSAllowsArbitraryLoads", "Tide ",
                "Frameworks/libclang_rt.asan_ios_dynamic.dylib ",
            ])
        #expect(Set(found.map(\.fingerprint)).count == 3)
    }

    @Test("an extension's exceptions from App Transport Security are found, and its declarations are not the app's")
    func parts() throws {
        var bundle = BundleFixture()
        bundle.files["PlugIns/Widget.appex/Info.plist"] = PropertyListWriter.binary([
            "CFBundleExecutable": "Widget", "NSAppTransportSecurity": ["NSAllowsArbitraryLoads": true],
            "CFBundleURLTypes": [["CFBundleURLSchemes": ["https"]]],
        ])
        let found = try bundle.findings()
        #expect(found.map(\.rule.identifier) == ["bundle.transport-security-off"])
        #expect(found.map(\.path.reportText) == ["PlugIns/Widget.appex/Info.plist"])
    }

    @Test("code that is cut off is a finding, and what is no code is none")
    func damaged() throws {
        var bundle = BundleFixture()
        bundle.addFramework("Waves", .typical)
        bundle.files["Frameworks/Waves.framework/Waves"]?.removeLast(400)
        bundle.files["Frameworks/libMoon.dylib"] = Array("no code".utf8)
        let found = try bundle.findings()
        #expect(found.map(\.rule.identifier) == ["file.damaged"])
        #expect(found.map(\.path.reportText) == ["Frameworks/Waves.framework/Waves"])
    }

    @Test("encryption is told once for all files")
    func encryption() throws {
        var bundle = BundleFixture()
        bundle.executable?.encryption = 1
        var library = MachOFixture.typical
        library.encryption = 1
        bundle.addFramework("Waves", library)
        let found = try bundle.findings()
        #expect(found.map(\.rule.identifier) == ["bundle.encrypted-code"])
        #expect(found.allSatisfy { $0.message.hasPrefix("it and 1 more files with code are encrypted (FairPlay)") })
    }

    @Test("a profile that grants debugging counts less than a signature that does")
    func grantedDebugging() throws {
        var bundle = BundleFixture()
        bundle.profile = ["Entitlements": ["get-task-allow": true]]
        let granted = try bundle.findings().filter { $0.rule.identifier == "bundle.debuggable" }
        #expect(granted.map(\.severity) == [.warning])
        bundle.executable?.entitlements = "<plist><dict><key>get-task-allow</key><true/></dict></plist>"
        let signed = try bundle.findings().filter { $0.rule.identifier == "bundle.debuggable" }
        #expect(signed.map(\.severity) == [.error] && signed.map(\.path.reportText) == ["Tide"])
    }
}
