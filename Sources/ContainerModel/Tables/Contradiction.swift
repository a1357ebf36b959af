/// A row of the table of contradictions (container-rules.md, "Where the documents contradict each other or reality").
package struct Contradiction: Hashable, Sendable {
    /// A place in a document.
    package struct Reference: Hashable, Sendable {
        /// The document.
        package var source: Source
        /// Where it stands there; empty for a document that is cited as a whole.
        package var heading: String

        init(_ source: Source, _ heading: String = "") {
            self.source = source
            self.heading = heading
        }

        /// The document by name, and where it stands there.
        package var text: String { heading.isEmpty ? source.title : "\(source.title), \(heading)" }
    }

    /// The statement of one side.
    package struct Side: Hashable, Sendable {
        /// The documents, and where it stands in them; Apple's first.
        package let references: [Reference]
        /// The statement, paraphrased.
        package let says: String

        init(references: [Reference], says: String) {
            self.references = references.applesFirst(by: \.source)
            self.says = says
        }
    }

    /// The places that it concerns.
    package var places: [Place]
    /// The level that it concerns; nil for both.
    package var level: Level?
    /// The subject of the contradiction.
    package var subject: String
    /// Whether it is about purging, from which an exclusion attribute keeps an item.
    package var isAboutPurging: Bool { subject == "Purging" }
    /// The two sides.
    package var sides: [Side]
    /// The behaviour of this program.
    package var resolution: String

    /// The subject, each side with its documents, and what this program does: a line each.
    package var lines: [String] {
        let sides = sides.enumerated().map { offset, side in
            let documents = side.references.map(\.text).joined(separator: "; ")
            return "  \(offset == 0 ? "" : "but ")\(documents): \(side.says)"
        }
        return ["\(subject): the documents differ."] + sides + ["  \(resolution)"]
    }

    /// All rows.
    package static let all: [Contradiction] = [
        Contradiction(
            places: [.splashBoard, .savedApplicationState, .httpStorages, .syncedPreferences],
            subject: "Backup",
            sides: [
                Side(
                    references: [
                        Reference(.s0, "Library"), Reference(.s2, "4. Library"),
                        Reference(.s3, "Apple's Table 1-1, Library/"),
                    ],
                    says: "all of Library except Caches is backed up"),
                Side(references: [Reference(.backupManifest, "AppDomain")], says: "no row of it"),
            ],
            resolution: "The manifest counts."
        ),
        Contradiction(
            places: [.systemDirectories, .systemData, .containerMetadata],
            subject: "Backup",
            sides: [
                Side(
                    references: [Reference(.s0, "iOS Data Storage Guidelines")],
                    says: "everything in the home directory except the bundle, Caches and tmp is backed up"),
                Side(references: [Reference(.backupManifest, "AppDomain")], says: "no row of it"),
            ],
            resolution: "The manifest counts."
        ),
        Contradiction(
            places: [.preferences],
            subject: "Files of one's own",
            sides: [
                Side(
                    references: [Reference(.s0, "Library/Preferences")],
                    says: "they can be stored here, which is not recommended"),
                Side(references: [Reference(.s2, "Library, Preferences")], says: "they must not be created here"),
            ],
            resolution: "A warning, not a refusal."
        ),
        Contradiction(
            places: [.applicationSupport],
            subject: "Subdirectories",
            sides: [
                Side(
                    references: [Reference(.s0, "Library/Application Support")],
                    says: "Core Data stores its files in Application Support itself by default"),
                Side(
                    references: [Reference(.s2, "Library, Application Support")],
                    says: "everything belongs in a subdirectory named after the bundle identifier or the company"),
            ],
            resolution: "The subdirectory is advice for new files; a store at its default place is in its place."
        ),
        Contradiction(
            places: [.tmp, .temporaryInbox],
            subject: "Purging",
            sides: [
                Side(
                    references: [
                        Reference(.s3, "Where You Should Put Your App's Files"),
                        Reference(.s2, "Where to store the app's files, tmp"), Reference(.s0, "tmp"),
                    ],
                    says: "the system will purge it periodically while the app is not running"),
                Side(
                    references: [Reference(.s2, "5. tmp"), Reference(.fileSystemProgrammingGuide, "tmp/")],
                    says: "the system may purge it when the app is not running"),
            ],
            resolution: "It will go while the app is not running; when is up to the system."
        ),
        Contradiction(
            places: [.inbox],
            subject: "Excluding files from backups",
            sides: [
                Side(
                    references: [Reference(.s0, "Do not backup attribute"), Reference(.s1, "point 4")],
                    says: "the attribute works regardless of the directory that a file is in"),
                Side(
                    references: [
                        Reference(.s0, "Documents/Inbox"), Reference(.s2, "3. Documents/Inbox"),
                        Reference(.s3, "Apple's Table 1-1, Documents/Inbox"),
                    ],
                    says: "the app may not change files in Inbox"),
            ],
            resolution: "Setting the attribute changes the file, so it is refused in Inbox: move the file out first."
        ),
        Contradiction(
            places: [.documents],
            subject: "Downloads",
            sides: [
                Side(
                    references: [Reference(.s3, "Where You Should Put Your App's Files")],
                    says: "files that the user downloaded to watch or listen to later may be in Documents"),
                Side(
                    references: [Reference(.s1, "point 1")],
                    says: "only what the user made, or what cannot be recreated, should be in Documents"),
            ],
            resolution: "The guidelines count: a download in Documents is excluded from backups."
        ),
        Contradiction(
            places: [.documents, .applicationSupport],
            subject: "Backup of what can be recreated",
            sides: [
                Side(
                    references: [Reference(.s2, "Where to store the app's files")],
                    says: "files that can be recreated or downloaded again are left out of the backup"),
                Side(
                    references: [Reference(.s3, "Where You Should Put Your App's Files")],
                    says: "they must be excluded from the backup, as files here are backed up by default"),
            ],
            resolution: "They are left out only in Caches and tmp, or with the exclusion attribute."
        ),
        Contradiction(
            places: [.library, .caches],
            subject: "Backup of Library",
            sides: [
                Side(references: [Reference(.s3, "Summary (in Chinese)")], says: "all of Library is backed up"),
                Side(
                    references: [
                        Reference(.s0, "Library/Caches"), Reference(.s2, "4. Library"),
                        Reference(.s3, "Apple's Table 1-1, Library/"),
                    ],
                    says: "all of Library except Caches is backed up"),
            ],
            resolution: "Caches is not backed up."
        ),
        Contradiction(
            places: [.temporaryInbox],
            subject: "The key for opening in place",
            sides: [
                Side(
                    references: [Reference(.s0, "tmp/[BundleID]-Inbox")],
                    says: "files arrive here if LSRequiresOpeningDocumentsInPlace is NO"),
                Side(
                    references: [Reference(.s0, "LSSupportsOpeningDocumentsInPlace")],
                    says: "files arrive here if LSSupportsOpeningDocumentsInPlace is NO"),
            ],
            resolution: "LSSupportsOpeningDocumentsInPlace counts: iOS knows no key of the other name."
        ),
        Contradiction(
            places: [.caches], level: .directory,
            subject: "Deleting Caches itself",
            sides: [
                Side(references: [Reference(.s0, "Library/Caches, [Directory]")], says: "it can be deleted"),
                Side(references: [Reference(.sandboxProfile)], says: "current iOS refuses to delete it"),
            ],
            resolution: "It can be deleted; `sandglass rm --caches-stay` does as current iOS."
        ),
        Contradiction(
            places: [.snapshots, .splashBoard],
            subject: "Where snapshots are",
            sides: [
                Side(
                    references: [Reference(.s0, "Library/Caches/Snapshots")],
                    says: "in Library/Caches/Snapshots, without naming a version"),
                Side(
                    references: [Reference(.realContainers)],
                    says: "there up to iOS 12, in Library/SplashBoard since iOS 13"),
            ],
            resolution: "Both are shown."
        ),
    ]
}

extension Contradiction: Encodable {
    private enum CodingKeys: String, CodingKey { case subject, sides, resolution }
    private enum SideKeys: String, CodingKey { case sources, documents, headings, says }

    /// Encodes the subject, both sides with their documents by code and by name, and what this program does.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(subject, forKey: .subject)
        var list = container.nestedUnkeyedContainer(forKey: .sides)
        for side in sides {
            var one = list.nestedContainer(keyedBy: SideKeys.self)
            try one.encode(side.references.map(\.source.rawValue), forKey: .sources)
            try one.encode(side.references.map(\.source.title), forKey: .documents)
            try one.encode(side.references.map(\.heading), forKey: .headings)
            try one.encode(side.says, forKey: .says)
        }
        try container.encode(resolution, forKey: .resolution)
    }
}
