/// A protobuf message read without its schema (https://protobuf.dev/programming-guides/encoding/), one level at a time.
/// The meaning of a field is a guess.
package struct ProtobufMessage: Hashable, Sendable {
    /// A value by its wire type.
    package enum Value: Hashable, Sendable {
        case varint(UInt64)
        case fixed64(UInt64)
        case fixed32(UInt32)
        /// Text, data or another message.
        case bytes([UInt8])
    }

    /// A field, with its values in order.
    package struct Field: Hashable, Sendable {
        package let number: UInt64
        package fileprivate(set) var values: [Value]
    }

    /// The maximum number of bytes read.
    package static let maxBytes = 16 << 20
    /// The maximum field number that is plausible; few schemas have more.
    private static let maxFields: UInt64 = 2_047
    /// The maximum number of values.
    private static let maxValues = 1_000_000

    /// The fields in the order of their numbers.
    package let fields: [Field]

    /// Reads a message as writers write it: fields in the order of their numbers, each with one wire type, and all
    /// numbers without superfluous bytes. Readers accept more, but also most bytes that are not a message.
    /// - Returns: nil for anything else, and for no bytes.
    package init?(_ bytes: [UInt8]) {
        guard !bytes.isEmpty, bytes.count <= Self.maxBytes else { return nil }
        var fields: [Field] = []
        var position = 0
        var count = 0
        while position < bytes.count {
            guard let tag = Self.varint(bytes, &position), let value = Self.value(bytes, &position, wireType: tag & 7)
            else { return nil }
            count += 1
            let number = tag >> 3
            guard (1...Self.maxFields).contains(number), count <= Self.maxValues else { return nil }
            if let last = fields.indices.last, fields[last].number >= number {
                guard fields[last].number == number, fields[last].values[0].wireType == value.wireType else {
                    return nil
                }
                fields[last].values.append(value)
            } else {
                fields.append(Field(number: number, values: [value]))
            }
        }
        self.fields = fields
    }

    private static func value(_ bytes: [UInt8], _ position: inout Int, wireType: UInt64) -> Value? {
        switch wireType {
        case 0: return varint(bytes, &position).map(Value.varint)
        case 1:
            guard let number = bytes.littleEndian(at: position, size: 8) else { return nil }
            position += 8
            return .fixed64(number)
        case 2:
            guard let length = varint(bytes, &position), length <= bytes.count,
                let range = bytes.range(at: position, length: Int(length))
            else { return nil }
            position = range.upperBound
            return .bytes(Array(bytes[range]))
        case 5:
            guard let number = bytes.littleEndian(at: position, size: 4) else { return nil }
            position += 4
            return .fixed32(UInt32(truncatingIfNeeded: number))
        // Groups are no longer written.
        default: return nil
        }
    }

    /// Reads a number of up to 64 bits in groups of seven, the least significant first.
    private static func varint(_ bytes: [UInt8], _ position: inout Int) -> UInt64? {
        var number: UInt64 = 0
        for shift in stride(from: 0, to: 64, by: 7) {
            guard position < bytes.count else { return nil }
            let byte = bytes[position]
            position += 1
            number |= UInt64(byte & 0x7f) << UInt64(shift)
            guard byte & 0x80 == 0 else { continue }
            // A last group of zero is superfluous, and of the tenth only one bit fits.
            return byte == 0 && shift > 0 || shift == 63 && byte > 1 ? nil : number
        }
        return nil
    }
}

extension ProtobufMessage.Value {
    /// The number that says how the value is stored.
    fileprivate var wireType: UInt64 {
        switch self {
        case .varint: 0
        case .fixed64: 1
        case .bytes: 2
        case .fixed32: 5
        }
    }
}

extension ProtobufMessage {
    /// The apparent type of the bytes of a field.
    package enum Guess: Hashable, Sendable {
        case message(ProtobufMessage)
        case text(String)
        case data([UInt8])

        /// Guesses the type of bytes: a message, otherwise text, otherwise data. Bytes that are all printable are text:
        /// the tags of the first fields are control characters.
        package init(_ bytes: [UInt8]) {
            let text = Guess.readableText(in: bytes)
            let isPrintable = text != nil && !bytes.contains { $0 < 0x20 }
            if !isPrintable, let message = ProtobufMessage(bytes) {
                self = .message(message)
            } else {
                self = text.map(Guess.text) ?? .data(bytes)
            }
        }

        /// Returns the text if the bytes are valid UTF-8 without control characters other than tabs and line ends.
        private static func readableText(in bytes: [UInt8]) -> String? {
            guard !bytes.contains(where: { $0 < 0x20 && !$0.isXMLSpace || $0 == 0x7f }) else { return nil }
            return String(validating: bytes, as: UTF8.self)
        }
    }

    /// The least number of bytes of a text that does not occur by chance.
    private static let leastText = 4

    /// Whether the message has text in it, or in a message inside of it, so that it is not a message by chance.
    package var hasText: Bool {
        for field in fields {
            for case .bytes(let bytes) in field.values where bytes.count >= Self.leastText {
                switch Guess(bytes) {
                case .text: return true
                case .message(let inner):
                    // One more level is enough.
                    for field in inner.fields {
                        for case .bytes(let bytes) in field.values where bytes.count >= Self.leastText {
                            if case .text = Guess(bytes) { return true }
                        }
                    }
                case .data: continue
                }
            }
        }
        return false
    }
}
