extension PictureMetadata {
    /// The maximum size of EXIF data that is read.
    private static let maxBytes: UInt64 = 1 << 20

    /// Reads the metadata that a header refers to; empty if it has none, or if it is damaged.
    package init(_ header: PictureHeader, of file: FileBytes) {
        self.init()
        guard let range = header.exif, !range.isEmpty else { return }
        self.init(exif: file.bytes(range.lowerBound, Int(min(UInt64(range.count), Self.maxBytes))))
    }

    /// Reads EXIF data; values that are damaged are left out. Source of the tags: EXIF 2.32, section 4.6.
    package init(exif: [UInt8]) {
        self.init()
        guard let main = TIFFDirectory(exif) else { return }
        description = main.text(0x010e)
        make = main.text(0x010f)
        model = main.text(0x0110)
        software = main.text(0x0131)
        artist = main.text(0x013b)
        orientation = main.number(0x0112).flatMap { PictureOrientation(rawValue: Int($0)) } ?? .upright
        taken = main.text(0x0132).flatMap { Self.time($0, offset: nil) }
        if let details = main.directory(0x8769) {
            taken = details.text(0x9003).flatMap { Self.time($0, offset: details.text(0x9011)) } ?? taken
            lens = details.text(0xa434)
        }
        position = main.directory(0x8825).flatMap(Self.position)
    }

    /// Turns "2026:03:01 19:45:00" into "2026-03-01T19:45:00"; nil if it is not a time.
    private static func time(_ text: String, offset: String?) -> String? {
        let parts = text.split { $0 == ":" || $0 == " " }
        guard parts.count == 6, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            parts.map(\.utf8.count) == [4, 2, 2, 2, 2, 2], parts[1] != "00"
        else { return nil }
        let known = offset.flatMap { $0.utf8.count == 6 && $0.utf8.allSatisfy { $0 < 0x3b && $0 > 0x2a } ? $0 : nil }
        return parts[0...2].joined(separator: "-") + "T" + parts[3...5].joined(separator: ":") + (known ?? "")
    }

    private static func position(_ directory: TIFFDirectory) -> Position? {
        func degrees(_ tag: UInt64, maximum: Double, negative: String) -> Double? {
            guard let parts = directory.fractions(tag + 1, 3) else { return nil }
            let sum = parts[0] + parts[1] / 60 + parts[2] / 3_600
            guard sum <= maximum else { return nil }
            return directory.text(tag) == negative ? -sum : sum
        }
        guard let latitude = degrees(1, maximum: 90, negative: "S"),
            let longitude = degrees(3, maximum: 180, negative: "W")
        else { return nil }
        var position = Position(latitude: latitude, longitude: longitude)
        if let meters = directory.fractions(6, 1)?.first, meters < 100_000 {
            position.altitude = directory.number(5) == 1 ? -meters : meters
        }
        return position
    }
}
