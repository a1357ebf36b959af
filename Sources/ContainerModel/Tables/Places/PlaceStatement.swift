/// A row of the table of statements about the use of a place that decide no right: how long its files last, in which
/// order they are looked for, what their size costs.
package struct PlaceStatement: Hashable, Sendable {
    /// The places that it is about.
    package let places: [Place]
    /// The subject: "Lifetime".
    package let subject: String
    /// The document's statement.
    package let citation: Citation

    /// The subject and the statement: "Lifetime: …".
    package var text: String { "\(subject): \(citation.text)" }

    init(_ places: [Place], _ subject: String, _ citation: Citation) {
        (self.places, self.subject, self.citation) = (places, subject, citation)
    }

    /// All rows; of a place, the subject that matters most comes first.
    package static let all: [PlaceStatement] = [
        sandbox, purposes, lifetimes, purges, sizes, snapshots, concealment, restoration,
    ].flatMap(\.self)

    private static let whereToPut = "Where You Should Put Your App's Files"
    private static let guidelines = "iOS Data Storage Guidelines"

    private static let sandbox: [PlaceStatement] = [
        PlaceStatement(
            [.home], "Sandbox",
            .verbatim(
                .s0, "App Sandboxing",
                "Sandboxing your app is a great way to protect systems and users by limiting the privileges of an app to "
                    + "its intended functionality, increasing the difficulty for malicious software to compromise your "
                    + "users' systems")),
        PlaceStatement(
            [.home], "Sandbox",
            .translated(
                .s2, "Security, Sandbox",
                "Each app in a sandbox gets one or more containers that it can use, and cannot write to those of other "
                    + "apps or to most directories outside. That limits the damage when an app's security is broken.")),
        PlaceStatement(
            [.home], "Choice of a place",
            .verbatim(
                .s3, whereToPut,
                "To prevent the syncing and backup processes on iOS devices from taking a long time, be selective about "
                    + "where you place files.",
                remark: "the Chinese translation beside it says that places can be chosen: choosing with care is meant")
        ),
        PlaceStatement(
            [.systemData], "Use", .translated(.s0, "Data Container", "Its purpose is unclear at present.")),
    ]

    private static let purposes: [PlaceStatement] = [
        PlaceStatement(
            [.documents], "Use",
            .verbatim(
                .s3, whereToPut,
                "User data generally includes any files you might want to expose to the user—anything you might want the "
                    + "user to create, import, delete or edit.")),
        PlaceStatement(
            [.inbox], "Use",
            .tableOne("Documents/Inbox", "Document interaction controllers may also place files in it.")),
        PlaceStatement(
            [.library], "Several Library directories",
            .translated(
                .s2, "The Library directory stores app-specific files",
                "The system has several Library directories, of which code can access few. The one in the current home "
                    + "directory is used most, as it has all files of its user.")),
        PlaceStatement(
            [.documents, .applicationSupport], "Databases",
            .summary(
                .s0, "CoreData vs Realm",
                "Core Data keeps its store in Library/Application Support, Realm keeps default.realm in Documents")),
        PlaceStatement(
            [.applicationSupport], "Use",
            .verbatim(
                .s3, whereToPut,
                "In general, this directory includes files that the app uses to run but that should remain hidden from "
                    + "the user.")),
        PlaceStatement(
            [.applicationSupport], "Use",
            .verbatim(
                .s3, whereToPut,
                "This directory can also include data files, configuration files, templates and modified versions of "
                    + "resources loaded from the app bundle.")),
        PlaceStatement(
            [.caches], "Use",
            .verbatim(
                .s1, "point 2",
                "Examples of files you should put in the Caches directory include database cache files and downloadable "
                    + "content, such as that used by magazine, newspaper, and map applications.")),
        PlaceStatement(
            [.caches], "Use",
            .verbatim(
                .s3, whereToPut,
                "Generally speaking, the application does not require cache data to operate properly, but it can use "
                    + "cache data to improve performance.")),
        PlaceStatement(
            [.caches, .tmp], "Order of lookup",
            .summary(
                .s0, "SDWebImage Flow",
                "first in memory, then in Library/Caches, then on the network; a download arrives in tmp, and is then "
                    + "stored in Library/Caches")),
    ]

    private static let lifetimes: [PlaceStatement] = [
        PlaceStatement(
            [.tmp, .temporaryInbox], "Lifetime",
            .verbatim(
                .s3, whereToPut,
                "Temporary data comprises any data that you do not need to persist for an extended period of time.")),
        PlaceStatement(
            [.tmp, .caches, .applicationSupport], "Lifetime",
            .verbatim(
                .s3, whereToPut,
                "Cache data can be used for any data that needs to persist longer than temporary data, but not as long "
                    + "as a support file.")),
        PlaceStatement(
            [.tmp], "Care",
            .verbatim(
                .s1, "point 3",
                "remember to delete those files when you are done with them so that they do not continue to consume "
                    + "space on the user’s device.")),
        PlaceStatement(
            [.caches], "Care",
            .translated(
                .s2, "Library, Caches",
                "The app is responsible for the contents of this directory, and for adding and deleting files as needed."
            )),
    ]

    private static let purges: [PlaceStatement] = [
        PlaceStatement([.caches, .snapshots], "Reasons to purge", .cachesReasons),
        PlaceStatement(
            [.caches], "Reasons to purge",
            .verbatim(
                .s3, whereToPut,
                "Note that the system may delete the Caches/ directory to free up disk space, so your app must be able "
                    + "to re-create or download these files as needed.")),
    ]

    private static let sizes: [PlaceStatement] = [
        PlaceStatement(
            [.home], "Backup",
            .verbatim(
                .s0, guidelines,
                "iCloud includes Backup, which automatically backs up a user's iOS device daily over Wi-Fi.")),
        PlaceStatement(
            [.home, .documents, .applicationSupport], "Size",
            .verbatim(
                .s0, guidelines,
                "Large files will lengthen the time it takes to perform a backup and consume more of a user's available "
                    + "iCloud storage.")),
        PlaceStatement(
            [.home, .documents, .applicationSupport], "Size",
            .verbatim(
                .s3, whereToPut,
                "These apps can also consume a large amount of a user's available storage, which may encourage the user "
                    + "to delete the app or disable backup of that app's data to iCloud.")),
        PlaceStatement(
            [.preferences, .iCloud], "Size",
            .verbatim(
                .s0, "A User's iCloud Storage Is Limited",
                "key-value storage, which does not count against a user's iCloud storage allotment")),
        PlaceStatement(
            [.bundle], "Backup",
            .tableOne(
                "AppName.app",
                "However, iTunes does perform an initial sync of any apps purchased from the App Store.")),
    ]

    /// When the system takes, shows and drops snapshots.
    private static let snapshots: [PlaceStatement] = LifecycleStep.all
        .filter { $0.moment.hasPrefix("snapshot") || $0.moment == "launched again" }
        .flatMap { step in step.citations.map { PlaceStatement([.snapshots, .splashBoard], step.subject, $0) } }

    /// How an app hides what the snapshots would show.
    private static let concealment: [PlaceStatement] = ConcealmentRule.all.map {
        PlaceStatement([.snapshots, .splashBoard], $0.subject, $0.citation)
    }

    /// The calls of state restoration.
    private static let restoration: [PlaceStatement] = LifecycleStep.all
        .filter { step in step.calls.contains { $0.contains("ApplicationState") } }
        .flatMap { step in step.citations.map { PlaceStatement([.savedApplicationState], step.subject, $0) } }
}

extension RuleBook {
    /// Returns the documents' statements about the use of a place, in the order of the table.
    package func statements(about place: Place) -> [PlaceStatement] {
        PlaceStatement.all.filter { $0.places.contains(place) }
    }
}

extension LifecycleStep {
    /// The moment at the beginning of a line: "Snapshot taken".
    package var subject: String { moment.capitalizedFirst }
}

extension ConcealmentRule {
    /// The way, and the calls with which an app hides its screen so.
    package var subject: String {
        "To hide the screen" + (calls.isEmpty ? "" : " (\(calls.joined(separator: ", ")))")
    }
}

extension PlaceStatement: Encodable {
    private enum CodingKeys: String, CodingKey { case subject }

    /// Encodes the subject and the citation.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(subject, forKey: .subject)
        try citation.encode(to: encoder)
    }
}
