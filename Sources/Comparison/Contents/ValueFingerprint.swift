import Documents
import FileTree
import Formats
import Synchronization

/// A number for the meaning of a value, which differs for values that differ, but for accidents of one in 2⁶⁴.
enum ValueFingerprint {
    /// A list or a record, some of whose members have been counted.
    private struct Group {
        let node: ValueNode
        let children: [ValueNode]
        var prints: [UInt64] = []

        init(_ node: ValueNode) {
            self.node = node
            children = node.children
        }

        var print: UInt64 {
            var hasher = Hasher()
            switch node.value {
            case .list(let title) where title.isSet:
                hasher.combine(1)
                hasher.combine(prints.reduce(0, &+))
            case .list:
                hasher.combine(1)
                for print in prints { hasher.combine(print) }
            default:
                hasher.combine(2)
                // The order of keys says nothing.
                hasher.combine(
                    zip(children, prints).reduce(UInt64(0)) { sum, pair in
                        var member = Hasher()
                        member.combine(pair.0.step)
                        member.combine(pair.1)
                        return sum &+ member.print
                    })
            }
            return hasher.print
        }
    }

    /// Returns the number for a value, without recursion: values can be nested as deep as a file is long.
    static func of(_ node: ValueNode) -> UInt64 {
        guard node.value.isGroup else { return leaf(node) }
        var open = [Group(node)]
        while true {
            let last = open.count - 1
            guard open[last].prints.count < open[last].children.count else {
                let print = open.removeLast().print
                guard !open.isEmpty else { return print }
                open[last - 1].prints.append(print)
                continue
            }
            let child = open[last].children[open[last].prints.count]
            if child.value.isGroup { open.append(Group(child)) } else { open[last].prints.append(leaf(child)) }
        }
    }

    /// The number of bytes of a large value that are in memory at once.
    private static let partLength = 1 << 20

    private static func leaf(_ node: ValueNode) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(node.storedText)
        hasher.combine(node.escapedBytes)
        if let source = node.source {
            var offset: UInt64 = 0
            while let part = try? source.bytes(from: offset, count: partLength), !part.isEmpty {
                part.withUnsafeBytes { hasher.combine(bytes: $0) }
                offset += UInt64(part.count)
            }
            hasher.combine(offset)
        }
        // Nobody knows whether two of these are the same: they are compared, which says so.
        if node.unread != nil { hasher.combine(unknown.wrappingAdd(1, ordering: .relaxed).newValue) }
        combine(node.value, into: &hasher)
        return hasher.print
    }

    private static let unknown = Atomic(0)

    private static func combine(_ value: DocumentValue, into hasher: inout Hasher) {
        switch value {
        case .data(let bytes):
            hasher.combine(3)
            hasher.combine(bytes)
        case .string(let text):
            hasher.combine(4)
            hasher.combine(Array(text.utf8))
        default:
            hasher.combine(5)
            hasher.combine(Array(value.scalar.utf8))
        }
    }
}

extension Hasher {
    /// The hash value as a number without a sign.
    fileprivate var print: UInt64 { UInt64(bitPattern: Int64(finalize())) }
}

extension DocumentValue {
    /// Whether it has members.
    fileprivate var isGroup: Bool {
        switch self {
        case .list, .record: true
        default: false
        }
    }
}

extension DocumentValue {
    /// Whether two values that hold no others say the same, in whatever form they are stored.
    func means(_ other: DocumentValue) -> Bool {
        switch (self, other) {
        case (.integer(let one), .integer(let other)): return one == other
        case (.boolean(let one), .boolean(let other)): return one == other
        case (.real(let one), .real(let other)):
            return one.bitPattern == other.bitPattern || one.isNaN && other.isNaN
        case (.string(let one), .string(let other)): return one.hasSameBytes(as: other)
        case (.data(let one), .data(let other)): return one == other
        case (.list(let one), .list(let other)), (.record(let one), .record(let other)): return one == other
        default: return scalar == other.scalar
        }
    }

    /// A text for a value that holds no others: the same for the same value.
    fileprivate var scalar: String {
        switch self {
        case .null: "null"
        case .boolean(let value): "boolean \(value)"
        case .integer(let number): "number \(number)"
        case .wide(let number): "number \(number)"
        case .real(let number): "real \(number)"
        case .number(let text): "number \(Self.plain(text))"
        case .date(let date): "date \(date.identity)"
        case .reference(let text): "reference \(text)"
        case .shared(let path): "shared \(path)"
        case .missing(let number): "missing \(number)"
        case .string(let text): "string \(text)"
        case .data(let bytes): "data \(bytes.count)"
        case .list(let title): "list \(title)"
        case .record(let title): "record \(title)"
        }
    }

    /// A number of JSON in one notation, exactly: `1e2` and `100.0` as `100`, which is the notation of integers.
    private static func plain(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard bytes.contains(where: { [0x2e, 0x45, 0x65].contains($0) }) else { return text }
        let parts = bytes.split(omittingEmptySubsequences: false) { $0 == 0x45 || $0 == 0x65 }
        let exponentText = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : "0"
        // An exponent that is no number of the machine stays as it is written.
        guard let exponent = Int(exponentText), exponent.magnitude < 1 << 40 else { return text.lowercased() }
        let sign = parts[0].first == 0x2d ? "-" : ""
        let mantissa = parts[0].split(separator: 0x2e, maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = mantissa.count > 1 ? mantissa[1].count : 0
        var digits = mantissa.joined().filter { $0 != 0x2d }
        var power = exponent - fraction
        while digits.last == 0x30 {
            digits.removeLast()
            power += 1
        }
        digits = Array(digits.drop { $0 == 0x30 })
        // -0.0 is another number than 0, and so is -0.
        if digits.isEmpty { return sign + "0" }
        let number = sign + String(decoding: digits, as: UTF8.self)
        return (0...40).contains(power) ? number + String(repeating: "0", count: power) : "\(number)e\(power)"
    }
}
