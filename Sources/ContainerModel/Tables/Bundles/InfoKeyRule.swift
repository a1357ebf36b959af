/// A row of the table of keys of Info.plist that the documents speak of: the name that Xcode shows, what a value means,
/// and what is advised.
package struct InfoKeyRule: Hashable, Sendable {
    /// The key.
    package let key: String
    /// The name that Xcode shows for it.
    package let name: String
    /// The meaning of YES, or of any value if the key is no answer.
    package let effect: String
    /// The meaning of NO, which is also that of a missing key; nil if the key is no answer.
    package let otherwise: String?
    /// The documents' advice; nil if they give none.
    package let advice: String?
    /// The document, and where it stands there.
    package let source: String

    private init(
        _ key: String, _ name: String, _ effect: String, otherwise: String? = nil, advice: String? = nil,
        source: String
    ) {
        (self.key, self.name, self.effect) = (key, name, effect)
        (self.otherwise, self.advice, self.source) = (otherwise, advice, source)
    }

    /// Returns the meaning of an answer; nil if it is not known.
    package func effect(of answer: Answer) -> String? {
        switch answer {
        case .yes: effect
        case .no: otherwise
        case .unknown: nil
        }
    }

    /// Returns the row about a key; nil if the documents do not speak of it.
    package static func of(_ key: String) -> InfoKeyRule? { all.first { $0.key == key } }

    private static let keyReference = UsageDescriptionRule.reference
    private static let keysOfS4 = Source.s4.place("The Information Property List File")

    /// All rows, those of the slides first.
    package static let all: [InfoKeyRule] = [
        InfoKeyRule(
            "UIFileSharingEnabled", "Application supports iTunes file sharing",
            "the Finder and iTunes show Documents, where the user adds and deletes files",
            otherwise: "the user does not see Documents",
            advice: "store only what the user may see, change and delete in Documents",
            source: "\(keyReference); \(Source.s0.place("UIFileSharingEnabled"))"),
        InfoKeyRule(
            "LSSupportsOpeningDocumentsInPlace", "Supports opening documents in place",
            "the app gets the original's URL, and with UIFileSharingEnabled the Files app shows Documents",
            otherwise: "the app gets a copy in tmp/<bundle id>-Inbox",
            advice: "access originals through File Coordinator and File Presenter",
            source: "\(keyReference); \(Source.s0.place("LSSupportsOpeningDocumentsInPlace"))"),
        InfoKeyRule(
            "UIApplicationExitsOnSuspend", "Application does not run in background",
            "the app is terminated when it enters the background: no snapshot, nothing to restore",
            otherwise: "the app is suspended, and the system takes a snapshot of its screen",
            source: "\(keyReference); \(Source.s0.place("UIApplicationExitsOnSuspend"))"),
        InfoKeyRule(
            "CFBundleDocumentTypes", "Document types",
            "the app receives documents of these types from other apps",
            advice: "apps that define document types must declare them",
            source: "\(keysOfS4); \(Source.s0.place("CFBundleDocumentTypes"))"),
        InfoKeyRule(
            "UIRequiresPersistentWiFi", "Application uses Wi-Fi",
            "iOS does not close an idle Wi-Fi connection",
            otherwise: "iOS closes a Wi-Fi connection that is idle for long",
            advice: "recommended for apps that communicate with a server", source: keysOfS4),
        InfoKeyRule(
            "UINewsstandApp", "Application presents content in Newsstand",
            "the app presents content from Newsstand, which iOS had until version 8", source: keysOfS4),
        InfoKeyRule(
            "UIRequiredDeviceCapabilities", "Required device capabilities",
            "the App Store offers the app only for devices that have, or lack, these features",
            advice: "declare what the app needs to run, and leave out what is optional",
            source: Source.s4.place("Declaring the Required Device Capabilities")),
        InfoKeyRule(
            "CFBundleURLTypes", "URL types", "other apps open this one with URLs of these schemes", source: keysOfS4),
        InfoKeyRule(
            "UIMainStoryboardFile", "Main storyboard file base name", "the app's interface begins with this storyboard",
            source: Source.s4.place("Table 1-1")),
        InfoKeyRule(
            "NSMainNibFile", "Main nib file base name", "the app's interface begins with this nib file",
            source: Source.s4.place("Table 1-1")),
        InfoKeyRule(
            "NSAppTransportSecurity", "App Transport Security Settings",
            "exceptions from the rule that connections are encrypted",
            advice: "use HTTPS when sending user or device data", source: Source.s4.place("Supporting User Privacy")),
    ]

    /// Returns the name that Xcode shows for a key that says why the app needs protected data: "Privacy - Camera Usage
    /// Description"; nil for other keys.
    package static func name(ofUsageDescription key: String) -> String? {
        let ending = "UsageDescription"
        guard key.hasSuffix(ending) else { return nil }
        if let name = unusualNames[key] { return "Privacy - \(name) Usage Description" }
        var words = ""
        var previous: Character = "A"
        for character in key.dropLast(ending.count).trimmingPrefix("NS") {
            if character.isUppercase, previous.isLowercase { words += " " }
            words.append(character)
            previous = character
        }
        return "Privacy - \(words) Usage Description"
    }

    /// Names that are not the words of the key.
    private static let unusualNames = [
        "NSAppleMusicUsageDescription": "Media Library", "NFCReaderUsageDescription": "NFC Scan",
    ]
}
