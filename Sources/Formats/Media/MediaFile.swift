/// The description of a film or a recording in an ISO base media file: `.mov`, `.mp4`, `.m4a`, `.3gp` (ISO/IEC 14496-12;
/// Apple's QuickTime File Format Specification). The sound and the pictures themselves are not read.
package struct MediaFile: Hashable, Sendable {
    /// One stream of the film.
    package struct Track: Hashable, Sendable {
        /// The kind by its handler: `video`, `sound`, `text`, or the handler's type.
        package internal(set) var kind: String
        /// The type of the encoded data: `hvc1`, `mp4a`.
        package internal(set) var codec: String?
        /// The duration in seconds.
        package internal(set) var duration: Double?
        /// The language by ISO 639-2/T: `deu`; nil if it is undetermined.
        package internal(set) var language: String?
        /// The width and the height in pixels of encoded pictures; 0 of other data.
        package internal(set) var width = 0, height = 0
        /// The number of channels of sound; 0 of other data.
        package internal(set) var channels = 0
        /// The sample rate of sound in hertz; 0 of other data.
        package internal(set) var sampleRate = 0
        /// The number of samples, which of a video are pictures.
        package internal(set) var samples: Int?
    }

    /// The most important brand of the file: `qt  `, `M4A `, `mp42`; nil for old QuickTime files, which have none.
    package let brand: String?
    /// The duration in seconds.
    package internal(set) var duration: Double?
    /// When it was made, in seconds since 1970; nil if it is not said.
    package internal(set) var created: Int64?
    /// The streams, in the order of the file.
    package internal(set) var tracks: [Track] = []
    /// The names and values of the metadata, in the order of the file.
    package internal(set) var metadata: [MediaMetadata] = []
    /// Whether the description is missing, as in a recording that was interrupted.
    package internal(set) var lacksDescription = false
    /// Whether the film consists of fragments, whose duration is not known from the description.
    package internal(set) var isFragmented = false

    /// Returns whether a file begins as one.
    /// - Parameter head: The first bytes, at least 24 of them.
    package static func recognizes(_ head: [UInt8]) -> Bool {
        if head.matches("ftyp", at: 4) { return HEIFBoxes.format(of: head) == nil }
        // QuickTime files before 2001 begin with any box.
        guard let size = head.bigEndian(at: 0, size: 4) else { return false }
        if head.matches("moov", at: 4) { return size == 1 ? isType(head, at: 20) : size >= 16 && isType(head, at: 12) }
        return head.matches("wide", at: 4) && size == 8 && head.matches("mdat", at: 12)
    }

    private static func isType(_ head: [UInt8], at offset: Int) -> Bool {
        guard let range = head.range(at: offset, length: 4) else { return false }
        return head[range].allSatisfy { (0x61...0x7a).contains($0) }
    }

    /// Reads the description of a film.
    /// - Returns: nil if the file does not begin as one.
    package init?(_ file: FileBytes) {
        let head = file.bytes(0, 24)
        guard Self.recognizes(head) else { return nil }
        brand = head.matches("ftyp", at: 4) ? Self.code(head, at: 8) : nil
        var boxes = MediaBoxes(file)
        guard let movie = boxes.first("moov", in: boxes.whole) else {
            lacksDescription = true
            return
        }
        for box in boxes.boxes(in: movie) {
            if box.type.matches("mvhd") {
                readHead(boxes.bytes(box.contents, limit: 32))
            } else if box.type.matches("trak"), let track = Track(in: box.contents, of: &boxes) {
                tracks.append(track)
            } else if box.type.matches("mvex") {
                isFragmented = true
            } else if box.type.matches("udta") {
                metadata += MediaMetadata.userData(in: box.contents, of: &boxes)
            } else if box.type.matches("meta") {
                metadata += MediaMetadata.items(in: box.contents, of: &boxes)
            }
        }
    }

    /// Reads a movie header (section 8.2.2).
    private mutating func readHead(_ bytes: [UInt8]) {
        guard let times = MediaTimes(bytes) else { return }
        duration = times.duration
        created = times.created
    }

    /// Returns a code of four characters; those that are not ASCII become `?`.
    static func code(_ bytes: [UInt8], at offset: Int) -> String? {
        guard let range = bytes.range(at: offset, length: 4) else { return nil }
        return String(decoding: bytes[range].map { (0x20...0x7e).contains($0) ? $0 : 0x3f }, as: UTF8.self)
    }
}

/// The beginning that the headers of movies and of media have in common (sections 8.2.2 and 8.4.2).
struct MediaTimes {
    /// When it was made, in seconds since 1970.
    let created: Int64?
    /// In seconds.
    let duration: Double?
    /// The offset of the bytes behind.
    let end: Int

    /// The seconds from 1904, where the times of the format begin, to 1970.
    private static let epoch: Int64 = 2_082_844_800

    init?(_ bytes: [UInt8]) {
        guard let version = bytes.bigEndian(at: 0, size: 1), version <= 1 else { return nil }
        let size = version == 1 ? 8 : 4
        guard let created = bytes.bigEndian(at: 4, size: size), let scale = bytes.bigEndian(at: 4 + 2 * size, size: 4),
            let length = bytes.bigEndian(at: 8 + 2 * size, size: size)
        else { return nil }
        end = 8 + 3 * size
        self.created = created == 0 ? nil : Int64(exactly: created).map { $0 - Self.epoch }
        // All bits are set if the duration is not known.
        let isKnown = length != UInt64.max >> (64 - UInt64(size) * 8)
        duration = scale > 0 && isKnown ? Double(length) / Double(scale) : nil
    }
}
