import ContainerModel
import TestSupport
import Testing

/// The keys with which an app says why it needs protected data.
@Suite("Usage descriptions")
struct UsageDescriptionTests {
    @Test(
        "a key is cited from Table 1-2 only if it is in the table",
        arguments: [
            ("NSLocationWhenInUseUsageDescription", true), ("NSLocationAlwaysUsageDescription", true),
            ("NSLocationAlwaysAndWhenInUseUsageDescription", false), ("NSLocationUsageDescription", false),
            ("NSPhotoLibraryUsageDescription", true), ("NSPhotoLibraryAddUsageDescription", false),
            ("NSContactsUsageDescription", true), ("NSCalendarsUsageDescription", true),
            ("NSRemindersUsageDescription", true), ("NSBluetoothPeripheralUsageDescription", true),
            ("NSBluetoothAlwaysUsageDescription", false), ("NSMicrophoneUsageDescription", true),
            ("NSCameraUsageDescription", true), ("NSAppleMusicUsageDescription", false),
            ("NSFaceIDUsageDescription", false),
        ])
    func sources(key: String, isInTable: Bool) throws {
        let row = try #require(UsageDescriptionRule.all.first { $0.keys.contains(key) })
        let source = isInTable ? UsageDescriptionRule.table : UsageDescriptionRule.reference
        #expect(row.source(ofKey: key) == source)
    }

    @Test(
        "the owner's document names the keys of the table, and none of the others",
        .enabled(if: OwnersDocuments.all != nil, Comment(rawValue: OwnersDocuments.absence))
    )
    func table() throws {
        let document = try #require(OwnersDocuments.all?.last)
        for row in UsageDescriptionRule.all {
            for key in row.tableKeys { #expect(document.contains(key), "\(key)") }
            for key in row.otherKeys { #expect(!document.contains(key), "\(key)") }
        }
    }

    @Test("the table names no framework, so the need of one is cited from Apple's reference")
    func frameworks() {
        for row in UsageDescriptionRule.all {
            #expect(row.source.hasPrefix(UsageDescriptionRule.reference), "\(row.data)")
            #expect(row.source.contains(UsageDescriptionRule.table) == !row.tableKeys.isEmpty, "\(row.data)")
            #expect(row.source(ofKey: "NSNoSuchUsageDescription") == nil && !row.keys.isEmpty)
        }
    }

    @Test(
        "a key has the name that Xcode shows",
        arguments: [
            ("NSCameraUsageDescription", "Privacy - Camera Usage Description"),
            ("NSLocationWhenInUseUsageDescription", "Privacy - Location When In Use Usage Description"),
            ("NSFaceIDUsageDescription", "Privacy - Face ID Usage Description"),
            ("NSAppleMusicUsageDescription", "Privacy - Media Library Usage Description"),
            ("NFCReaderUsageDescription", "Privacy - NFC Scan Usage Description"), ("CFBundleName", nil),
        ] as [(String, String?)])
    func names(key: String, name: String?) { #expect(InfoKeyRule.name(ofUsageDescription: key) == name) }

    @Test("the keys of the table are unique, and a missing answer means what NO means")
    func keys() {
        #expect(Set(InfoKeyRule.all.map(\.key)).count == InfoKeyRule.all.count)
        for row in InfoKeyRule.all {
            #expect(row.effect(of: .yes) == row.effect && row.effect(of: .no) == row.otherwise)
            #expect(row.effect(of: .unknown) == nil && InfoKeyRule.of(row.key) == row)
        }
    }

    @Test("all data of Table 1-2 have the call that tells whether the user permitted it, and no other data")
    func authorization() {
        let data = UsageDescriptionRule.all.filter { $0.authorization != nil }.map(\.data)
        #expect(
            data == [
                "location", "photos", "music, video and other media", "contacts", "calendars or reminders",
                "Bluetooth peripherals", "microphone", "camera",
            ])
    }
}
