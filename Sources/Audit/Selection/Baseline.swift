import Formats

/// The findings of an earlier audit, by their fingerprints: what is known is not reported again.
package struct Baseline: Sendable {
    /// A file that is none.
    package struct Mistake: Error, Hashable, Sendable {
        /// What is wrong, as a sentence without a full stop.
        package let message: String
    }

    private let fingerprints: Set<String>

    /// Reads the output of an earlier audit: JSON, one finding a line, or SARIF.
    /// - Throws: `Mistake` if it is neither.
    package init(_ bytes: [UInt8]) throws(Mistake) {
        var found: Set<String> = []
        let values: [JSONValue]
        do throws(FormatError) {
            if let one = try? JSONReader.read(bytes) {
                values = [one]
            } else {
                values = try JSONReader.readLines(bytes)
            }
        } catch {
            throw Mistake(message: "no JSON: \(error.message), at byte \(error.offset)")
        }
        var isKnown = false
        for value in values {
            if case .string(let text)? = value["fingerprint"] { found.insert(text) }
            if case .string("total")? = value["row"] { isKnown = true }
            for run in value["runs"]?.items ?? [] {
                isKnown = true
                for result in run["results"]?.items ?? [] {
                    if case .string(let text)? = result["partialFingerprints"]?["sandglassFingerprint/v1"] {
                        found.insert(text)
                    }
                }
            }
        }
        guard isKnown || !found.isEmpty else {
            throw Mistake(message: "neither the JSON nor the SARIF of an audit")
        }
        fingerprints = found
    }

    /// Returns whether a finding is in it.
    package func contains(_ finding: Finding) -> Bool { fingerprints.contains(finding.fingerprint) }
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
