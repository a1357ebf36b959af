import Formats

/// The findings of an earlier audit, by their fingerprints and the hashes of their values: what is known is not reported
/// again.
package struct Baseline: Sendable {
    /// A file that is none.
    package struct Mistake: Error, Hashable, Sendable {
        /// What is wrong, as a sentence without a full stop.
        package let message: String
    }

    /// What decides whether a finding is known.
    package enum Comparison: String, Sendable {
        /// The rule, the path and the way to the value: hashes made with different keys say nothing.
        case address
        /// The hash of the value as well.
        case value

        /// The comparison in words, as the end of a sentence.
        package var title: String {
            switch self {
            case .address: "compared by address alone (values are compared if both audits have the same key)"
            case .value: "compared by address and value"
            }
        }
    }

    /// The hashes of the values by fingerprint; empty for a finding without a value.
    private var hashes: [String: Set<String>] = [:]
    /// The identifiers of the keys of the hashes.
    private var keys: Set<String> = []
    /// The most findings at one address whose values are compared.
    private static let maxAtAddress = 128

    /// Reads the output of an earlier audit: JSON, one finding a line, or SARIF.
    /// - Throws: `Mistake` if it is neither.
    package init(_ bytes: [UInt8]) throws(Mistake) {
        let values: [JSONValue]
        do throws(FormatError) {
            if let one = try? JSONReader.read(bytes) {
                values = [one]
            } else {
                values = try JSONReader.readLines(bytes)
            }
        } catch {
            throw Mistake(message: "not JSON: \(error.message), at byte \(error.offset)")
        }
        var isKnown = false
        for value in values {
            add(value["fingerprint"], value["evidence"]?["hash"], value["fingerprints"])
            if case .string("total")? = value["row"] {
                isKnown = true
                add(key: value["key"])
            }
            for run in value["runs"]?.items ?? [] {
                isKnown = true
                add(key: run["properties"]?["key"])
                for result in run["results"]?.items ?? [] {
                    let properties = result["properties"]
                    add(
                        result["partialFingerprints"]?["sandglassFingerprint/v1"], properties?["hash"],
                        properties?["fingerprints"])
                }
            }
        }
        guard isKnown || !hashes.isEmpty else {
            throw Mistake(message: "neither the JSON nor the SARIF output of an audit")
        }
    }

    /// Adds a finding.
    /// - Parameter others: The fingerprints of the findings that it stands for.
    private mutating func add(_ fingerprint: JSONValue?, _ hash: JSONValue?, _ others: JSONValue?) {
        for value in [fingerprint].compactMap(\.self) + (others?.items ?? []) {
            guard case .string(let text) = value else { continue }
            hashes[text, default: []].formUnion([])
            if case .string(let digits)? = hash { hashes[text, default: []].insert(digits) }
        }
    }

    private mutating func add(key: JSONValue?) {
        if case .string(let text)? = key { keys.insert(text) } else { keys.insert("") }
    }

    /// Returns how findings are compared with it.
    /// - Parameter key: The identifier of the key of their hashes; nil for a key of one run.
    package func comparison(withKey key: String?) -> Comparison {
        key.map { keys == [$0] } == true ? .value : .address
    }

    /// Returns whether a finding is in it.
    package func contains(_ finding: Finding, by comparison: Comparison = .address) -> Bool {
        let known = hashes[finding.fingerprint]
        guard comparison == .value, let hash = finding.evidence?.hash else { return known != nil }
        if let known, known.isEmpty || known.contains(hash) { return true }
        // A value before it may have been added or removed, which changes its number.
        var other = finding
        return (0..<Self.maxAtAddress).contains { number in
            other.ordinal = number
            return hashes[other.fingerprint]?.contains(hash) == true
        }
    }
}

extension JSONValue {
    /// The value of a member; nil if there is none.
    subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    /// The items of an array; empty for anything else.
    var items: [JSONValue] {
        if case .array(let items) = self { return items }
        return []
    }
}
