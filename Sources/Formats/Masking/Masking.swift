/// Replaces values in files so that they still open: property lists, JSON, cookies and texts.
package enum Masking {
    /// What became of a file.
    package enum Outcome: Sendable {
        /// It holds none of the values.
        case unchanged
        /// Its contents with all values replaced.
        case masked([UInt8])
        /// It cannot be written anew; the reason follows "left out: ".
        case impossible(String)
    }

    /// The deepest data in data that is written anew.
    private static let maxLevels = 4

    /// Returns the contents of a file without some values.
    package static func mask(_ bytes: [UInt8], _ values: SecretValues) -> Outcome {
        mask(bytes, values, level: 0)
    }

    static func mask(_ bytes: [UInt8], _ values: SecretValues, level: Int) -> Outcome {
        guard !bytes.isEmpty, level < maxLevels else { return other(bytes, values) }
        let masked: [UInt8]?
        switch PropertyListFormat(recognizing: bytes) {
        case .binary:
            masked = PropertyListMasking.mask(bytes, values, isBinary: true, level: level)
        case .xml, .xmlUTF16:
            // Other files of XML are texts, and so are other files in UTF-16.
            masked =
                PropertyListMasking.mask(bytes, values, isBinary: false, level: level)
                ?? JSONMasking.mask(bytes, values) ?? text(bytes, values)
        case .otherBinary, .openStep, nil:
            if CookieFile.recognizes(bytes) {
                masked = CookieMasking.mask(bytes, values)
            } else {
                masked = JSONMasking.mask(bytes, values) ?? text(bytes, values)
            }
        }
        guard let masked else { return other(bytes, values) }
        guard !values.areHeld(by: masked) else { return .impossible("it still holds a secret") }
        return masked == bytes ? .unchanged : .masked(masked)
    }

    private static func other(_ bytes: [UInt8], _ values: SecretValues) -> Outcome {
        guard values.filled(bytes) == nil else { return .impossible("its format is not rewritten") }
        // Values with letters outside ASCII are written with other bytes in other encodings.
        if let detection = TextDetection(bytes, isWhole: true), !detection.encoding.isUnicode,
            values.filled(detection.utf8(bytes, isWhole: true)) != nil
        {
            return .impossible("its encoding, \(detection.encoding.title), is not rewritten")
        }
        return .unchanged
    }

    /// Returns a text with the values overwritten; nil if the bytes are none.
    private static func text(_ bytes: [UInt8], _ values: SecretValues) -> [UInt8]? {
        let isUTF16 = bytes.matches([0xff, 0xfe]) || bytes.matches([0xfe, 0xff])
        guard isUTF16 || !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil else { return nil }
        return values.filled(bytes) ?? bytes
    }
}
