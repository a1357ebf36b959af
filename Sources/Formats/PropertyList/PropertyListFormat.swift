/// What the first bytes of a file say about the kind of property list it is.
package enum PropertyListFormat: Hashable, Sendable {
    /// `bplist00`; a later digit of the same family is read alike, as CoreFoundation does.
    case binary
    /// `bplist` with another version (`bplist15`, `bplist16`: used between processes), not read here.
    case otherBinary
    /// XML as UTF-8, with a byte order mark or without.
    case xml
    /// XML as UTF-16, with a byte order mark.
    case xmlUTF16
    /// The text format of OpenStep and of `strings` files, or JSON, which begins alike. Not read here.
    case openStep

    /// The format that `bytes` (a file's first 64 or more) announce, nil where they are no property list.
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
