import TestSupport
import Testing

@testable import Formats

@Suite("Rules of resource seals")
struct SealRuleTests {
    private static let expressions = [
        "^.*", "^.*\\.lproj/", "^(.*/)?\\.DS_Store$", ".*\\.dSYM($|/)", "^Info\\.plist$", "a|b", "[.]plist$",
        "[^/]*\\.nib$", "^[[:alpha:]]+$", "^[a\\]b]+$", "^[]a]+$", "x{2,3}", "(ab)+c?$", "^a.c$", "b$", "^$",
    ]
    private static let paths = [
        "Info.plist", "en.lproj/A.strings", "a/en.lproj/B", ".DS_Store", "a/.DS_Store", "a.DS_Store", "Tide.dSYM",
        "Tide.dSYM/x", "XInfo.plist", "Infoxplist", "a", "ab", "a\\]b", "a]", "xxx", "ababc", "a.c", "axc",
        "deep/x.nib",
    ]

    @Test("expressions match the paths that grep -E matches", arguments: expressions)
    func asGrep(_ expression: String) throws {
        // grep takes a line at a time, which no path here has two of.
        let text = Self.paths.map { $0 + "\n" }.joined()
        let said = try runCommand(["grep", "-E", "--", expression], input: Array(text.utf8))
        let expected = String(decoding: said.stdout, as: UTF8.self).split(separator: "\n").map(String.init)
        let compiled = try RegularExpression(PosixExpression.translated(expression), ignoringCase: false)
        let matcher = RegularExpressionMatcher(compiled)
        let found = try Self.paths.filter { path in
            try Array(path.utf8).withUnsafeBytes { try matcher.first(in: $0, from: 0) } != nil
        }
        #expect(found == expected)
    }

    @Test("the ends of lines in a name are not ends of the path")
    func lineBreaks() throws {
        for (expression, isFound) in [("^b$", false), ("^a", true), ("a$", false), ("b$", true), ("a.b", true)] {
            let compiled = try RegularExpression(PosixExpression.translated(expression), ignoringCase: false)
            let matcher = RegularExpressionMatcher(compiled)
            let found = try Array("a\nb".utf8).withUnsafeBytes { try matcher.first(in: $0, from: 0) }
            #expect((found != nil) == isFound, "\(expression)")
        }
    }

    private func decision(_ rules: PropertyListValue, on path: String) throws -> SealRuleMatcher.Decision {
        let seal = try ResourceSeal(PropertyListWriter.xml(["files2": [:], "rules2": rules]))
        return try SealRuleMatcher(seal, executable: "Tide").decision(on: Array(path.utf8))
    }

    @Test("the highest weight decides, and of two of one weight the rule that omits")
    func weights() throws {
        let rules: PropertyListValue = [
            "^.*": true, "^a": ["weight": .real(20.5)], "^ab": ["weight": 20, "omit": true],
            "^x": ["weight": 5], "^xy": ["weight": 5, "omit": true], "^z": false,
        ]
        func pattern(_ path: String) throws -> String? {
            guard case .rule(let rule) = try decision(rules, on: path) else { return nil }
            return rule.pattern
        }
        #expect(try pattern("other") == "^.*")
        #expect(try pattern("abc") == "^a")
        #expect(try pattern("xyz") == "^xy")
        #expect(try pattern("x") == "^x")
        // Both have the weight 1.
        #expect(try pattern("z") == "^z")
        #expect(try decision(["^nothing$": true], on: "a") == .unmatched)
    }

    @Test(
        "the seal itself and the executable are never sealed",
        arguments: ["_CodeSignature", "_CodeSignature/CodeResources", "CodeResources", "_MASReceipt/receipt", "Tide"])
    func exclusions(_ path: String) throws { #expect(try decision(["^.*": true], on: path) == .excluded) }

    @Test(
        "a file that is not a seal is refused with a reason",
        arguments: [
            ["a"], ["files2": [:]], ["rules2": [:], "files2": 3], ["files": [:], "rules": ["(": true]],
            ["files": [:], "rules": ["a": "b"]], ["files": ["a": .data([1])], "rules": [:]],
            ["files2": ["a": ["optional": true]], "rules2": [:]],
            ["files2": ["a": ["hash2": .data([1])]], "rules2": [:]],
        ] as [PropertyListValue])
    func malformed(_ list: PropertyListValue) {
        #expect(throws: FormatError.self) { try ResourceSeal(PropertyListWriter.xml(list)) }
    }
}
