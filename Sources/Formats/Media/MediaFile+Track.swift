extension MediaFile.Track {
    /// Reads a track (ISO/IEC 14496-12, sections 8.3 to 8.7).
    /// - Returns: nil if it has no media.
    init?(in range: Range<UInt64>, of boxes: inout MediaBoxes) {
        guard let media = boxes.first("mdia", in: range) else { return nil }
        kind = "unknown"
        for box in boxes.boxes(in: media) {
            if box.type.matches("mdhd") {
                let head = boxes.bytes(box.contents, limit: 40)
                guard let times = MediaTimes(head) else { continue }
                duration = times.duration
                language = head.bigEndian(at: times.end, size: 2).flatMap(Self.language)
            } else if box.type.matches("hdlr") {
                kind = MediaFile.code(boxes.bytes(box.contents, limit: 12), at: 8).map(Self.kind) ?? kind
            } else if box.type.matches("minf"), let table = boxes.first("stbl", in: box.contents) {
                for box in boxes.boxes(in: table) {
                    if box.type.matches("stsd") {
                        readDescription(boxes.bytes(box.contents, limit: 64))
                    } else if box.type.matches("stsz") {
                        samples = boxes.bytes(box.contents, limit: 12).bigEndian(at: 8, size: 4).map(Int.init)
                    }
                }
            }
        }
    }

    /// Reads the first sample description: behind the version and the number of entries, a box with 6 reserved bytes, the
    /// number of a data reference, and what depends on the kind (section 12).
    private mutating func readDescription(_ bytes: [UInt8]) {
        codec = MediaFile.code(bytes, at: 12)
        let entry = 24
        if kind == "video" {
            width = bytes.bigEndian(at: entry + 16, size: 2).map(Int.init) ?? 0
            height = bytes.bigEndian(at: entry + 18, size: 2).map(Int.init) ?? 0
        } else if kind == "sound" {
            channels = bytes.bigEndian(at: entry + 8, size: 2).map(Int.init) ?? 0
            // A number of 16.16 bits.
            sampleRate = bytes.bigEndian(at: entry + 16, size: 2).map(Int.init) ?? 0
        }
    }

    /// Returns the language of three letters of 5 bits each; nil if it is undetermined, or one of QuickTime's numbers.
    private static func language(_ packed: UInt64) -> String? {
        let letters = [packed >> 10 & 31, packed >> 5 & 31, packed & 31].map { UInt8($0) + 0x60 }
        guard letters.allSatisfy({ (0x61...0x7a).contains($0) }), letters != Array("und".utf8) else { return nil }
        return String(decoding: letters, as: UTF8.self)
    }

    private static func kind(ofHandler type: String) -> String {
        switch type {
        case "vide": "video"
        case "soun": "sound"
        case "text", "sbtl", "subt", "clcp": "text"
        case "tmcd": "time code"
        case "meta": "metadata"
        default: type
        }
    }
}
