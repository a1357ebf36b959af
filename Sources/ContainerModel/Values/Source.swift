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
    /// The document's name, with its code if it is one of the project's.
    package var title: String {
        switch self {
        case .s0: "the project's document on the sandbox (S0)"
        case .s1: "iOS Data Storage Guidelines (S1)"
        case .s2: "the project's notes on the iOS file system (S2)"
        case .s3: "the project's guide to an app's own sandbox (S3)"
        case .s4: "the project's document on launch images and snapshots (S4)"
        case .fileSystemProgrammingGuide: "File System Programming Guide, Table 1-1"
        case .sandboxProfile: "the iOS sandbox profile in published analyses (SB)"
        case .backupManifest: "the manifest of a real iOS 14 backup (MB)"
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
