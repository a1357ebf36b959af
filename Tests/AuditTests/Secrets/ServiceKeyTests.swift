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
                            finder.begin()
                            _ = try? finder.first(in: UnsafeRawBufferPointer(rebasing: buffer[offset..<end]), from: 0)
                            offset += filler == anchor ? anchor.utf8.count : buffer.count
                        }
                    }
                }
                #expect(time < .milliseconds(100), "\(pattern.kind) \(filler)")
            }
        }
    }
}
