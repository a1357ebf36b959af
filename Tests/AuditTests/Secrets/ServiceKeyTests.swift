import Formats
import Foundation
import TestSupport
import Testing

@testable import Audit

/// Each row of the table of services' keys, with its example and what comes near it.
@Suite("Keys of services")
struct ServiceKeyTests {
    private static func findings(in text: String) throws -> [Finding] {
        var fixture = ContainerFixture()
        fixture["Documents/a.txt"] = "first line\n\(text)\n"
        return try fixture.findings()
    }

    @Test(
        "the example of a row is found as its kind, also behind a letter, and what comes near it is not",
        arguments: ServiceKey.all.indices)
    func row(index: Int) throws {
        let key = ServiceKey.all[index]
        let (example, miss) = (key.example.joined(), key.miss.joined())
        let found = try Self.findings(in: example)
        #expect(found.map(\.evidence?.kind) == [key.kind], "\(found.map(\.message))")
        #expect(found.first?.line == 2 && found.first?.message.contains(key.revoke) == true)
        #expect(!(try Self.findings(in: miss).contains { $0.evidence?.kind == key.kind }), "\(miss)")
        // A length stands before it in many formats.
        let isBound = key.expression.contains("(?<")
        #expect(try isBound || Self.findings(in: "\u{18}" + example).count == 1)
        #expect(try isBound || key.lead > 0 || Self.findings(in: "a" + example).count == 1)
    }

    @Test("a kind is in the table once, says how to revoke it, and is not in the source in one piece")
    func table() {
        #expect(Set(ServiceKey.all.map(\.kind)).count == ServiceKey.all.count)
        #expect(ServiceKey.all.count >= 120)
        #expect(ServiceKey.all.allSatisfy { $0.revocation.hasSuffix(".") && $0.example.count > 1 && $0.miss.count > 0 })
    }

    /// 1 MB in which an expression has most to do: its anchor again and again, and one followed by what may follow.
    @Test("no expression takes long for what is made to keep it busy", arguments: SecretPattern.all.indices)
    func worstCase(index: Int) throws {
        let pattern = SecretPattern.all[index]
        let size = (ProcessInfo.processInfo.environment["SANDGLASS_LONG_TESTS"] == nil ? 64 : 1024) << 10
        let finder = ContentsFinder(try ContentsPattern(#"\G(?:"# + pattern.expression + ")", isExpression: true))
        for anchor in pattern.anchors.prefix(2) {
            for filler in [anchor, "a", "A1", "0", "/", ":", "\"", " "] {
                let text = Array((anchor + String(repeating: filler, count: size / filler.utf8.count)).utf8)
                let time = processorTime {
                    text.withUnsafeBytes { buffer in
                        var offset = 0
                        // As the scanner does: at each anchor, in a window.
                        while offset < buffer.count {
                            let end = min(buffer.count, offset + 6_000)
                            finder.beginBuffer()
                            _ = try? finder.first(in: UnsafeRawBufferPointer(rebasing: buffer[offset..<end]), from: 0)
                            offset += filler == anchor ? anchor.utf8.count : buffer.count
                        }
                    }
                }
                #expect(time < .milliseconds(100), "\(pattern.kind) \(filler)")
            }
        }
    }

    /// A key in which one character is another one that its expression allows as well.
    @Test("whatever an expression matches has one of its anchors", arguments: ServiceKey.all.indices)
    func anchors(index: Int) throws {
        let key = ServiceKey.all[index]
        let finder = ContentsFinder(
            try ContentsPattern(
                #"\G(?:"# + key.expression + ")", isExpression: true, caseSensitivity: .respected))
        let example = Array(key.example.joined().utf8)
        for place in example.indices.prefix(24) {
            for other in UInt8(0x21)...0x7e where other != example[place] {
                var text = example
                text[place] = other
                finder.beginBuffer()
                guard let match = text.withUnsafeBytes({ try? finder.first(in: $0, from: 0) }),
                    match.range.lowerBound == 0
                else { continue }
                let isLed = key.anchors.contains { anchor in
                    text.dropFirst(key.lead).starts(with: anchor.utf8)
                }
                #expect(isLed, "\(key.kind): \(String(decoding: text, as: UTF8.self))")
            }
        }
    }

    @Test("names without values, or with what is none, take time in proportion to the text")
    func names() throws {
        let size = (ProcessInfo.processInfo.environment["SANDGLASS_LONG_TESTS"] == nil ? 64 : 1024) << 10
        for part in [
            "password", "token=", "cookie:", "secret=[[", "password='", "<password>", "api_key: ", "token => {",
            "pass ",
            "authorization: ", "password DEFAULT ", "secret:\n", "\"token\",", "password=\"\\", "token='''",
        ] {
            var fixture = ContainerFixture()
            fixture["Documents/a.txt"] = String(repeating: part, count: size / part.utf8.count)
            let time = try processorTime { _ = try fixture.findings() }
            #expect(time < .milliseconds(size / 64), "\(part): \(time)")
        }
    }
}
