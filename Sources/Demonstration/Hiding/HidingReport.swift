/// The results of all ways of hiding, as text and as JSON.
package struct HidingReport: Encodable, Sendable {
    /// The visible parts at one stage.
    package struct Sight: Encodable, Sendable {
        /// The readable text, in one line; empty if there was none.
        var shows: String
        /// The secrets in it.
        var secrets: [String]
    }

    /// The result of one way.
    package struct Row: Encodable, Sendable {
        /// The name of the way.
        package let way: String
        let arguments: [String]
        /// The keys of the app's Info.plist that select the way.
        let infoKeys: [String]
        /// The stages at which the way is meant to hide secrets.
        let hides: [ConcealmentMode.Stage]
        /// Whether the program exited instead of stopping.
        let endedOnSuspend: Bool
        /// The visible parts by stage.
        let sights: [ConcealmentMode.Stage: Sight]
        /// The files of the snapshot.
        let snapshotFiles: [String]
        /// The secrets to look for, in order.
        let wanted: [String]

        /// Returns the visible parts at a stage.
        func sight(_ stage: ConcealmentMode.Stage) -> Sight { sights[stage] ?? Sight(shows: "", secrets: []) }

        /// The stages at which it was meant to hide secrets, and did not.
        var leaks: [ConcealmentMode.Stage] { hides.filter { !sight($0).secrets.isEmpty } }

        private enum CodingKeys: String, CodingKey {
            case way, arguments, infoKeys, hides, endedOnSuspend, lastPicture, bystander
            case bystanderWithoutAlternateScreen, snapshotFiles, snapshot, launch, secrets, leaks
        }

        /// Every secret visible at any stage, once each.
        var secrets: [String] {
            wanted.filter { secret in
                ConcealmentMode.Stage.allCases.contains { sight($0).secrets.contains(secret) }
            }
        }

        package func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(way, forKey: .way)
            try values.encode(arguments, forKey: .arguments)
            try values.encode(infoKeys, forKey: .infoKeys)
            try values.encode(hides, forKey: .hides)
            try values.encode(endedOnSuspend, forKey: .endedOnSuspend)
            try values.encode(sight(.lastPicture), forKey: .lastPicture)
            try values.encode(sight(.bystander), forKey: .bystander)
            try values.encode(
                sight(.bystanderWithoutAlternateScreen), forKey: .bystanderWithoutAlternateScreen)
            try values.encode(snapshotFiles, forKey: .snapshotFiles)
            try values.encode(sight(.snapshot), forKey: .snapshot)
            try values.encode(sight(.launch), forKey: .launch)
            try values.encode(secrets, forKey: .secrets)
            try values.encode(leaks, forKey: .leaks)
        }
    }

    /// The results, in the order in which the ways were tried.
    package let ways: [Row]
    /// The visible parts of file contents, with the cover.
    package let contents: ContentsReport

    private enum CodingKeys: String, CodingKey {
        case ways, contents, secrets, leaks
    }

    package init(_ ways: [Row], contents: ContentsReport = ContentsReport()) {
        self.ways = ways
        self.contents = contents
    }

    /// Whether a way failed to hide something.
    package var leaks: Bool { ways.contains { !$0.leaks.isEmpty } || !contents.leaks.isEmpty }

    /// The exit status of the command.
    package var exitStatus: Int32 { leaks ? 1 : 0 }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(ways.first?.wanted ?? SecretContainer.secrets, forKey: .secrets)
        try values.encode(ways, forKey: .ways)
        try values.encode(contents, forKey: .contents)
        try values.encode(leaks, forKey: .leaks)
    }
}
