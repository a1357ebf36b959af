import Bundles
import ContainerModel
import ContainerStore
import Formats
import System
import TestSupport
import Testing

/// Bundles built by Python.
@Suite("The anatomy of a bundle")
struct BundleAnatomyTests {
    /// The guide's table of protected data.
    private static let table = "App Programming Guide for iOS, Table 1-2"

    /// Builds a bundle in the directory `app`, with `info` as its Info.plist.
    private static let prelude = Script.text("bundle_anatomy_prelude")

    /// Builds a bundle over the signed one, which has an executable, a framework and an extension.
    private func anatomy(_ script: String, onSigned: Bool = true) throws -> BundleAnatomy {
        let folder = TemporaryDirectory()
        if onSigned { try SignedBundleScript.make(in: folder.path) }
        try Python.run(Self.prelude + script + "\nfinish()\n", [folder.path])
        guard case .container(let container, _) = try ContainerStore.open(Array(folder("Tide.app").utf8)) else {
            throw CommandError(call: "open the bundle", number: 0)
        }
        return try #require(BundleAnatomy(of: container, now: 1_800_000_000))
    }

    private func part(_ role: BundleRole, _ anatomy: BundleAnatomy) throws -> BundleAnatomy.Part {
        try #require(anatomy.parts.first { $0.role == role })
    }

    @Test("the guide's table lists the required items, present and missing")
    func parts() throws {
        let anatomy = try anatomy("")
        #expect(anatomy.parts.map(\.role) == BundleItemRule.all.map(\.role))
        let missing = anatomy.parts.filter { !$0.isPresent && $0.requirement == .required }.map(\.role)
        #expect(missing == [.icon, .launchImage])
        #expect(try part(.executable, anatomy).detail == "Tide: arm64, iOS 15.4 or later")
        #expect(try part(.localization, anatomy).detail == "Base, en, fr")
        #expect(anatomy.parts.allSatisfy { $0.source == "App Programming Guide for iOS, Table 1-1" })
        #expect(anatomy.code.images.map(\.uuid) == ["00010203-0405-0607-0809-0A0B0C0D0E0F"])
        #expect(anatomy.code.images.map(\.isSigned) == [true])
    }

