import Formats
import System

/// A cache file: numbers, most of which identify the picture's source, and the pixels.
struct PictureCacheEntry {
    /// The numbers of the picture's version.
    let version: [UInt64]
    /// The picture.
    let picture: DecodedPicture

    /// Begins every file; to be changed with the form of the files.
    private static let magic: UInt64 = 0x3143_5047_5344_4753
    private static let versionCount = 9
    private static let numberCount = versionCount + 7

    init(_ picture: DecodedPicture, _ version: PictureVersion) {
        self.picture = picture
        self.version = version.numbers
    }

    /// The contents of the file, in the byte order of this computer.
    var bytes: [UInt8] {
        let pixels = picture.picture.pixels
        let numbers =
            [Self.magic] + version + [
                UInt64(picture.fullWidth), UInt64(picture.fullHeight), UInt64(picture.picture.width),
                UInt64(picture.picture.height), picture.isPartial ? 1 : 0,
            ]
        let sum = Self.sum(numbers, pixels)
        return (numbers + [sum]).withUnsafeBytes { Array($0) } + pixels
    }

    /// Reads a file; nil if it is not as it was written.
    init?(reading file: Descriptor) {
        var numbers = [UInt64](repeating: 0, count: Self.numberCount)
        let headSize = numbers.count * 8
        guard numbers.withUnsafeMutableBytes({ file.read($0, at: 0) }) == headSize, numbers[0] == Self.magic else {
            return nil
        }
        let rest = numbers[(1 + Self.versionCount)...].map { Int(clamping: $0) }
        let (fullWidth, fullHeight, width, height) = (rest[0], rest[1], rest[2], rest[3])
        guard width > 0, height > 0, width <= fullWidth, height <= fullHeight, width <= PictureBox.maxPixels,
            height <= PictureBox.maxPixels / width
        else { return nil }
        let size = width * height * 4
        let pixels = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = max(0, file.read(UnsafeMutableRawBufferPointer(buffer), at: UInt64(headSize)))
        }
        guard pixels.count == size, Self.sum(numbers.dropLast(), pixels) == numbers.last else { return nil }
        version = Array(numbers[1...Self.versionCount])
        picture = DecodedPicture(
            Picture(width: width, height: height, pixels: pixels), fullWidth: fullWidth, fullHeight: fullHeight,
            isPartial: rest[4] != 0)
    }

    /// FNV-1a over words instead of bytes: it finds damage, and nothing more is needed.
    private static func sum(_ numbers: some Sequence<UInt64>, _ pixels: [UInt8]) -> UInt64 {
        var sum: UInt64 = 0xcbf2_9ce4_8422_2325
        func add(_ word: UInt64) { sum = (sum ^ word) &* 0x100_0000_01b3 }
        for number in numbers { add(number) }
        pixels.withUnsafeBytes { bytes in
            // Pixels have four bytes each.
            for offset in stride(from: 0, to: bytes.count, by: 4) {
                add(UInt64(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
            }
        }
        return sum
    }
}
