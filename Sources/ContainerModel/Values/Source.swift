/// A document that states rules (container-rules.md, first paragraph).
package enum Source: String, CaseIterable, Codable, Sendable {
    /// The talk on the sandbox and its containers.
    case s0 = "S0"
    /// iOS Data Storage Guidelines.
    case s1 = "S1"
    /// Notes on the iOS file system, after Apple's guide.
    case s2 = "S2"
    /// The guide's table of directories, quoted and translated.
    case s3 = "S3"
    /// Application state and its snapshots.
    case s4 = "S4"
    /// Apple's File System Programming Guide, Table 1-1.
    case fileSystemProgrammingGuide = "FSPG"
    /// The sandbox profile of iOS, as in published analyses.
    case sandboxProfile = "SB"
    /// The manifest of a real iOS 14 backup.
    case backupManifest = "MB"
    /// Apple Platform Security, "Data Protection classes".
    case platformSecurity = "APS"
    /// Apple's documentation of `FileProtectionType`.
    case fileProtectionType = "FPT"
    /// Containers downloaded from devices.
    case realContainers = "RC"
}

extension Source {
    /// The documents that others call by a code.
    private static let coded: Set<Source> = [.s0, .s1, .s2, .s3, .s4, .sandboxProfile, .backupManifest]

    /// The document's name, with its code if it has one.
    package var title: String { Self.coded.contains(self) ? "\(name) (\(rawValue))" : name }

    /// The document's name without its code, for a text that names it in passing.
    package var name: String {
        switch self {
        case .s0: "the project's document on the sandbox"
        case .s1: "iOS Data Storage Guidelines"
        case .s2: "the project's notes on the iOS file system"
        case .s3: "the project's guide to an app's own sandbox"
        case .s4: "the project's document on launch images and snapshots"
        case .fileSystemProgrammingGuide: "File System Programming Guide, Table 1-1"
        case .sandboxProfile: "the iOS sandbox profile in published analyses"
        case .backupManifest: "the manifest of a real iOS 14 backup"
        case .platformSecurity: "Apple Platform Security, \"Data Protection classes\""
        case .fileProtectionType: "Apple's documentation of FileProtectionType"
        case .realContainers: "containers downloaded from devices"
        }
    }

    /// Returns documents by name: "A; B". Empty for none.
    package static func names(of sources: [Source]) -> String {
        sources.map(\.title).joined(separator: "; ")
    }
}
