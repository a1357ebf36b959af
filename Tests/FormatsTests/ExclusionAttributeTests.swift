import Formats
import Testing

struct ExclusionAttributeTests {
    private static let spellings = ["", "user.", "user.rsync."]

    @Test(
        "each attribute excludes an item from its backups, however it is spelled",
        arguments: [
            ("com.apple.metadata:com_apple_backup_excludeItem", BackupKinds.every),
            ("com.apple.metadata:com_apple_cloudBackup_excludeItem", .iCloud),
            ("com.apple.metadata:com_apple_unencryptedBackup_excludeItem", .unencrypted),
            ("com.apple.MobileBackup", .every),
        ],
        spellings
    )
    func scopes(_ attribute: (String, BackupKinds), _ prefix: String) {
        #expect(ExclusionAttribute.excludedKinds(byAttributes: ["user.other", prefix + attribute.0]) == attribute.1)
        #expect(ExclusionAttribute(spelled: prefix + attribute.0)?.name == attribute.0)
    }

    @Test("an item with both narrow attributes is still in encrypted backups to a computer")
    func both() {
        let names = ExclusionAttribute.all.filter { $0.scope != .everyBackup }.map(\.linuxName)
        #expect(names.count == 2)
        #expect(ExclusionAttribute.excludedKinds(byAttributes: names) == [.iCloud, .unencrypted])
    }

    @Test(
        "other attributes exclude from no backup",
        arguments: [
            "", "user.", "user.rsync.", "user.user.com.apple.MobileBackup", "security.selinux",
            "com.apple.MobileBackup2",
            "com.apple.metadata:com_apple_backup_excludeitem", "com.apple.quarantine", "rsync.com.apple.MobileBackup",
        ]
    )
    func others(_ name: String) {
        #expect(ExclusionAttribute.excludedKinds(byAttributes: [name]).isEmpty)
    }

    @Test("the attribute to set is the one that iOS sets")
    func standard() {
        #expect(ExclusionAttribute.standard.linuxName == "user.com.apple.metadata:com_apple_backup_excludeItem")
        #expect(ExclusionAttribute.standard.scope == .everyBackup)
        #expect(ExclusionAttribute.iOSValue.count == 22)
        #expect(ExclusionAttribute.excludedKinds(byAttributes: []).isEmpty)
    }
}
