/// A row of the table of data that the system protects: the key of Info.plist that an app needs to ask for it, and the
/// framework through which it does.
package struct UsageDescriptionRule: Hashable, Sendable {
    /// The data: "location".
    package let data: String
    /// The frameworks that give access to it.
    package let frameworks: [String]
    /// The keys, of which any one suffices.
    package let keys: [String]
    /// Whether accessing the data is the framework's purpose. AVFoundation also plays sounds.
    package let isCertain: Bool
    /// Where it says so.
    package let source: String

    private static let table = "S4, Table 1-2"
    private static let reference = "Apple's Information Property List documentation"

    private init(
        _ data: String, _ frameworks: [String], _ keys: [String], isCertain: Bool = true, source: String = table
    ) {
        (self.data, self.frameworks, self.keys) = (data, frameworks, keys)
        (self.isCertain, self.source) = (isCertain, source)
    }

    /// All rows: those in S4, in its order, then later ones.
    package static let all: [UsageDescriptionRule] = [
        UsageDescriptionRule(
            "location", ["CoreLocation"],
            [
                "NSLocationWhenInUseUsageDescription", "NSLocationAlwaysUsageDescription",
                "NSLocationAlwaysAndWhenInUseUsageDescription", "NSLocationUsageDescription",
            ]),
        UsageDescriptionRule(
            "photos", ["Photos", "AssetsLibrary"],
            ["NSPhotoLibraryUsageDescription", "NSPhotoLibraryAddUsageDescription"]),
        UsageDescriptionRule("contacts", ["Contacts", "ContactsUI", "AddressBook"], ["NSContactsUsageDescription"]),
        UsageDescriptionRule(
            "calendars or reminders", ["EventKit"],
            [
                "NSCalendarsUsageDescription", "NSCalendarsFullAccessUsageDescription",
                "NSCalendarsWriteOnlyAccessUsageDescription", "NSRemindersUsageDescription",
                "NSRemindersFullAccessUsageDescription",
            ]),
        UsageDescriptionRule(
            "Bluetooth peripherals", ["CoreBluetooth"],
            ["NSBluetoothPeripheralUsageDescription", "NSBluetoothAlwaysUsageDescription"]),
        UsageDescriptionRule(
            "microphone", ["AVFoundation", "AVFAudio"], ["NSMicrophoneUsageDescription"], isCertain: false),
        UsageDescriptionRule("camera", ["AVFoundation"], ["NSCameraUsageDescription"], isCertain: false),
        UsageDescriptionRule(
            "music and other media", ["MediaPlayer", "MusicKit"], ["NSAppleMusicUsageDescription"], isCertain: false,
            source: reference),
        UsageDescriptionRule(
            "health data", ["HealthKit"], ["NSHealthShareUsageDescription", "NSHealthUpdateUsageDescription"],
            source: reference),
        UsageDescriptionRule("home accessories", ["HomeKit"], ["NSHomeKitUsageDescription"], source: reference),
        UsageDescriptionRule(
            "motion", ["CoreMotion"], ["NSMotionUsageDescription"], isCertain: false, source: reference),
        UsageDescriptionRule(
            "speech recognition", ["Speech"], ["NSSpeechRecognitionUsageDescription"], source: reference),
        UsageDescriptionRule(
            "Face ID", ["LocalAuthentication"], ["NSFaceIDUsageDescription"], isCertain: false, source: reference),
        UsageDescriptionRule(
            "tracking", ["AppTrackingTransparency"], ["NSUserTrackingUsageDescription"], source: reference),
        UsageDescriptionRule("NFC tags", ["CoreNFC"], ["NFCReaderUsageDescription"], source: reference),
        UsageDescriptionRule("Siri", ["Intents"], ["NSSiriUsageDescription"], isCertain: false, source: reference),
        UsageDescriptionRule(
            "nearby devices", ["NearbyInteraction"],
            ["NSNearbyInteractionUsageDescription", "NSNearbyInteractionAllowOnceUsageDescription"], source: reference),
    ]
}
