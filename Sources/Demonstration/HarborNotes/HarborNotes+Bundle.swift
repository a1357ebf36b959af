import Formats

extension HarborNotes {
    private static let app = "\(appName).app"
    private static let built = FixedTime.on(2, 11, 14, 3)

    /// Returns the app itself, which is unsigned and so has no seal.
    /// - Parameter keys: The keys to set to YES in its Info.plist, in addition to the usual ones.
    static func bundle(declaring keys: [String]) -> [ContainerEntry] {
        [
            ContainerEntry("\(app)/Info.plist", built, .binaryList(information(declaring: keys))),
            ContainerEntry("\(app)/PkgInfo", built, .text("APPL????")),
            ContainerEntry("\(app)/\(executable)", built, .bytes { FileBytes.program(186_432) }, isExecutable: true),
            ContainerEntry(
                "\(app)/Assets.car", built,
                .bytes { Array("BOMStore".utf8) + FileBytes.bigEndian(1, 4) + FileBytes.noise(73_716, seed: 21) }),
            ContainerEntry(
                "\(app)/AppIcon60x60@2x.png", built, .bytes { PackageResources.icon_120_png }),
            ContainerEntry(
                "\(app)/AppIcon76x76@2x~ipad.png", built, .bytes { PackageResources.icon_152_png }),
            ContainerEntry(
                "\(app)/Base.lproj/LaunchScreen.storyboardc/Info.plist", built,
                .binaryList(["UILaunchStoryboardName": "LaunchScreen"])),
            ContainerEntry(
                "\(app)/en.lproj/Localizable.strings", built,
                .binaryList(["note.new": "New note", "tide.high": "High tide", "tide.low": "Low tide"])),
            ContainerEntry(
                "\(app)/embedded.mobileprovision", built, .bytes { PackageResources.embedded_mobileprovision }),
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
            ContainerEntry(
                "\(app)/Harbours.json", built,
                .text(
                    "[{\"name\": \"Busan\", \"lat\": 35.1, \"lon\": 129.04}, {\"name\": \"Tsushima\", \"lat\": 34.2, \"lon\": 129.29}]\n"
                )),
            ContainerEntry(
                "\(app)/PrivacyInfo.xcprivacy", built,
                .xmlList(["NSPrivacyTracking": false, "NSPrivacyCollectedDataTypes": []])),
        ]
    }

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
        "NSMicrophoneUsageDescription": "To record what the radio says.",
        "NSPhotoLibraryUsageDescription": "To put pictures into notes.",
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
            "Charts/korea-strait.png", .on(4, 10, 20, 6), .bytes { PackageResources.korea_strait_png }),
        ContainerEntry("File Provider Storage", installed, .directory),
    ]
}
