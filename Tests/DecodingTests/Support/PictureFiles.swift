import System
import TestSupport

@testable import Decoding

/// A tool that failed, and its output.
struct ToolError: Error {
    let message: String
}

/// Pictures of 37 × 23 pixels whose pixels are known, written by a script from the specifications of the formats; and
/// JPEG and WebP files made of them by the formats' own tools.
struct PictureFiles {
    let directory = TemporaryDirectory()
    static let width = 37
    static let height = 23

    /// Each `NAME.png` and `NAME.gif` comes with its pixels in `NAME.png.rgba`, and so on.
    init() throws {
        try Python.run(Self.script, [directory("")])
    }

    /// Runs a tool in the directory.
    func tool(_ command: String) throws {
        let result = try runCommand(["sh", "-c", "cd \"$0\" && \(command)", directory("")])
        guard result.status == 0 else { throw ToolError(message: result.errors) }
    }

    static let script = Script.text("picture_files")

    /// Opens a file of the directory.
    func open(_ name: String) throws -> (file: Descriptor, size: UInt64) {
        let bytes = try readFile(directory(name))
        let file = try UnnamedFile.makeInMemory()
        _ = bytes.withUnsafeBytes { file.write($0, at: 0) }
        return (file, UInt64(bytes.count))
    }

    /// Decodes a file of the directory.
    func decode(_ name: String, _ box: PictureBox = .whole, by decoder: PictureDecoder = .shared) throws
        -> DecodedPicture
    {
        let opened = try open(name)
        return try decoder.decode(opened.file, size: opened.size, toFit: box) { false }
    }
}

extension PictureDecoder {
    /// The one that tests share.
    static let shared = PictureDecoder(DecoderPool())

    /// Decodes bytes.
    func decode(_ bytes: [UInt8], _ box: PictureBox = PictureBox(width: 64, height: 64)) throws(DecodingFailure)
        -> DecodedPicture
    {
        let file: Descriptor
        do { file = try UnnamedFile.makeInMemory() } catch { throw .unavailable(error) }
        _ = bytes.withUnsafeBytes { file.write($0, at: 0) }
        return try decode(file, size: UInt64(bytes.count), toFit: box) { false }
    }
}
