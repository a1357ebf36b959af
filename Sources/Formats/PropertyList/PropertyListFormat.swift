/// The format of a property list, determined from the first bytes of a file.
package enum PropertyListFormat: Hashable, Sendable {
    /// `bplist00`; other versions that start with 0 are accepted as well, as CoreFoundation does.
    case binary
    /// `bplist` with another version (`bplist15` and `bplist16` are used between processes); not supported.
    case otherBinary
    /// XML as UTF-8, with or without a byte order mark.
    case xml
    /// XML as UTF-16, with a byte order mark.
    case xmlUTF16
    /// The text format of OpenStep and of `strings` files, or JSON, which starts alike; not supported.
    case openStep

    /// Determines the format from the first bytes of a file, 64 or more; nil if they do not begin a property list.
    package init?(recognizing bytes: [UInt8]) {
        if bytes.matches("bplist") {
            self = bytes.matches("bplist0") ? .binary : .otherBinary
        } else if bytes.matches([0xfe, 0xff]) || bytes.matches([0xff, 0xfe]) && !bytes.matches([0xff, 0xfe, 0, 0]) {
            self = .xmlUTF16
        } else {
            self.init(recognizingText: bytes)
        }
    }

    private init?(recognizingText bytes: [UInt8]) {
        let text = bytes.dropFirst(bytes.matches([0xef, 0xbb, 0xbf]) ? 3 : 0).drop { $0.isXMLSpace }
        guard let first = text.first else { return nil }
        let second = text.dropFirst().first ?? 0
        switch (first, second) {
        case (UInt8(ascii: "<"), UInt8(ascii: "?")), (UInt8(ascii: "<"), UInt8(ascii: "!")): self = .xml
        case (UInt8(ascii: "<"), _) where second.isASCIILetter: self = .xml
        case (UInt8(ascii: "<"), _) where second.isASCIIDigit: self = .openStep
        case (UInt8(ascii: "{"), _), (UInt8(ascii: "("), _), (UInt8(ascii: "\""), _): self = .openStep
        case (UInt8(ascii: "/"), UInt8(ascii: "/")), (UInt8(ascii: "/"), UInt8(ascii: "*")): self = .openStep
        default: return nil
        }
    }
}
