import Formats

extension HarborNotes {
    private static let app = "\(appName).app"
    private static let built = FixedTime.on(2, 11, 14, 3)

    /// The size of the executable.
    private static let programSize = 186_432

    /// Returns the app itself, with an ad hoc signature and its seal.
    /// - Parameter keys: The keys to set to YES in its Info.plist, in addition to the usual ones.
    static func bundle(declaring keys: [String]) -> [ContainerEntry] {
        let resources = resources(declaring: keys)
        let files = resources.map { entry in
            (path: String(entry.path.dropFirst(app.count + 1)), bytes: entry.fileBytes)
        }
        let seal = CodeResources.seal(files)
        let program = SignedProgram(
            identifier: bundleIdentifier,
            libraries: [
                "/System/Library/Frameworks/Foundation.framework/Foundation",
                "/System/Library/Frameworks/UIKit.framework/UIKit",
                "/System/Library/Frameworks/CoreLocation.framework/CoreLocation",
                "/System/Library/Frameworks/AVFoundation.framework/AVFoundation",
                "/System/Library/Frameworks/Photos.framework/Photos",
                "/usr/lib/libSystem.B.dylib", "/usr/lib/swift/libswiftCore.dylib",
            ],
            information: files.first { $0.path == "Info.plist" }?.bytes ?? [],
            resources: seal,
            entitlements: ["application-identifier": .string("HARB0R1234.\(bundleIdentifier)")],
            size: programSize)
        return resources + [
            ContainerEntry("\(app)/\(executable)", built, .bytes { program.bytes }, isExecutable: true),
            ContainerEntry("\(app)/_CodeSignature/CodeResources", built, .bytes { seal }),
        ]
    }

    /// Returns everything in the app but its executable and the seal.
    private static func resources(declaring keys: [String]) -> [ContainerEntry] {
        [
            ContainerEntry("\(app)/Info.plist", built, .binaryList(information(declaring: keys))),
            ContainerEntry("\(app)/PkgInfo", built, .text("APPL????")),
            ContainerEntry(
                "\(app)/Assets.car", built,
                .bytes { Array("BOMStore".utf8) + SampleBytes.bigEndian(1, 4) + SampleBytes.noise(73_716, seed: 21) }),
            ContainerEntry(
                "\(app)/AppIcon60x60@2x.png", built, .file("icon-120.png")),
            ContainerEntry(
                "\(app)/AppIcon76x76@2x~ipad.png", built, .file("icon-152.png")),
            ContainerEntry(
                "\(app)/Base.lproj/LaunchScreen.storyboardc/Info.plist", built,
                .binaryList(["UILaunchStoryboardName": "LaunchScreen"])),
            ContainerEntry(
                "\(app)/en.lproj/Localizable.strings", built,
                .binaryList(["note.new": "New note", "tide.high": "High tide", "tide.low": "Low tide"])),
            ContainerEntry(
                "\(app)/embedded.mobileprovision", built, .file("embedded.mobileprovision")),
            ContainerEntry(
                "\(app)/en.lproj/Tides.strings", built,
                .text(
                    "/* Shown beside the chart. */\n\"tide.next\" = \"Next high tide\";\n\"tide.range\" = \"Range\";\n")
            ),
            ContainerEntry(
                "\(app)/en.lproj/InfoPlist.strings", built, .binaryList(["CFBundleDisplayName": "Harbor Notes"])),
            ContainerEntry(
                "\(app)/ko.lproj/Localizable.strings", built,
                .binaryList(["note.new": "새 메모", "tide.high": "만조", "tide.low": "간조"])),
            ContainerEntry("\(app)/ko.lproj/InfoPlist.strings", built, .binaryList(["CFBundleDisplayName": "항구 노트"])),
            ContainerEntry("\(app)/Harbours.json", built, .text(harbours)),
            ContainerEntry("\(app)/Settings.bundle/Root.plist", built, .binaryList(settings)),
            ContainerEntry(
                "\(app)/Settings.bundle/en.lproj/Root.strings", built,
                .binaryList(["Units": "Units", "Warn me of storms": "Warn me of storms"])),
            ContainerEntry(
                "\(app)/PrivacyInfo.xcprivacy", built,
                .xmlList(["NSPrivacyTracking": false, "NSPrivacyCollectedDataTypes": []])),
        ]
    }

