import Formats
import TestSupport
import Testing

@testable import Audit

@Suite("The filter of anchors")
struct AnchorFilterTests {
    private static let texts = ["eyJh", "password", "a://", "ghp_", "assw0", "sk_live_"]

    @Test("it finds exactly what a comparison at each offset finds", arguments: 0..<40)
    func comparison(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let letters = Array("aeyJhpsw0rdkl_iv:/gASSWORD".utf8)
        var bytes = (0..<2_000).map { _ in letters[Int.random(in: letters.indices, using: &random)] }
        for text in Self.texts {
            let place = Int.random(in: 0..<1_900, using: &random)
            bytes.replaceSubrange(place..<place + text.utf8.count, with: text.utf8)
        }
        var found: Set<String> = []
        let filter = AnchorFilter(Self.texts)
        bytes.withUnsafeBytes { buffer in
            filter.forEach(in: buffer) { text, offset in
                found.insert("\(text) \(offset)")
                return true
            }
        }
        let lower = bytes.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
        var expected: Set<String> = []
        for (number, text) in Self.texts.enumerated() {
            let wanted = Array(text.lowercased().utf8)
            for offset in 0...(lower.count - wanted.count)
            where lower[offset..<offset + wanted.count].elementsEqual(wanted) {
                expected.insert("\(number) \(offset)")
            }
        }
        #expect(found == expected)
        #expect(!expected.isEmpty)
    }

    @Test("a text is found at any offset, also where 32 bytes end, in either case", arguments: 0..<70)
    func offsets(offset: Int) {
        // Only the case of ASCII letters does not matter.
        let anchors = Set(SecretPattern.all.flatMap(\.anchors)).filter { $0.utf8.allSatisfy { $0 < 0x80 } }.sorted()
        let filter = AnchorFilter(anchors)
        for (number, text) in anchors.enumerated() {
            for text in [text, text.uppercased(), text.lowercased()] {
                let bytes = [UInt8](repeating: 0x2e, count: offset) + Array(text.utf8)
                var isFound = false
                bytes.withUnsafeBytes { buffer in
                    filter.forEach(in: buffer) { found, place in
                        if found == number { isFound = place == offset }
                        return true
                    }
                }
                #expect(isFound, "\(text)")
                let isCutFound = bytes.dropLast().withUnsafeBytes { buffer in
                    var isFound = false
                    filter.forEach(in: buffer) { found, _ in
                        isFound = isFound || found == number
                        return true
                    }
                    return isFound
                }
                #expect(!isCutFound, "\(text)")
            }
        }
    }

    @Test("a name that tells something is never ruled out", arguments: SensitiveKeyName.all.flatMap(\.names))
    func names(name: String) {
        for name in [name, "user_\(name)", name.uppercased(), "Z" + name.uppercased(), name.map { "\($0)-" }.joined()] {
            let facts = NameFacts(of: name)
            let mayTell = Array(name.utf8).withUnsafeBytes { NameFacts.mayTell($0) }
            #expect(mayTell || facts.key == nil && !facts.isOfCard, "\(name)")
        }
    }

    @Test(
        "a name of a card's number is never ruled out",
        arguments: ["card", "Card No", "myCardNumber2", "x_pan", "PAN-1", "ccnum", "zcard", "Ka-rte", "creditCardX"])
    func cards(name: String) {
        #expect(CardNumber.isTelling(name))
        #expect(Array(name.utf8).withUnsafeBytes { NameFacts.mayTell($0) })
    }

    @Test("names that tell nothing are ruled out", arguments: ["", "id", "title", "ZBODY", "updated_at", "12345"])
    func others(name: String) { #expect(Array(name.utf8).withUnsafeBytes { !NameFacts.mayTell($0) }) }

    @Test("every form of a secret compiles, and begins with one of its anchors", arguments: SecretPattern.all.indices)
    func patterns(row: Int) throws {
        let pattern = SecretPattern.all[row]
        // Named values are read without one.
        if !pattern.expression.isEmpty {
            #expect(throws: Never.self) { try ContentsPattern(pattern.expression, isExpression: true) }
        }
        #expect(pattern.anchors.allSatisfy { $0.utf8.count >= 4 })
    }
}
