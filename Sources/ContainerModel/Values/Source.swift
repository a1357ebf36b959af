/// A document that states rules (container-rules.md, first paragraph; `sandglass help sources`).
package enum Source: String, CaseIterable, Codable, Sendable {
    /// "The Sandbox": slides of a talk on the sandbox and its containers.
    case s0 = "S0"
    /// iOS Data Storage Guidelines.
    case s1 = "S1"
    /// Notes on Apple's File System Programming Guide.
    case s2 = "S2"
    /// Passages of Apple's File System Programming Guide, quoted and translated.
    case s3 = "S3"
    /// A chapter of Apple's App Programming Guide for iOS, translated: application state and its snapshots.
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

    /// The document's title, the edition that is cited, and its code if it has one: "File System Programming Guide, notes
    /// in Korean (S2)".
    package var title: String {
        let document = edition.map { "\(name), \($0)" } ?? name
        return isCoded ? "\(document) (\(rawValue))" : document
    }

    /// Whether others call the document by a code.
    package var isCoded: Bool { Self.coded.contains(self) }

    /// The document's title, for a text that names it in passing. Two editions of one document have the same.
    package var name: String {
        switch self {
        case .s0: "The Sandbox, slides in Korean"
        case .s1: "iOS Data Storage Guidelines"
        case .s2, .s3: "File System Programming Guide"
        case .s4: "App Programming Guide for iOS"
        case .fileSystemProgrammingGuide: "File System Programming Guide, Table 1-1"
        case .sandboxProfile: "the iOS sandbox profile in published analyses"
        case .backupManifest: "the manifest of a real iOS 14 backup"
        case .platformSecurity: "Apple Platform Security, \"Data Protection classes\""
        case .fileProtectionType: "Apple's documentation of FileProtectionType"
        case .realContainers: "containers downloaded from devices"
        }
    }

    /// What the copy that is cited is, if it is not the document itself.
    private var edition: String? {
        switch self {
        case .s2: "notes in Korean"
        case .s3: "with a Chinese translation"
        case .s4: "partly in Korean"
        default: nil
        }
    }

    /// What the document is, and where it is found, in sentences.
    package var account: String {
        switch self {
        case .s0: "Slides of a talk by Giftbot on the containers of an app. Given to the project by its owner."
        case .s1: "Apple's page for developers on what belongs where; no longer on its site. Given by the owner."
        case .s2: "Notes on Apple's guide, chapter File System Basics. Given by the owner. \(Self.guideAddress)"
        case .s3: "Passages of Apple's guide beside a translation. Given by the owner. \(Self.guideAddress)"
        case .s4:
            "A translation of Apple's guide, chapter Expected App Behaviors, which quotes the original at length. Given by "
                + "the owner. The guide was withdrawn; copies are in web archives."
        case .fileSystemProgrammingGuide:
            "Apple's guide, chapter File System Basics: the table of an app's directories. \(Self.guideAddress)"
        case .sandboxProfile:
            "The rules of the profile “container” of iOS, as researchers published them; for what documents leave open."
        case .backupManifest:
            "The rows of the Manifest.db of a backup of an iOS 14 device; for what documents leave open."
        case .platformSecurity: "Apple's guide to the security of its devices: support.apple.com/guide/security"
        case .fileProtectionType:
            "Apple's reference: developer.apple.com/documentation/foundation"
        case .realContainers: "Packages (.xcappdata) that Xcode downloaded from devices."
        }
    }

    /// Where Apple keeps its File System Programming Guide.
    private static let guideAddress =
        "The guide is in Apple's Documentation Archive: developer.apple.com/library/archive"

    /// Returns a place in the document: "App Programming Guide for iOS, Table 1-1".
    package func place(_ heading: String) -> String { "\(name), \(heading)" }

    /// Returns documents by title, Apple's first: "A; B". Empty for none.
    package static func names(of sources: [Source]) -> String {
        sources.applesFirst.map(\.title).joined(separator: "; ")
    }

    /// How near the document is to Apple's own words: 0 for these, 1 for notes on them, 2 for others.
    fileprivate var distance: Int {
        switch self {
        case .s1, .s3, .s4, .fileSystemProgrammingGuide, .platformSecurity, .fileProtectionType: 0
        case .s2: 1
        case .s0, .sandboxProfile, .backupManifest, .realContainers: 2
        }
    }
}

extension Array {
    /// Returns elements with those of Apple's documents first, otherwise in their order.
    /// - Parameter source: Returns the document of an element.
    package func applesFirst(by source: (Element) -> Source) -> [Element] {
        (0...2).flatMap { distance in filter { source($0).distance == distance } }
    }
}

extension [Source] {
    /// The documents, Apple's first, otherwise in their order.
    package var applesFirst: [Source] { applesFirst(by: \.self) }

    /// The name of the first document, Apple's before others, for a text that cites one in passing; nil without any.
    package var firstName: String? { applesFirst.first?.name }
}
