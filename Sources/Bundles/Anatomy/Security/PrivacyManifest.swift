package import ContainerModel
import FileTree
import Formats

/// A privacy manifest, `PrivacyInfo.xcprivacy`: what an app or an SDK declares about the data that it collects and the
/// APIs that it calls.
package struct PrivacyManifest: Sendable {
    /// A mistake, as the App Store finds it when the app is uploaded.
    package struct Mistake: Hashable, Sendable {
        /// The number of the App Store's message.
        package enum Message: String, Hashable, Sendable {
            /// Invalid API category declaration.
            case category = "ITMS-91054"
            /// Invalid API reason declaration.
            case reason = "ITMS-91055"
            /// Invalid privacy manifest.
            case manifest = "ITMS-91056"
            /// Invalid tracking information.
            case tracking = "ITMS-91064"
        }

        /// The message.
        package let message: Message
        /// What is wrong, in a sentence without a full stop; not sanitized.
        package let detail: String
        /// The names that lead to the value.
        package let address: [String]
    }

    /// The path, from the container's root.
    package let path: ContainerPath
    /// `NSPrivacyTracking`; nil without an answer.
    package private(set) var tracks: Bool?
    /// `NSPrivacyTrackingDomains`; not sanitized.
    package private(set) var trackingDomains: [String] = []
    /// The categories of required reason APIs, each with its reasons; not sanitized.
    package private(set) var reasons: [String: Set<String>] = [:]
    /// The kinds of collected data that are used for tracking; not sanitized.
    package private(set) var trackedData: [String] = []
    /// The mistakes.
    package private(set) var mistakes: [Mistake] = []
    /// The reason why the file could not be read; nil if it could. Not sanitized.
    package private(set) var problem: String?

    /// The largest manifest that is read, in bytes.
    private static let maxBytes = 1 << 20
    private static let maxMistakes = 100

    /// Reads a manifest.
    /// - Parameters:
    ///   - path: The path from the container's root.
    ///   - isOfSDK: Whether it is a framework's, which may declare the reasons of SDKs.
    init(_ path: ContainerPath, in tree: any FileTree, isOfSDK: Bool) {
        self.path = path
        do throws(FileTreeError) {
            let bytes = try FileContents.read(path, in: tree, limit: Self.maxBytes)
            do throws(PropertyListError) {
                check(try PropertyListReader.read(bytes), isOfSDK: isOfSDK)
            } catch {
                note(.manifest, "it is not a property list: \(error)", at: [])
            }
        } catch {
            problem = error.message
        }
    }

    private mutating func note(_ message: Mistake.Message, _ detail: String, at address: [String]) {
        guard mistakes.count < Self.maxMistakes else { return }
        mistakes.append(Mistake(message: message, detail: detail, address: address))
    }

    private mutating func check(_ list: PropertyListValue, isOfSDK: Bool) {
        guard list.dictionaryValue != nil else {
            note(.manifest, "it is not a dictionary", at: [])
            return
        }
        checkKeys(of: list, PrivacyManifestRule.keys, at: [])
        tracks = list["NSPrivacyTracking"]?.booleanValue
        trackingDomains = list["NSPrivacyTrackingDomains"]?.strings ?? []
        for (index, row) in (list["NSPrivacyAccessedAPITypes"]?.arrayValue ?? []).enumerated() {
            checkAPI(row, at: ["NSPrivacyAccessedAPITypes", "\(index)"], isOfSDK: isOfSDK)
        }
        for (index, row) in (list["NSPrivacyCollectedDataTypes"]?.arrayValue ?? []).enumerated() {
            checkData(row, at: ["NSPrivacyCollectedDataTypes", "\(index)"])
        }
        if tracks != true, !trackingDomains.isEmpty {
            note(
                .tracking, "NSPrivacyTracking must be true, since NSPrivacyTrackingDomains is not empty",
                at: ["NSPrivacyTracking"])
        }
        for (index, domain) in trackingDomains.enumerated() where !Self.isDomain(domain) {
            note(
                .manifest, "a tracking domain must be a bare name, such as example.com: no scheme, path, port or space",
                at: ["NSPrivacyTrackingDomains", "\(index)"])
        }
    }

    /// Notes keys that Apple does not define and values of another type.
    /// - Returns: Whether all values have their types.
    @discardableResult
    private mutating func checkKeys(
        of row: PropertyListValue, _ keys: [String: PrivacyManifestRule.ValueType], at address: [String]
    ) -> Bool {
        guard let pairs = row.dictionaryValue else {
            note(.manifest, "a dictionary is expected here", at: address)
            return false
        }
        var areRight = true
        for (key, value) in pairs {
            guard let type = keys[key] else {
                note(.manifest, "Apple defines no key \(key) here", at: address + [key])
                continue
            }
            if !value.has(type) {
                note(.manifest, "the value of \(key) is not \(type.title)", at: address + [key])
                areRight = false
            }
        }
        return areRight
    }

    private mutating func checkAPI(_ row: PropertyListValue, at address: [String], isOfSDK: Bool) {
        guard checkKeys(of: row, PrivacyManifestRule.accessedAPIKeys, at: address) else { return }
        let category = row["NSPrivacyAccessedAPIType"]?.stringValue ?? ""
        let codes = row["NSPrivacyAccessedAPITypeReasons"]?.strings ?? []
        guard let rule = RequiredReasonRule.of(category) else {
            let text = category.isEmpty ? "the category is missing" : "Apple defines no category \(category)"
            note(.category, text, at: address + ["NSPrivacyAccessedAPIType"])
            return
        }
        reasons[category, default: []].formUnion(codes)
        let place = address + ["NSPrivacyAccessedAPITypeReasons"]
        if codes.isEmpty { note(.reason, "\(category) is declared without a reason", at: place) }
        for code in codes {
            guard let reason = rule.reasons.first(where: { $0.code == code }) else {
                let approved = rule.reasons.map(\.code).joined(separator: ", ")
                note(.reason, "\(code) is not an approved reason for \(rule.data); there are \(approved)", at: place)
                continue
            }
            if reason.isForSDKsOnly, !isOfSDK {
                note(.reason, "\(code) may be declared by third-party SDKs only: \(reason.permits)", at: place)
            }
        }
    }

    private mutating func checkData(_ row: PropertyListValue, at address: [String]) {
        guard checkKeys(of: row, PrivacyManifestRule.collectedDataKeys, at: address) else { return }
        for key in PrivacyManifestRule.collectedDataKeys.keys.sorted() where row[key] == nil {
            note(.manifest, "\(key) is missing", at: address)
        }
        if let type = row["NSPrivacyCollectedDataType"]?.stringValue {
            if !PrivacyManifestRule.dataTypes.contains(type) {
                note(.manifest, "Apple defines no kind of data \(type)", at: address + ["NSPrivacyCollectedDataType"])
            }
            if row["NSPrivacyCollectedDataTypeTracking"]?.isTrue == true { trackedData.append(type) }
        }
        let purposes = row["NSPrivacyCollectedDataTypePurposes"]?.strings ?? []
        for purpose in purposes where !PrivacyManifestRule.purposes.contains(purpose) {
            note(
                .manifest, "Apple defines no purpose \(purpose)", at: address + ["NSPrivacyCollectedDataTypePurposes"])
        }
    }

    /// Returns whether a text is the name of a domain, and nothing else.
    private static func isDomain(_ text: String) -> Bool {
        text.contains(".") && !text.unicodeScalars.contains { $0 == ":" || $0 == "/" || $0.properties.isWhitespace }
    }
}

extension PropertyListValue {
    /// Returns whether the value has a type.
    fileprivate func has(_ type: PrivacyManifestRule.ValueType) -> Bool {
        switch type {
        case .boolean: booleanValue != nil
        case .string: stringValue != nil
        case .strings: arrayValue?.allSatisfy { $0.stringValue != nil } ?? false
        case .dictionaries: arrayValue?.allSatisfy { $0.dictionaryValue != nil } ?? false
        }
    }
}
