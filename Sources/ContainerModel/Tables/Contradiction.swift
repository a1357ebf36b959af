/// A row of the table of contradictions (container-rules.md, "Where the documents contradict each other or reality").
package struct Contradiction: Hashable, Sendable {
    /// What one side says.
    package struct Side: Hashable, Sendable {
        /// The documents, by code.
        package var sources: [RuleSource]
        /// What they say, after "says that".
        package var says: String

        /// The documents, by name.
        package var documents: String { sources.map(\.title).joined(separator: ", ") }
    }

    /// The places that it concerns.
    package var places: [Place]
    /// The level that it concerns; nil for both.
    package var level: Level?
    /// What it is about.
    package var subject: String
    /// The two sides.
    package var sides: [Side]
    /// What this program does.
    package var resolution: String

    /// The contradiction in one paragraph, with both sides.
    package var text: String {
        "\(subject): " + sides.map { "\($0.documents): \($0.says)" }.joined(separator: "; but ") + ". \(resolution)"
    }

    /// All rows.
    package static let all: [Contradiction] = [
        Contradiction(
            places: [.splashBoard, .savedApplicationState, .httpStorages, .syncedPreferences],
            subject: "Backup",
            sides: [
                Side(sources: [.s0, .s2, .s3], says: "all of Library except Caches is backed up"),
                Side(sources: [.backupManifest], says: "nothing of it is in a backup"),
            ],
            resolution: "The manifest counts."
        ),
        Contradiction(
            places: [.systemDirectories, .systemData, .containerMetadata],
            subject: "Backup",
            sides: [
                Side(
                    sources: [.s0],
                    says: "everything in the home directory except the bundle, Caches and tmp is backed up"),
                Side(sources: [.backupManifest], says: "nothing of it is in a backup"),
            ],
            resolution: "The manifest counts."
        ),
        Contradiction(
            places: [.preferences],
            subject: "Files of one's own",
            sides: [
                Side(sources: [.s0], says: "they can be stored here, which is not recommended"),
                Side(sources: [.s2], says: "they must not be created here"),
            ],
            resolution: "A warning, not a refusal."
        ),
        Contradiction(
            places: [.applicationSupport],
            subject: "Subdirectories",
            sides: [
                Side(sources: [.s0], says: "Core Data stores its files in Application Support itself by default"),
                Side(
                    sources: [.s2],
                    says: "everything belongs in a subdirectory named after the bundle identifier or the company"),
            ],
            resolution: "The subdirectory is advice for new files; a store at its default place is in its place."
        ),
        Contradiction(
            places: [.tmp, .temporaryInbox],
            subject: "Purging",
            sides: [
                Side(sources: [.s3], says: "tmp is emptied when the app no longer runs (Chinese summary)"),
                Side(
                    sources: [.s2, .fileSystemProgrammingGuide],
                    says: "the system may purge it when the app is not running"),
            ],
            resolution: "It may go."
        ),
        Contradiction(
            places: [.caches], level: .directory,
            subject: "Deleting Caches itself",
            sides: [
                Side(sources: [.s0], says: "the directory can be deleted"),
                Side(sources: [.sandboxProfile], says: "current iOS refuses to delete it"),
            ],
            resolution: "It can be deleted, unless --caches-stay asks for current iOS."
        ),
        Contradiction(
            places: [.snapshots, .splashBoard],
            subject: "Where snapshots are",
            sides: [
                Side(sources: [.s0], says: "in Library/Caches/Snapshots, without naming a version"),
                Side(
                    sources: [.realContainers], says: "there up to iOS 12, in Library/SplashBoard since iOS 13"),
            ],
            resolution: "Both are shown."
        ),
    ]
}

extension Contradiction: Encodable {
    private enum CodingKeys: String, CodingKey { case subject, sides, resolution }
    private enum SideKeys: String, CodingKey { case sources, documents, says }

    /// Encodes the subject, both sides with their documents by code and by name, and what this program does.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(subject, forKey: .subject)
        var list = container.nestedUnkeyedContainer(forKey: .sides)
        for side in sides {
            var one = list.nestedContainer(keyedBy: SideKeys.self)
            try one.encode(side.sources.map(\.rawValue), forKey: .sources)
            try one.encode(side.sources.map(\.title), forKey: .documents)
            try one.encode(side.says, forKey: .says)
        }
        try container.encode(resolution, forKey: .resolution)
    }
}
