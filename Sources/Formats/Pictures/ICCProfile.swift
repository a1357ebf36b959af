/// Color profiles (ICC.1:2022).
enum ICCProfile {
    /// Returns the description of a profile, of at most 64 characters: "Display P3"; nil if it has none.
    static func description(of profile: [UInt8]) -> String? {
        guard let count = profile.bigEndian(at: 128, size: 4), count <= 100 else { return nil }
        for index in 0..<Int(count) {
            let place = 132 + index * 12
            guard profile.matches("desc", at: place), let offset = profile.bigEndian(at: place + 4, size: 4),
                let size = profile.bigEndian(at: place + 8, size: 4),
                let range = profile.range(at: Int(offset), length: Int(size))
            else { continue }
            return text(Array(profile[range]))
        }
        return nil
    }

    /// Reads a `textDescriptionType` (version 2) or a `multiLocalizedUnicodeType` (version 4).
    private static func text(_ tag: [UInt8]) -> String? {
        if tag.matches("desc"), let length = tag.bigEndian(at: 8, size: 4),
            let range = tag.range(at: 12, length: min(64, Int(length)))
        {
            return String(name: tag[range].prefix { $0 != 0 })
        }
        guard tag.matches("mluc"), let length = tag.bigEndian(at: 20, size: 4),
            let offset = tag.bigEndian(at: 24, size: 4),
            let range = tag.range(at: Int(offset), length: min(128, Int(length) & ~1))
        else { return nil }
        return String(escaping: Array(tag[range].bigEndianUnits.prefix { $0 != 0 }))
    }
}