    @Test("libraries are classified by location")
    func libraries() throws {
        let anatomy = try anatomy(
            "write('Frameworks/Loose.framework/Loose', b''); write('Frameworks/libgone.dylib', b'')")
        let places = anatomy.code.libraries.map { "\($0.place.rawValue) \($0.path)\($0.isWeak ? " weak" : "")" }
        #expect(
            places == [
                "system /System/Library/Frameworks/UIKit.framework/UIKit", "bundle @rpath/Waves.framework/Waves",
                "system /System/Library/Frameworks/CoreLocation.framework/CoreLocation weak",
            ])
        #expect(anatomy.code.unlinked == ["Frameworks/Loose.framework", "Frameworks/libgone.dylib"])
        let absent = try self.anatomy("import shutil; shutil.rmtree(os.path.join(app, 'Frameworks'))")
        #expect(absent.code.libraries.map(\.place) == [.system, .missing, .system])
        #expect(anatomy.plugIns.map(\.path) == ["PlugIns/Widget.appex"])
        #expect(anatomy.plugIns.map(\.identifier) == ["com.example.tide.widget"])
        #expect(anatomy.plugIns.map(\.extensionPoint) == ["com.apple.widgetkit-extension"])
    }

    @Test("icons have their sizes, optimized ones too, and the sizes without a file are named")
    func icons() throws {
        let anatomy = try anatomy(
            """
            write('AppIcon60x60@2x.png', png(120, True)); write('AppIcon60x60@3x.png', png(180))
            write('Odd.png', png(33)); write('iTunesArtwork', png(512)); write('Doc.png', png(64)); write('Icon.png', b'none')
            info['UIDeviceFamily'] = [1]
            info['CFBundleIcons'] = {'CFBundlePrimaryIcon': {'CFBundleIconFiles': ['AppIcon60x60', 'Odd', 'Gone']}}
            info['CFBundleDocumentTypes'] = [{'CFBundleTypeName': 'Chart', 'CFBundleTypeIconFiles': ['Doc.png', 'Lost.png']}]
            """)
        #expect(
            anatomy.icons.icons.map { "\($0.path) \($0.width) \($0.isOptimized)" } == [
                "AppIcon60x60@2x.png 120 true", "AppIcon60x60@3x.png 180 false", "Icon.png 0 false", "Odd.png 33 false",
            ])
        #expect(anatomy.icons.absentNames == ["Gone"])
        // 40 and 29 points at both scales, less the 120 pixels that a file has.
        #expect(anatomy.icons.missing.map(\.pixels) == [80, 58, 87])
        #expect(anatomy.icons.distributionIcons.map(\.width) == [512])
        #expect(anatomy.icons.documentIcons.map(\.isPresent) == [true, false])
        #expect(try part(.icon, anatomy).isPresent && part(.distributionIcon, anatomy).isPresent)
        let roles = Dictionary(uniqueKeysWithValues: anatomy.items.map { ($0.path, $0.role) })
        #expect(roles["Odd.png"] == .icon && roles["Doc.png"] == .documentIcon && roles["charts.json"] == .resource)
        #expect(roles["Tide"] == .executable && roles["PlugIns/Widget.appex/Widget"] == .plugIn)
        #expect(roles["Frameworks/Waves.framework/Waves"] == .framework && roles["iTunesArtwork"] == .distributionIcon)
    }

    /// Builds the bundle of an app without mistakes: `expected` finds none in it.
    private static let faultless = """
        info.update(UIRequiredDeviceCapabilities=['arm64'])
        write('Default-Portrait.png', picture(768, 1024)); write('iTunesArtwork', png(512)); write('iTunesArtwork@2x', png(1024))
        write('sun.png', png(20)); write('en.lproj/flag.png', png(10)); write('pt-BR.lproj/flag.png', png(11))
        write('fil.lproj/a.strings', '"a" = "b";'); write('Frameworks/libx.dylib', b'!<arch>')

        """

    /// A picture that is no square.
    private static let picture = """
        def picture(width, height):
            return png(1)[:8] + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)) + chunk(b"IEND", b"")

        """

    @Test(
        "each mistake in a bundle is a finding, with what is right beside it none",
        arguments: [
            ("", []), ("info['CFBundleExecutable'] = 'Other'; write('Other', b'')", ["executable-name Other"]),
            ("write('iTunesArtwork', png(100))", ["artwork-size iTunesArtwork"]),
            ("write('iTunesArtwork@2x', png(512))", ["artwork-size iTunesArtwork@2x"]),
            ("write('iTunesArtwork.png', png(512))", ["artwork-name iTunesArtwork.png"]),
            ("write('Default.png', picture(300, 400))", ["launch-image-size Default.png"]),
            ("write('Default-Landscape.png', picture(768, 1024))", ["launch-image-orientation Default-Landscape.png"]),
            ("write('Default-Landscape.png', picture(1024, 768))", []),
            ("write('data/a.json', '{}'); write('data/b/c.json', '{}')", ["nested-resource data"]),
            ("write('English.lproj/a.strings', '\"a\" = \"b\";')", ["language-name English.lproj"]),
            ("write('pt-BR.lproj/flag.png', png(10))", ["localized-twice en.lproj/flag.png"]),
            ("for l in ('en', 'fil'): write(l + '.lproj/t.m4a', b'x' * 3000000)", ["localized-twice en.lproj/t.m4a"]),
            ("write('en.lproj/t.mp4', b'x' * 3000000 + b'a'); write('pt-BR.lproj/t.mp4', b'x' * 3000000 + b'b')", []),
            ("write('libx.dylib', b'x')", ["dynamic-library libx.dylib"]),
            ("write('X.framework/X', b'x')", ["dynamic-library X.framework"]),
            ("write('data/libx.dylib', b'x')", ["dynamic-library data/libx.dylib"]),
            ("write('PlugIns/Widget.appex/Frameworks/libx.dylib', b'x')", []),
            ("write('Tests.xctest/libx.dylib', b'x')", []),
            ("write('libx.a', b'!<arch>\\n' + b'x' * 60)", ["static-library libx.a"]),
            (
                "write('Frameworks/X.framework/X', b'!<arch>\\n' + b'x' * 60)",
                ["static-library Frameworks/X.framework/X"]
            ),
            ("del info['UIRequiredDeviceCapabilities']", ["no-capabilities -"]),
        ] as [(String, [String])])
    func findings(mistake: String, expected: [String]) throws {
        let found = try anatomy(Self.picture + Self.faultless + mistake).findings
        // The bundle that it is built over is not judged here.
        let own = try anatomy(Self.picture + Self.faultless).findings
        let rest = found.filter { !own.contains($0) }
        #expect(rest.map { "\($0.rule.rawValue.dropFirst(7)) \($0.path ?? "-")" } == expected, "\(found)")
        #expect(rest.allSatisfy { $0.line.contains($0.source) && $0.line.contains($0.sentence) })
        #expect(!own.contains { $0.rule != .nestedResource && $0.rule != .languageName }, "\(own)")
    }

    @Test("an icon for ad hoc distribution is required with a profile for it, and accepted in one size alone")
    func adHocIcon() throws {
        let profile = """
            profile = {'ProvisionedDevices': ['a'], 'Entitlements': {}}
            write('embedded.mobileprovision', b'0\\x82signed' + plistlib.dumps(profile) + b'more')

            """
        let without = try anatomy(profile)
        #expect(without.findings.contains { $0.rule == .adHocIcon })
        #expect(try !part(.distributionIcon, without).isPresent)
        let small = try anatomy(profile + "write('iTunesArtwork', png(57))")
        #expect(
            !small.findings.contains { $0.rule == .adHocIcon } && small.findings.contains { $0.rule == .artworkSize })
        #expect(try !part(.distributionIcon, small).isPresent)
        let named = try anatomy(profile + "write('iTunesArtwork.png', png(512))")
        #expect(named.items.first { $0.path == "iTunesArtwork.png" }?.role == .distributionIcon)
        #expect(named.findings.contains { $0.rule == .adHocIcon })
    }

    @Test("launch images are listed one by one, with size, orientation and screen")
    func launchImages() throws {
        let anatomy = try anatomy(
            Self.picture
                + "write('Default-568h@2x.png', picture(640, 1136)); write('Default-Landscape.png', picture(1024, 768))"
        )
        #expect(anatomy.launchImages.map(\.orientation) == [.portrait, .landscape])
        #expect(anatomy.launchImages.map(\.screens) == [["iPhone, 4 inches"], ["iPad"]])
        #expect(
            anatomy.lines.contains {
                $0.label == "launch image"
                    && $0.text == "Default-568h@2x.png  640 × 1136  portrait  iPhone, 4 inches"
            })
    }

    @Test("settings, in pages, with the keys they set and their defaults")
    func settings() throws {
        let anatomy = try anatomy(
            """
            def page(name, rows): write('Settings.bundle/%s.plist' % name, plistlib.dumps({'PreferenceSpecifiers': rows}))
            page('Root', [{'Type': 'PSGroupSpecifier', 'Title': 'All'},
                          {'Type': 'PSToggleSwitchSpecifier', 'Title': 'Storms', 'Key': 'storms', 'DefaultValue': True},
                          {'Type': 'PSChildPaneSpecifier', 'File': 'More'}, {'Type': 'PSChildPaneSpecifier', 'File': 'Gone'},
                          {'Type': 'PSChildPaneSpecifier', 'File': '../Info'}])
            page('More', [{'Type': 'PSTextFieldSpecifier', 'Key': 'name'}, {'Type': 'PSChildPaneSpecifier', 'File': 'Root'}])
            """)
        let settings = try #require(anatomy.settings)
        #expect(
            settings.specifiers.filter { $0.key != nil }.map { "\($0.file) \($0.key ?? "") \($0.defaultValue ?? "-")" }
                == ["Root.plist storms YES", "More.plist name -"])
        #expect(settings.missingPages == ["Gone.plist", "../Info.plist"])
        #expect(try part(.settings, anatomy).detail == "sets 2 preferences")
    }

    @Test("languages lack the keys that others have, whatever the format of their files")
    func localizations() throws {
        let anatomy = try anatomy(
            """
            write('en.lproj/Localizable.strings', '"a" = "1"; "b" = "2"; "c" = "3";')
            write('fr.lproj/Localizable.strings', plistlib.dumps({'a': '1', 'c': '3'}, fmt=plistlib.FMT_BINARY))
            write('ko.lproj/Localizable.strings', '\\ufeff"b" = "2"; "d" = "4";'.encode('utf-16-le'))
            write('en.lproj/More.strings', '"x" = "1";'); write('broken.lproj/Localizable.strings', '"a" = ')
            info['CFBundleLocalizations'] = ['en', 'de']; info['CFBundleDevelopmentRegion'] = 'en'
            """)
        let gaps = anatomy.localizations.gaps.map { "\($0.language) \($0.file) \($0.isWholeFile) \($0.keys)" }
        #expect(
            gaps == [
                #"broken Localizable.strings false ["a", "b", "c", "d"]"#, #"en Localizable.strings false ["d"]"#,
                #"fr Localizable.strings false ["b", "d"]"#, #"ko Localizable.strings false ["a", "c"]"#,
                #"broken More.strings true ["x"]"#, #"fr More.strings true ["x"]"#, #"ko More.strings true ["x"]"#,
            ])
        #expect(anatomy.localizations.absentLanguages == ["de"])
        #expect(anatomy.localizations.languages.map(\.name) == ["Base", "broken", "en", "fr", "ko"])
        #expect(anatomy.problems.contains { $0.hasPrefix("broken.lproj/Localizable.strings: ") })
    }

    @Test(
        "Base.lproj serves the development language, with interfaces and strings, and no other one",
        arguments: [("en", "en"), ("en_US", "en"), ("en", "English")])
    func base(region: String, directory: String) throws {
        let anatomy = try anatomy(
            """
            write('Base.lproj/Main.storyboardc/Info.plist', plistlib.dumps({})); write('Base.lproj/Cell.nib', b'')
            write('fr.lproj/Main.strings', '"t" = "T";'); write('fr.lproj/Cell.strings', '"c" = "C";')
            write('Base.lproj/Localizable.strings', '"a" = "1"; "b" = "2";')
            write('\(directory).lproj/Localizable.strings', '"b" = "2";'); write('de.lproj/Localizable.strings', '"a" = "1";')
            write('\(directory).lproj/InfoPlist.strings', '"x" = "X";'); write('fr.lproj/Own.strings', '"o" = "O";')
            info['CFBundleLocalizations'] = ['en', 'fr', 'it']; info['CFBundleDevelopmentRegion'] = '\(region)'
            """, onSigned: false)
        let gaps = anatomy.localizations.gaps.map { "\($0.language) \($0.file) \($0.isWholeFile) \($0.keys)" }
        let expected = [
            #"de Cell.strings true ["c"]"#, #"de InfoPlist.strings true ["x"]"#, #"fr InfoPlist.strings true ["x"]"#,
            #"de Localizable.strings false ["b"]"#, #"fr Localizable.strings true ["a", "b"]"#,
            #"de Main.strings true ["t"]"#, "\(directory) Own.strings true [\"o\"]", #"de Own.strings true ["o"]"#,
        ]
        #expect(gaps.sorted() == expected.sorted())
        #expect(anatomy.localizations.absentLanguages == ["it"])
    }

    @Test("without a directory, the development language is the one of Base.lproj")
    func baseAlone() throws {
        let anatomy = try anatomy(
            """
            write('Base.lproj/Localizable.strings', '"a" = "1";'); write('fr.lproj/Localizable.strings', '"a" = "1";')
            info['CFBundleLocalizations'] = ['en', 'fr']; info['CFBundleDevelopmentRegion'] = 'en'
            """, onSigned: false)
        #expect(anatomy.localizations.absentLanguages.isEmpty && anatomy.localizations.gaps.isEmpty)
    }

    @Test("debug symbols beside a plug-in or a framework are none of these")
    func debugSymbols() throws {
        let anatomy = try anatomy(
            """
            for place in ['PlugIns/Widget.appex.dSYM', 'Frameworks/Waves.framework.dSYM']:
                write(place + '/Contents/Info.plist', plistlib.dumps({'CFBundleIdentifier': 'com.apple.xcode.dsym.x'}))
                write(place + '/Contents/Resources/DWARF/Widget', b'x')
            """)
        #expect(anatomy.plugIns.map(\.path) == ["PlugIns/Widget.appex"])
        #expect(anatomy.items.filter { $0.path.contains(".dSYM") }.allSatisfy { $0.role == .debugSymbols })
        #expect(anatomy.items.count { $0.role == .debugSymbols } == 4)
        #expect(!anatomy.lines.contains { $0.label == "plug-in" && $0.text.contains("dSYM") })
    }

    @Test("usage descriptions that are empty or that a linked framework may need")
    func usage() throws {
        let missing = try anatomy(
            "info['NSCameraUsageDescription'] = '  '; info['NSContactsUsageDescription'] = 'To …'")
        #expect(
            missing.usage.descriptions.map { "\($0.key) \($0.isEmpty)" } == [
                "NSCameraUsageDescription true", "NSContactsUsageDescription false",
            ])
        #expect(missing.usage.missing.map(\.framework) == ["CoreLocation"])
        #expect(missing.usage.missing[0].keys.contains("NSLocationWhenInUseUsageDescription"))
        #expect(missing.usage.missing[0].isCertain)
        // The table names two of the four keys, and no framework.
        #expect(
            missing.usage.missing[0].source
                == "Apple's Information Property List Key Reference; App Programming Guide for iOS, Table 1-2, names "
                + "NSLocationWhenInUseUsageDescription, NSLocationAlwaysUsageDescription")
        #expect(missing.usage.descriptions.map(\.authorization).last == "ABAddressBookGetAuthorizationStatus")
        #expect(missing.usage.descriptions.map(\.source) == [String](repeating: Self.table, count: 2))
        let icons = try #require(missing.lines.first { $0.label == "icon sizes without a file" }?.text)
        #expect(icons.contains("QA1686") && icons.contains("App Icons, refers to the iOS Human Interface"))
        let contacts = missing.lines.first {
            $0.text.hasPrefix(
                "NSContactsUsageDescription (Privacy - Contacts Usage Description): contacts; its status: ")
        }
        #expect(contacts?.text.hasSuffix("(\(Self.table))") == true)
        let line = try #require(missing.lines.last { $0.label == "usage description" }?.text)
        #expect(
            line.hasPrefix("CoreLocation is linked and may need, for location, NSLocationWhenInUseUsageDescription or ")
        )
        #expect(try anatomy("info['NSLocationAlwaysAndWhenInUseUsageDescription'] = 'To …'").usage.missing.isEmpty)
    }

    @Test(
        "a usage description that the oldest system of the app does not read any more serves nothing",
        arguments: [
            ("8.0", "NSLocationAlwaysUsageDescription", true), ("10.3", "NSLocationAlwaysUsageDescription", true),
            ("11.0", "NSLocationAlwaysUsageDescription", false), ("16.0", "NSLocationWhenInUseUsageDescription", true),
            ("8.0", "NSLocationUsageDescription", false),
            ("15.0", "NSLocationAlwaysAndWhenInUseUsageDescription", true),
        ])
    func obsolete(minimum: String, key: String, serves: Bool) throws {
        let usage = try anatomy("info['\(key)'] = 'To …'\ninfo['MinimumOSVersion'] = '\(minimum)'").usage
        let missing = usage.missing.first { $0.framework == "CoreLocation" }
        #expect((missing == nil) == serves)
        #expect(missing.map { $0.obsolete == [key] && !$0.keys.contains(key) } ?? true)
    }

    @Test("the app's declarations")
    func declarations() throws {
        let anatomy = try anatomy(
            """
            info.update(UIBackgroundModes=['audio', 'fetch'], UIRequiredDeviceCapabilities={'arm64': True, 'telephony': False},
                CFBundleURLTypes=[{'CFBundleURLSchemes': ['tide', 'moon']}], UILaunchStoryboardName='Main',
                UIMainStoryboardFile='Gone', UTExportedTypeDeclarations=[{'UTTypeIdentifier': 'com.example.chart'}],
                UTImportedTypeDeclarations=[{'UTTypeIdentifier': 'org.example.map'}])
            """)
        #expect(anatomy.declarations.backgroundModes == ["audio", "fetch"])
        #expect(anatomy.declarations.capabilities == ["arm64", "not telephony"])
        let requirement = anatomy.declarations.keys.first { $0.key == "UIRequiredDeviceCapabilities" }?.effect
        #expect(requirement?.hasSuffix("devices that have arm64, and do not have telephony") == true)
        #expect(anatomy.declarations.urlSchemes == ["tide", "moon"])
        #expect(anatomy.declarations.exportedTypes == ["com.example.chart"])
        #expect(anatomy.declarations.importedTypes == ["org.example.map"])
        #expect(try part(.launchImage, anatomy).isPresent)
        #expect(try part(.mainInterface, anatomy).detail == "UIMainStoryboardFile names Gone, which does not exist")
    }

    @Test("launch images may be in an asset catalog only where there is one", arguments: [true, false])
    func launchImages(hasCatalog: Bool) throws {
        let catalog = hasCatalog ? "write('Assets.car', b'x')" : "pass"
        let anatomy = try anatomy("info['UILaunchImageFile'] = 'Splash'\n\(catalog)")
        let launch = try part(.launchImage, anatomy)
        #expect(launch.detail.contains("Assets.car") == hasCatalog, "\(launch.detail)")
        #expect(launch.isPresent == hasCatalog)
    }

    @Test("the keys that the documents speak of have their names, their values and what these mean")
    func keys() throws {
        let anatomy = try anatomy(
            """
            info.update(UIFileSharingEnabled=True, UIRequiresPersistentWiFi=False, UINewsstandApp=True,
                NSAppTransportSecurity={'NSAllowsArbitraryLoads': True}, UIRequiredDeviceCapabilities=['arm64', 'gps'],
                UIApplicationExitsOnSuspend=True)
            """)
        let keys = Dictionary(uniqueKeysWithValues: anatomy.declarations.keys.map { ($0.key, $0) })
        #expect(keys.count == 6 && keys["UIFileSharingEnabled"]?.name == "Application supports iTunes file sharing")
        #expect(keys["UIFileSharingEnabled"]?.value == "YES" && keys["UIRequiresPersistentWiFi"]?.value == "NO")
        #expect(keys["UIRequiresPersistentWiFi"]?.effect == "iOS closes a Wi-Fi connection that is idle for long")
        #expect(keys["NSAppTransportSecurity"]?.value == "NSAllowsArbitraryLoads YES")
        #expect(keys["UIRequiredDeviceCapabilities"]?.value == "arm64, gps")
        let lines = anatomy.lines.filter { $0.label == "Info.plist key" }.map(\.text)
        #expect(
            lines.contains(
                "UIApplicationExitsOnSuspend (Application does not run in background) = YES: the app is terminated when it "
                    + "enters the background: no snapshot, nothing to restore  (Apple's Information Property List Key "
                    + "Reference; The Sandbox, slides in Korean, UIApplicationExitsOnSuspend)"))
    }

    @Test("a profile has its dates, its devices and its entitlements")
    func profile() throws {
        let anatomy = try anatomy(
            """
            import datetime
            profile = {'Name': 'Tide Ad Hoc', 'TeamName': 'Example', 'CreationDate': datetime.datetime(2026, 1, 2, 3, 4, 5),
                'ExpirationDate': datetime.datetime(2027, 1, 2, 3, 4, 5), 'ProvisionedDevices': ['a', 'b'],
                'Entitlements': {'get-task-allow': False, 'com.apple.security.application-groups': ['group.a', 'group.b']}}
            write('embedded.mobileprovision', b'0\\x82signed' + plistlib.dumps(profile) + b'more')
            """)
        let profile = try #require(anatomy.profile)
        #expect(profile.created == "2026-01-02T03:04:05Z" && profile.expires == "2027-01-02T03:04:05Z")
        // 1,800,000,000 is 2027-01-15.
        #expect(profile.isExpired && profile.devices == 2 && profile.distribution == "ad hoc")
        #expect(
            profile.entitlements == [
                "get-task-allow": "NO", "com.apple.security.application-groups": "group.a, group.b",
            ])
    }

    @Test("a bundle with nothing but a seal opens, and says that Info.plist and the executable are missing")
    func bare() throws {
        let anatomy = try anatomy("write('_CodeSignature/CodeResources', b'')\ndef finish(): pass", onSigned: false)
        #expect(anatomy.problems == ["Info.plist is missing: the system cannot install or launch the app"])
        #expect(try !part(.informationList, anatomy).isPresent)
        #expect(try part(.executable, anatomy).detail == "Tide, which does not exist")
        let lines = anatomy.lines.map { "\($0.label) \($0.text)" }
        #expect(lines.contains { $0.hasPrefix("information property list missing") })
    }

    @Test("static libraries are named by the symbols of a debug build")
    func staticLibraries() throws {
        // N_OSO in both widths, after an ordinary symbol.
        let names = Array(
            "\0_main\0/b/libMoon.a(phase.o)\0/b/Tide.framework/Tide(x.o)\0/b/main.o\0/b/libMoon.a(sun.o)\0".utf8)
        func offset(_ text: String) -> UInt32 {
            UInt32(names.firstRange(of: Array(text.utf8))?.lowerBound ?? 0)
        }
        for is64Bit in [true, false] {
            func symbol(_ place: UInt32, _ type: UInt8) -> [UInt8] {
                (0..<4).map { UInt8(truncatingIfNeeded: place >> (8 * $0)) } + [type]
                    + [UInt8](repeating: 0, count: is64Bit ? 11 : 7)
            }
            let entries =
                symbol(offset("_main"), 0x0f) + symbol(offset("/b/libMoon.a(ph"), 0x66)
                + symbol(offset("/b/Tide"), 0x66)
                + symbol(offset("/b/main"), 0x66) + symbol(offset("/b/libMoon.a(su"), 0x66) + symbol(.max, 0x66)
            #expect(
                ObjectFileSymbols.libraries(entries: entries, names: names, is64Bit: is64Bit) == ["Tide", "libMoon.a"])
        }
    }
}
