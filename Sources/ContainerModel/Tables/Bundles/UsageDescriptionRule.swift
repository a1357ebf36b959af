/// A row of the table of data that the system protects: the keys of Info.plist that an app needs to ask for it, the
/// framework through which it does, and the call that tells whether the user permitted it.
///
/// S4's Table 1-2 names data, keys and calls, and no framework: which framework asks for which data, and the keys that
/// came later, are from Apple's key reference.
package struct UsageDescriptionRule: Hashable, Sendable {
    /// The data: "location".
    package let data: String
    /// The frameworks that give access to it.
    package let frameworks: [String]
    /// The keys that S4's Table 1-2 names for the data; empty if it names none.
    package let tableKeys: [String]
    /// The keys that are not in the table.
    package let otherKeys: [String]
    /// Whether accessing the data is the framework's purpose. AVFoundation also plays sounds.
    package let isCertain: Bool
    /// Where Table 1-2 says the authorization status is; nil for data that is not in the table.
    package let authorization: String?

    /// Where the keys of the table are named.
    package static let table = Source.s4.place("Table 1-2")
    /// Where all other keys are named, and the frameworks that need them.
    package static let reference = "Apple's Information Property List Key Reference"

    /// The keys, of which any one suffices.
    package var keys: [String] { tableKeys + otherKeys }

    /// Where it says that the framework needs one of the keys: never Table 1-2 alone, which names no framework.
    package var source: String {
        tableKeys.isEmpty
            ? Self.reference : "\(Self.reference); \(Self.table), names \(tableKeys.joined(separator: ", "))"
    }

    /// The major versions of iOS that read a key: the first and the last; nil for no limit (Apple's key reference, availability).
    private static let periods: [String: (first: Int?, last: Int?)] = [
        "NSBluetoothPeripheralUsageDescription": (6, 12), "NSBluetoothAlwaysUsageDescription": (13, nil),
        "NSCalendarsUsageDescription": (6, 16), "NSRemindersUsageDescription": (6, 16),
        "NSCalendarsFullAccessUsageDescription": (17, nil), "NSCalendarsWriteOnlyAccessUsageDescription": (17, nil),
        "NSRemindersFullAccessUsageDescription": (17, nil), "NSLocationAlwaysUsageDescription": (8, 10),
        "NSLocationUsageDescription": (6, 7), "NSLocationWhenInUseUsageDescription": (8, nil),
        "NSLocationAlwaysAndWhenInUseUsageDescription": (11, nil), "NSPhotoLibraryAddUsageDescription": (11, nil),
        "NSFaceIDUsageDescription": (11, nil), "NSUserTrackingUsageDescription": (14, nil),
    ]

    /// Returns the versions of iOS that read a key, as a part of a sentence: "to iOS 12"; nil if all do that are in use.
    package static func period(ofKey key: String) -> String? {
        guard let (first, last) = periods[key] else { return nil }
        if let last { return "to iOS \(last)" }
        return first.map { "from iOS \($0)" }
    }

    /// Returns whether a key still serves an app whose minimum system is of a version: "15.0". Without one, it does.
    package static func serves(_ key: String, since minimum: String?) -> Bool {
        guard let last = periods[key]?.last, let major = minimum?.split(separator: ".").first.flatMap({ Int($0) })
        else {
            return true
        }
        return major <= last
    }

    /// Returns the document that names a key; nil if the key is not in this row.
    package func source(ofKey key: String) -> String? {
        tableKeys.contains(key) ? Self.table : otherKeys.contains(key) ? Self.reference : nil
    }

    private init(
        _ data: String, _ frameworks: [String], table tableKeys: [String] = [], others otherKeys: [String] = [],
        isCertain: Bool = true, authorization: String? = nil
    ) {
        (self.data, self.frameworks, self.tableKeys) = (data, frameworks, tableKeys)
        (self.otherKeys, self.isCertain, self.authorization) = (otherKeys, isCertain, authorization)
    }

    /// All rows: those in S4, in its order, then later ones.
    package static let all: [UsageDescriptionRule] = [
        UsageDescriptionRule(
            "location", ["CoreLocation"],
            table: ["NSLocationWhenInUseUsageDescription", "NSLocationAlwaysUsageDescription"],
            others: ["NSLocationAlwaysAndWhenInUseUsageDescription", "NSLocationUsageDescription"],
            authorization: "authorizationStatus of CLLocationManager, asked for with requestWhenInUseAuthorization or "
                + "requestAlwaysAuthorization"),
        UsageDescriptionRule(
            "photos", ["Photos", "AssetsLibrary"],
            table: ["NSPhotoLibraryUsageDescription"], others: ["NSPhotoLibraryAddUsageDescription"],
            authorization: "authorizationStatus of ALAssetsLibrary"),
        UsageDescriptionRule(
            "music, video and other media", ["MediaPlayer", "MusicKit"], others: ["NSAppleMusicUsageDescription"],
            isCertain: false, authorization: "authorizationStatus of ALAssetsLibrary"),
        UsageDescriptionRule(
            "contacts", ["Contacts", "ContactsUI", "AddressBook"], table: ["NSContactsUsageDescription"],
            authorization: "ABAddressBookGetAuthorizationStatus"),
        UsageDescriptionRule(
            "calendars or reminders", ["EventKit"],
            table: ["NSCalendarsUsageDescription", "NSRemindersUsageDescription"],
            others: [
                "NSCalendarsFullAccessUsageDescription", "NSCalendarsWriteOnlyAccessUsageDescription",
                "NSRemindersFullAccessUsageDescription",
            ],
            authorization: "authorizationStatusForEntityType: of EKEventStore"),
        UsageDescriptionRule(
            "Bluetooth peripherals", ["CoreBluetooth"], table: ["NSBluetoothPeripheralUsageDescription"],
            others: ["NSBluetoothAlwaysUsageDescription"], authorization: "state of CBCentralManager"),
        UsageDescriptionRule(
            "microphone", ["AVFoundation", "AVFAudio"], table: ["NSMicrophoneUsageDescription"], isCertain: false,
            authorization: "requestRecordPermission: of AVAudioSession"),
        UsageDescriptionRule(
            "camera", ["AVFoundation"], table: ["NSCameraUsageDescription"], isCertain: false,
            authorization: "deviceInputWithDevice:error: of AVCaptureDeviceInput"),
        UsageDescriptionRule(
            "health data", ["HealthKit"], others: ["NSHealthShareUsageDescription", "NSHealthUpdateUsageDescription"]),
        UsageDescriptionRule("home accessories", ["HomeKit"], others: ["NSHomeKitUsageDescription"]),
        UsageDescriptionRule("motion", ["CoreMotion"], others: ["NSMotionUsageDescription"], isCertain: false),
        UsageDescriptionRule("speech recognition", ["Speech"], others: ["NSSpeechRecognitionUsageDescription"]),
        UsageDescriptionRule(
            "Face ID", ["LocalAuthentication"], others: ["NSFaceIDUsageDescription"], isCertain: false),
        UsageDescriptionRule("tracking", ["AppTrackingTransparency"], others: ["NSUserTrackingUsageDescription"]),
        UsageDescriptionRule("NFC tags", ["CoreNFC"], others: ["NFCReaderUsageDescription"]),
        UsageDescriptionRule("Siri", ["Intents"], others: ["NSSiriUsageDescription"], isCertain: false),
        UsageDescriptionRule(
            "nearby devices", ["NearbyInteraction"],
            others: ["NSNearbyInteractionUsageDescription", "NSNearbyInteractionAllowOnceUsageDescription"]),
    ]
}