    /// A resource of the bundle, of which the app's data have a copy.
    static let harbours = """
        [{"name": "Busan", "lat": 35.1, "lon": 129.04}, {"name": "Tsushima", "lat": 34.2, "lon": 129.29}]

        """

    private static func information(declaring keys: [String]) -> PropertyListValue {
        let usual = information.dictionaryValue ?? PropertyListDictionary()
        let pairs = usual.filter { !keys.contains($0.key) }.map { ($0.key, $0.value) }
        return .dictionary(PropertyListDictionary(pairs + keys.map { ($0, true) }))
    }

    private static let information: PropertyListValue = [
        "CFBundleIdentifier": .string(bundleIdentifier),
        "CFBundleName": .string(executable),
        "CFBundleDisplayName": .string(appName),
        "CFBundleExecutable": .string(executable),
        "CFBundlePackageType": "APPL",
        "CFBundleShortVersionString": "3.1.1",
        "CFBundleVersion": "311",
        "CFBundleDevelopmentRegion": "en",
        "CFBundleLocalizations": ["en", "ko"],
        "CFBundleSupportedPlatforms": ["iPhoneSimulator"],
        "DTPlatformName": "iphonesimulator",
        "MinimumOSVersion": "16.0",
        "LSRequiresIPhoneOS": true,
        "UIDeviceFamily": [1, 2],
        "UILaunchStoryboardName": "LaunchScreen",
        "UIRequiredDeviceCapabilities": ["arm64", "location-services"],
        "UIFileSharingEnabled": true,
        "LSSupportsOpeningDocumentsInPlace": true,
        "CFBundleDocumentTypes": [
            documentType("Markdown note", "Owner", ["net.daringfireball.markdown", "public.plain-text"]),
            documentType("PDF document", "Alternate", ["com.adobe.pdf"]),
            documentType("Picture", "Alternate", ["public.png", "public.jpeg"]),
        ],
        "CFBundleURLTypes": [
            ["CFBundleURLName": .string(bundleIdentifier), "CFBundleURLSchemes": ["harbornotes"]]
        ],
        "NSCameraUsageDescription": "To take pictures of the harbours you visit.",
        "NSLocationWhenInUseUsageDescription": "To write your position into the logbook.",
        "NSMicrophoneUsageDescription": "To record radio messages.",
        "NSPhotoLibraryUsageDescription": "To put pictures into notes.",
    ]

    /// The Settings app's page for the app.
    private static let settings: PropertyListValue = [
        "StringsTable": "Root",
        "PreferenceSpecifiers": [
            ["Type": "PSGroupSpecifier", "Title": "Tides"],
            [
                "Type": "PSMultiValueSpecifier", "Title": "Units", "Key": "units", "DefaultValue": "metres",
                "Titles": ["Metres", "Feet"], "Values": ["metres", "feet"],
            ],
            [
                "Type": "PSToggleSwitchSpecifier", "Title": "Warn me of storms", "Key": "stormWarnings",
                "DefaultValue": true,
            ],
        ],
    ]

    private static func documentType(_ name: String, _ rank: String, _ types: PropertyListValue) -> PropertyListValue {
        [
            "CFBundleTypeName": .string(name),
            "CFBundleTypeRole": "Editor",
            "LSHandlerRank": .string(rank),
            "LSItemContentTypes": types,
        ]
    }
}

extension HarborNotes {
    /// The data that the app shares with its widget.
    static let group: [ContainerEntry] = [
        ContainerEntry(
            "Library/Preferences/\(groupIdentifier).plist", .on(5, 3, 21, 9),
            .xmlList(["nextHighTide": FixedTime.on(5, 4, 3, 26).listValue, "station": "Busan"])),
        ContainerEntry(
            "Library/Caches/timeline.json", .on(5, 3, 21, 9),
            .text("{\"entries\": [\"03:26\", \"09:38\", \"15:51\", \"22:03\"]}\n")),
        ContainerEntry(
            "Charts/korea-strait.png", .on(4, 10, 20, 6), .file("korea-strait.png")),
        ContainerEntry("File Provider Storage", installed, .directory),
    ]
}
