import ContainerModel
import Formats

/// The keys of Info.plist that the documents speak of, with what they mean. JSON keys are stable.
package struct BundleKey: Encodable, Hashable, Sendable {
    /// The key.
    package let key: String
    /// The name that Xcode shows for it.
    package let name: String
    /// The value as text; not sanitized.
    package let value: String
    /// What the value means; nil for a value that is no answer where one is needed.
    package let effect: String?
    /// The documents' advice; nil if they give none.
    package let advice: String?
    /// The document, and where it stands there.
    package let source: String

    /// Finds the keys of the table in an Info.plist, in the order of the table.
    static func all(in information: PropertyListValue) -> [BundleKey] {
        InfoKeyRule.all.compactMap { rule -> BundleKey? in
            guard let value = information[rule.key] else { return nil }
            let answer: Answer = rule.otherwise == nil ? .yes : value.isTrue ? .yes : .no
            return BundleKey(
                key: rule.key, name: rule.name, value: value.listedText,
                effect: RequiredCapabilities(value, of: rule)?.sentence ?? rule.effect(of: answer),
                advice: rule.advice, source: rule.source)
        }
    }

    /// The key with its name, its value, its effect and the advice, in one line.
    var line: String {
        "\(key) (\(name)) = \(value)" + (effect.map { ": \($0)" } ?? "") + (advice.map { "; \($0)" } ?? "")
            + "  (\(source))"
    }
}

/// The features of a device that an app requires and prohibits: S4, "Declaring the Required Device Capabilities".
struct RequiredCapabilities {
    /// The features that the device must have, in order.
    let required: [String]
    /// The features that the device must not have, in order. Only a dictionary can say so.
    let prohibited: [String]

    /// Reads a value of UIRequiredDeviceCapabilities; nil for another key, and for a value that names no feature.
    init?(_ value: PropertyListValue, of rule: InfoKeyRule) {
        guard rule.key == "UIRequiredDeviceCapabilities" else { return nil }
        self.init(value)
        if required.isEmpty, prohibited.isEmpty { return nil }
    }

    /// Reads a value of UIRequiredDeviceCapabilities.
    init(_ value: PropertyListValue?) {
        let pairs = value?.dictionaryValue
        required = ((value?.strings ?? []) + (pairs?.filter { $1.isTrue }.map { $0.key } ?? [])).sorted()
        prohibited = (pairs?.filter { !$1.isTrue }.map { $0.key } ?? []).sorted()
    }

    /// The meaning of the value: "the App Store offers the app only for devices that have arm64, and not telephony".
    var sentence: String {
        let has = required.isEmpty ? "" : "have \(Self.list(required, "and"))"
        let hasNot = prohibited.isEmpty ? "" : "do not have \(Self.list(prohibited, "or"))"
        let both = [has, hasNot].filter { !$0.isEmpty }.joined(separator: ", and ")
        return "the App Store offers the app only for devices that \(both)"
    }

    private static func list(_ names: [String], _ word: String) -> String {
        guard names.count > 1, let last = names.last else { return names.joined() }
        return names.dropLast().joined(separator: ", ") + " \(word) \(last)"
    }
}

extension PropertyListValue {
    /// The value as text, with the strings of an array and the answers of a dictionary.
    fileprivate var listedText: String {
        if let values = arrayValue, values.allSatisfy({ $0.stringValue != nil }), !values.isEmpty {
            return values.compactMap(\.stringValue).joined(separator: ", ")
        }
        if let pairs = dictionaryValue, !pairs.isEmpty, pairs.count <= 8 {
            return pairs.map { "\($0.key) \($0.value.shortText)" }.joined(separator: ", ")
        }
        return shortText
    }
}
