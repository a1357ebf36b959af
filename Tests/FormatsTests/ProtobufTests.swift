import TestSupport
import Testing

@testable import Formats

@Suite("Protobuf")
struct ProtobufTests {
    /// The examples of https://protobuf.dev/programming-guides/encoding/: a number, a text, a message inside another.
    private static let examples: [(bytes: [UInt8], number: UInt64, value: ProtobufMessage.Value)] = [
        ([0x08, 0x96, 0x01], 1, .varint(150)),
        ([0x12, 0x07, 0x74, 0x65, 0x73, 0x74, 0x69, 0x6e, 0x67], 2, .bytes(Array("testing".utf8))),
        ([0x1a, 0x03, 0x08, 0x96, 0x01], 3, .bytes([0x08, 0x96, 0x01])),
        ([0x0d, 0, 0, 0x80, 0x3f], 1, .fixed32(0x3f80_0000)),
        ([0x09, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f], 1, .fixed64(0x3ff0_0000_0000_0000)),
        ([0x08] + Array(repeating: 0xff, count: 9) + [0x01], 1, .varint(.max)),
    ]

    @Test("the examples of the documentation are read", arguments: examples.indices)
    func example(_ index: Int) throws {
        let example = Self.examples[index]
        let message = try #require(ProtobufMessage(example.bytes))
        #expect(message.fields.count == 1)
        #expect(message.fields[0].number == example.number && message.fields[0].values == [example.value])
    }

    @Test(
        "bytes that no writer produces are not a message",
        arguments: [
            [], [0x08], [0x00, 0x01], [0x08, 0x80], [0x08, 0x80, 0x00], [0x0a, 0x05, 0x61], [0x0b, 0x0c], [0x0e, 0, 0],
            [0x0d, 0, 0, 0], [0x09, 0, 0, 0], [0x10, 1, 0x08, 1], [0x08, 1, 0x0a, 0], [0x88, 0x80, 0x01, 1],
            [0x08] + Array(repeating: 0xff, count: 9) + [0x02], [0x08] + Array(repeating: 0xff, count: 10) + [0x01],
            [0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
        ] as [[UInt8]])
    func refused(_ bytes: [UInt8]) { #expect(ProtobufMessage(bytes) == nil) }

    @Test("repeated fields are one with several values")
    func repeated() throws {
        let message = try #require(ProtobufMessage([0x08, 1, 0x08, 2, 0x10, 3]))
        #expect(message.fields.map(\.number) == [1, 2])
        #expect(message.fields[0].values == [.varint(1), .varint(2)])
    }

    @Test("bytes are interpreted as a message first, then as text, unless all are printable")
    func guesses() {
        #expect(ProtobufMessage.Guess(Array("testing".utf8)) == .text("testing"))
        // 0x68 would be the tag of field 13.
        #expect(ProtobufMessage.Guess(Array("h1".utf8)) == .text("h1"))
        #expect(ProtobufMessage.Guess([0xff, 0x00]) == .data([0xff, 0x00]))
        guard case .message = ProtobufMessage.Guess([0x08, 0x01]) else {
            Issue.record("no message")
            return
        }
    }

    @Test("fewer than 1 in 1,000 random strings of 16 to 200 bytes is interpreted as a message")
    func chance() {
        var random = SeededGenerator(seed: 31)
        var count = 0
        for _ in 0..<20_000 {
            let length = Int.random(in: 16...200, using: &random)
            let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            if ProtobufMessage(bytes)?.hasText == true { count += 1 }
        }
        #expect(count < 20, "\(count)")
    }

    @Test("randomly mutated messages are read or refused")
    func mutated() {
        let inner: [UInt8] = [0x0a, 0x05, 0x68, 0x65, 0x6c, 0x6c, 0x6f, 0x10, 0x96, 0x01]
        let field: [UInt8] = [0x12, UInt8(inner.count)] + inner
        var sample: [UInt8] = [0x08, 1]
        sample += field + field
        sample += [0x1d, 0, 0, 0x80, 0x3f, 0x21, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f]
        #expect(ProtobufMessage(sample)?.hasText == true)
        withMutations(of: [sample]) { bytes in
            if let message = ProtobufMessage(bytes) {
                _ = message.hasText
                #expect(!message.fields.isEmpty)
            }
        }
    }
}
