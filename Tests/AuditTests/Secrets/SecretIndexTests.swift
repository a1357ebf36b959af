import Formats
import Search
import TestSupport
import Testing

@testable import Audit

@Suite("The index of secrets")
struct SecretIndexTests {
    @Test("what is beside an anchor never rules out a match of its row", arguments: 0..<30)
    func surroundings(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let parts =
            SecretPattern.all.flatMap(\.anchors) + [
                "=", ":", "\"", "'", " ", "\t", "\n", "@", "/", "?", "&", ";", "_", "bob", "s3cretpassw0rd12",
                "Bearer ",
                "Basic ", "ü", "abcdefghijklmnop", "eyJhbGciOiJIUzI1NiJ9", ".", "é", "host", "x",
            ]
        let text = (0..<4_000).map { _ in parts[Int.random(in: parts.indices, using: &random)] }.joined()
        for row in SecretPattern.all where row.surroundings != .any {
            let expression = try ContentsPattern(
                #"\G(?:"# + row.expression + ")", isExpression: true, caseSensitivity: .respected)
            let finder = ContentsFinder(expression)
            Array(text.utf8).withUnsafeBytes { bytes in
                AnchorFilter(row.anchors).forEach(in: bytes) { anchor, offset in
                    finder.beginBuffer()
                    guard (try? finder.first(in: bytes, from: offset)) != nil else { return true }
                    let range = offset..<offset + row.anchors[anchor].utf8.count
                    #expect(row.surroundings.areBeside(range, in: bytes), "\(row.kind) at \(offset)")
                    return true
                }
            }
        }
    }

    @Test("a row is tried where its surroundings are, and nowhere else")
    func places() {
        let places = [
            "password=": true, "machine": false,
            "https://bob:s3cret@": true, "https://host/a:b": false, "https:///:80": false,
            "Bearer ": true, "bearer of": true, "Writer: ": false,
        ]
        for (text, isPlace) in places {
            var isFound = false
            Array(text.utf8).withUnsafeBytes { bytes in
                SecretIndex.shared.forEachPlace(in: bytes, isSharp: false) { _, _ in
                    isFound = true
                    return true
                }
            }
            #expect(isFound == isPlace, "\(text)")
        }
    }

    @Test("a card's number is found at any offset, with and without groups", arguments: 0..<40)
    func cards(offset: Int) {
        let before = [UInt8](repeating: 0x78, count: offset)
        for number in ["4111 1111 1111 1111", "3782-822463-10005", "3056 930902 5904"] {
            let bytes = before + Array(" \(number) x".utf8)
            var grouped: [Range<Int>] = []
            bytes.withUnsafeBytes { CardNumber.forEach(in: $0) { if $0.isGrouped { grouped.append($0.range) } } }
            #expect(grouped == [offset + 1..<offset + 1 + number.utf8.count], "\(number)")
        }
        var found: [Range<Int>] = []
        let bytes = before + Array(" 4111111111111111 4111-1111-1111-1111, 4111 1111 1111 1112".utf8)
        bytes.withUnsafeBytes { CardNumber.forEach(in: $0) { found.append($0.range) } }
        // A blank between two numbers makes one of them, which is none.
        #expect(found.isEmpty)
        let apart = before + Array(" 4111111111111111; 4111-1111-1111-1111; 4111 1111 1111 1112".utf8)
        apart.withUnsafeBytes { CardNumber.forEach(in: $0) { found.append($0.range) } }
        #expect(found == [offset + 1..<offset + 17, offset + 19..<offset + 38])
    }

    @Test("what is ahead is told of each part, whatever is between them")
    func outlook() {
        let bytes = Array(#"{"a":"AKIA","b":"none","c":"1234 5678","d":"eyJh"}"#.utf8)
        bytes.withUnsafeBytes { all in
            let prospects = SecretIndex.shared.prospects(in: all)
            var told: [String] = []
            for range in [6..<10, 17..<21, 28..<37, 44..<48] {
                let part = UnsafeRawBufferPointer(rebasing: all[range])
                let prospect = prospects.prospect(of: part)
                told.append("\(prospect.matches) \(prospect.numbers)")
            }
            #expect(told == ["true false", "false false", "false true", "true false"])
            let other = Array("eyJh".utf8)
            #expect(other.withUnsafeBytes { prospects.prospect(of: $0).numbers })
        }
    }
}
