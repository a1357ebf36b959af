/// What was found out about the ways to hide, for people and as JSON.
package struct HidingReport: Encodable {
    /// What was seen at one stage.
    package struct Sight: Encodable {
        /// What could be read there, in one line; empty where nothing could.
        var shows: String
        /// The secrets among it.
        var secrets: [String]
    }

    /// What was seen of one way.
    package struct Row: Encodable {
        package let way: String
        let arguments: [String]
        /// The keys of the app's Info.plist that make the way.
        let infoKeys: [String]
        /// Where the way is meant to hide.
        let hides: [HidingWay.Stage]
        /// Whether the program ended instead of stopping.
        let endedOnSuspend: Bool
        let suspended: Sight
        /// The files that make the snapshot.
        let snapshotFiles: [String]
        let snapshot: Sight
        let launch: Sight

        /// What was seen at a stage.
        func sight(_ stage: HidingWay.Stage) -> Sight {
            switch stage {
            case .suspended: suspended
            case .snapshot: snapshot
            case .launch: launch
            }
        }

        /// Where it was meant to hide, and did not.
        var leaks: [HidingWay.Stage] { hides.filter { !sight($0).secrets.isEmpty } }

        private enum CodingKeys: String, CodingKey {
            case way, arguments, infoKeys, hides, endedOnSuspend, suspended, snapshotFiles, snapshot, launch, secrets
            case leaks
        }

        /// Every secret that was seen anywhere, once.
        var secrets: [String] {
            Strongbox.secrets.filter { secret in
                HidingWay.Stage.allCases.contains { sight($0).secrets.contains(secret) }
            }
        }

        package func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(way, forKey: .way)
            try values.encode(arguments, forKey: .arguments)
            try values.encode(infoKeys, forKey: .infoKeys)
            try values.encode(hides, forKey: .hides)
            try values.encode(endedOnSuspend, forKey: .endedOnSuspend)
            try values.encode(suspended, forKey: .suspended)
            try values.encode(snapshotFiles, forKey: .snapshotFiles)
            try values.encode(snapshot, forKey: .snapshot)
            try values.encode(launch, forKey: .launch)
            try values.encode(secrets, forKey: .secrets)
            try values.encode(leaks, forKey: .leaks)
        }
    }

    /// One for each way, in the order they were tried.
    package let ways: [Row]

    private enum CodingKeys: String, CodingKey {
        case ways, secrets, leaks
    }

    package init(_ ways: [Row]) { self.ways = ways }

    /// Whether a way that should hide did not.
    package var leaks: Bool { ways.contains { !$0.leaks.isEmpty } }

    /// With which the command ends.
    package var exitStatus: Int32 { leaks ? 1 : 0 }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(Strongbox.secrets, forKey: .secrets)
        try values.encode(ways, forKey: .ways)
        try values.encode(leaks, forKey: .leaks)
    }
}
