import Formats

/// Numbers that tell who a person is, or where the money is. Each proves little without a word for it beside it.
enum PersonalNumber: Sendable {
    /// An account: two letters for the country, two check digits, and the rest, which the country determines (ISO 13616-1).
    case iban
    /// A number of the Social Security Administration of the USA: three, two and four digits, of which none are all zeros; no
    /// first three are 666, or 900 and more.
    case socialSecurity

    /// The lengths of the IBANs of countries (SWIFT, IBAN Registry).
    private static let lengths: [String: Int] = [
        "AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BR": 29, "BY": 28,
        "CH": 21, "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "DO": 28, "EE": 20, "EG": 29, "ES": 24, "FI": 18,
        "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27, "GT": 28, "HR": 21, "HU": 28, "IE": 22,
        "IL": 23, "IQ": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20, "LB": 28, "LC": 32, "LI": 21, "LT": 20,
        "LU": 20, "LV": 21, "LY": 25, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MR": 27, "MT": 31, "MU": 30, "NL": 18,
        "NO": 15, "PK": 24, "PL": 28, "PS": 29, "PT": 25, "QA": 29, "RO": 24, "RS": 22, "SA": 24, "SC": 31, "SE": 24,
        "SI": 19, "SK": 24, "SM": 27, "ST": 25, "SV": 28, "TL": 23, "TN": 24, "TR": 26, "UA": 29, "VA": 22, "VG": 24,
        "XK": 20,
    ]

    /// Numbers that were printed so often that they are nobody's.
    private static let samples: Set<String> = ["078051120", "219099999", "123456789", "111111111", "123121234"]

    /// The number of bytes that the number at the beginning has, with single blanks and hyphens in it; nil if there is none.
    func length(in bytes: UnsafeRawBufferPointer) -> Int? {
        switch self {
        case .iban: Self.lengthOfIBAN(bytes)
        case .socialSecurity: Self.lengthOfSocialSecurity(bytes)
        }
    }

    /// Returns whether bytes are such a number, and nothing else.
    func isOne(_ bytes: UnsafeRawBufferPointer) -> Bool { length(in: bytes) == bytes.count }

    private static func lengthOfIBAN(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard bytes.count >= 15, let length = lengths[String(decoding: bytes.prefix(2), as: UTF8.self)] else {
            return nil
        }
        var (characters, end) = ([UInt8](), 0)
        while characters.count < length, end < bytes.count {
            let byte = bytes[end]
            if byte.isASCIIDigit || (0x41...0x5a).contains(byte) {
                characters.append(byte)
            } else if byte != 0x20 || bytes[end - 1] == 0x20 {
                return nil
            }
            end += 1
        }
        guard characters.count == length, characters[2].isASCIIDigit, characters[3].isASCIIDigit else { return nil }
        guard end == bytes.count || !bytes[end].isASCIILetterOrDigit else { return nil }
        // ISO 7064, MOD 97-10: the first four go to the end, and letters count from 10 on.
        let remainder = (characters[4...] + characters[..<4]).reduce(0) { remainder, byte in
            byte.isASCIIDigit ? (remainder * 10 + Int(byte) - 0x30) % 97 : (remainder * 100 + Int(byte) - 0x37) % 97
        }
        return remainder == 1 ? end : nil
    }

    private static func lengthOfSocialSecurity(_ bytes: UnsafeRawBufferPointer) -> Int? {
        let mark = bytes.count > 3 && (bytes[3] == 0x2d || bytes[3] == 0x20) ? bytes[3] : nil
        let end = mark == nil ? 9 : 11
        guard bytes.count >= end, end == bytes.count || !bytes[end].isASCIILetterOrDigit && bytes[end] != 0x2d else {
            return nil
        }
        var digits: [UInt8] = []
        for index in 0..<end {
            if mark != nil, index == 3 || index == 6 {
                guard bytes[index] == mark else { return nil }
            } else {
                guard bytes[index].isASCIIDigit else { return nil }
                digits.append(bytes[index])
            }
        }
        let text = String(decoding: digits, as: UTF8.self)
        guard !["000", "666"].contains(text.prefix(3)), !text.hasPrefix("9"), !samples.contains(text) else {
            return nil
        }
        return text.dropFirst(3).prefix(2) != "00" && text.suffix(4) != "0000" ? end : nil
    }
}
