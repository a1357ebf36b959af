/// The description of a picture in its file before the pixels: the format, the size, the colors.
package struct PictureHeader: Hashable, Sendable {
    /// A format of pictures.
    package enum Format: String, Hashable, Sendable, CaseIterable {
        case png = "PNG"
        case jpeg = "JPEG"
        case webp = "WebP"
        case gif = "GIF"
        case heic = "HEIC"
        case avif = "AVIF"
    }

    /// The format.
    package let format: Format
    /// The width in pixels, not rotated; 0 if the file does not say.
    package internal(set) var width = 0
    /// The height in pixels, not rotated; 0 if the file does not say.
    package internal(set) var height = 0
    /// How colors are stored: "RGB", "grayscale", "palette"; nil if the file does not say.
    package internal(set) var colorModel: String?
    /// The bits of each channel; of an index into the palette.
    package internal(set) var depth: Int?
    /// The name of the color profile: "Display P3"; not sanitized.
    package internal(set) var profile: String?
    /// Other unusual traits: "progressive", "interlaced", "animated".
    package internal(set) var traits: [String] = []
    /// Where the metadata in EXIF's form (a TIFF file) begins and ends.
    package internal(set) var exif: Range<UInt64>?

    init(_ format: Format) { self.format = format }

    /// The most chunks, segments or boxes that are looked at.
    static let maxParts = 2_000

    /// Returns the format of a file, judging by its first bytes; 32 suffice.
    package static func format(of head: [UInt8]) -> Format? {
        if head.matches([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) { return .png }
        if head.matches([0xff, 0xd8, 0xff]) { return .jpeg }
        if head.matches("RIFF"), head.matches("WEBP", at: 8) { return .webp }
        if head.matches("GIF87a") || head.matches("GIF89a") { return .gif }
        return HEIFBoxes.format(of: head)
    }

    /// Reads the header of a file; missing or damaged parts are left out. Nil if the format is not known.
    package init?(_ bytes: FileBytes) {
        guard let format = Self.format(of: bytes.bytes(0, 32)) else { return nil }
        self.init(format)
        switch format {
        case .png: readPNG(bytes)
        case .jpeg: readJPEG(bytes)
        case .webp: readWebP(bytes)
        case .gif: readGIF(bytes)
        case .heic, .avif: readHEIF(bytes)
        }
    }
}
