/// A rule of a resource seal: which files of a bundle are sealed (formats.md, "The bundle's resource seal").
package struct SealRule: Hashable, Sendable {
    /// A POSIX extended regular expression, looked for anywhere in the path of an item below the bundle.
    package let pattern: String
    /// The rule with the highest weight decides.
    package var weight = 1.0
    /// Whether matching items are omitted from the seal.
    package var isOmitted = false
    /// Whether a directory that matches is code that is sealed as a whole.
    package var isNested = false

    init(_ pattern: String, _ value: PropertyListValue) throws(FormatError) {
        self.pattern = pattern
        switch value {
        case .boolean(let seals): isOmitted = !seals
        case .dictionary(let values):
            if let weight = values["weight"]?.realValue, !weight.isNaN { self.weight = weight }
            isOmitted = values["omit"]?.booleanValue ?? false
            isNested = values["nested"]?.booleanValue ?? false
        default: throw FormatError(.malformed, "a rule that is neither a Boolean nor a dictionary", offset: 0)
        }
    }
}

/// Finds the rule for each item of a bundle, on one thread.
package final class SealRuleMatcher {
    /// The rules' decision on an item.
    package enum Decision: Hashable, Sendable {
        /// Never sealed, nor anything in it: the seal itself, the executable.
        case excluded
        /// No rule matches, so it is not sealed.
        case unmatched
        /// The rule that decides.
        case rule(SealRule)
    }

    /// A path on which a rule took too many steps.
    package struct Exhaustion: Error {
        /// The rule's pattern.
        package let pattern: String
    }

    private let rules: [(rule: SealRule, matcher: RegularExpressionMatcher)]
    private let executable: [UInt8]

    /// Creates a matcher.
    /// - Parameter executable: The name of the bundle's executable, which is sealed by its own code directory.
    package init(_ seal: ResourceSeal, executable: String?) {
        rules = zip(seal.rules, seal.expressions).map { ($0, RegularExpressionMatcher($1)) }
        self.executable = Array((executable ?? "").utf8)
    }

    private static let excluded = ["_CodeSignature", "CodeResources", "_MASReceipt"].map { Array($0.utf8) }

    /// Returns the rules' decision on an item.
    /// - Parameter path: The path below the bundle.
    /// - Throws: `Exhaustion`
    package func decision(on path: [UInt8]) throws(Exhaustion) -> Decision {
        let top = path.firstIndex(of: 0x2f).map { path[..<$0] } ?? path[...]
        if Self.excluded.contains(where: { top.elementsEqual($0) }) { return .excluded }
        if !executable.isEmpty, path == executable { return .excluded }
        var best: SealRule?
        for (rule, matcher) in rules {
            // The rule for an item is the one with the highest weight; of two of the same weight, the one that omits
            // it.
            if let best, rule.weight < best.weight || rule.weight == best.weight && (best.isOmitted || !rule.isOmitted)
            {
                continue
            }
            if try matches(matcher, path, rule) { best = rule }
        }
        return best.map { .rule($0) } ?? .unmatched
    }

    private func matches(
        _ matcher: RegularExpressionMatcher, _ path: [UInt8], _ rule: SealRule
    ) throws(Exhaustion) -> Bool {
        var found = false
        var isExhausted = false
        path.withUnsafeBytes { bytes in
            do throws(RegularExpressionMatcher.Exhaustion) {
                found = try matcher.first(in: bytes, from: 0) != nil
            } catch {
                isExhausted = true
            }
        }
        if isExhausted { throw Exhaustion(pattern: rule.pattern) }
        return found
    }
}
