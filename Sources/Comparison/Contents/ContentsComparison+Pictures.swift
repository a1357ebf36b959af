import Documents
import Formats

/// Pictures: by the facts about them, and by their pixels.
extension ContentsComparison {
    /// The number of pixels of a picture that is decoded for a comparison.
    private static let maxPixels: Int64 = 24_000_000

    /// Compares two pictures.
    /// - Throws: `DocumentFailure` if they have the same size and cannot be decoded.
    func comparePictures(
        _ before: DocumentPicture, _ after: DocumentPicture, _ facts: ValueNode?, _ otherFacts: ValueNode?,
        at address: [[UInt8]], depth: Int
    ) throws(DocumentFailure) {
        if let facts, let otherFacts { compare(facts, otherFacts, at: address, depth: depth, level: 0) }
        for facts in [facts, otherFacts].compactMap(\.self) where facts.pixelCount > Self.maxPixels {
            throw DocumentFailure("a picture of more than \(Self.maxPixels) pixels is not decoded")
        }
        let size = (facts?.pixelSize, otherFacts?.pixelSize)
        // The size was told.
        if let one = size.0, let other = size.1, one != other { return }
        let one = try before.whole(within: limits)
        let other = try after.whole(within: limits)
        guard one.width == other.width, one.height == other.height else {
            return report(
                Difference(
                    .changed, .value, at: address + [Array("size".utf8)], before: .string(one.sizeText),
                    after: .string(other.sizeText)))
        }
        let different = Self.differences(one.pixels, other.pixels)
        guard different > 0 else { return }
        report(
            Difference(
                .changed, .value, at: address + [Array("pixels".utf8)],
                note: "\(different) of \(one.width * one.height) pixels differ"))
    }

    /// Returns how many pixels differ.
    private static func differences(_ one: [UInt8], _ other: [UInt8]) -> Int {
        one.withUnsafeBytes { one in
            other.withUnsafeBytes { other in
                var count = 0
                for offset in stride(from: 0, to: min(one.count, other.count), by: 4)
                where one.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                    != other.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                {
                    count += 1
                }
                return count
            }
        }
    }
}

extension ValueNode {
    /// The width and height among the facts about a picture; nil if they are not known.
    fileprivate var pixelSize: [Int64]? {
        let values = children
        let sizes = ["width", "height"].compactMap { name -> Int64? in
            guard case .integer(let number)? = values.first(where: { $0.name == name })?.value else { return nil }
            return number
        }
        return sizes.count == 2 ? sizes : nil
    }

    /// The number of pixels; 0 if it is not known.
    fileprivate var pixelCount: Int64 {
        pixelSize.map { size in
            let (product, overflows) = size[0].multipliedReportingOverflow(by: size[1])
            return overflows ? .max : product
        } ?? 0
    }
}

extension Picture {
    /// The size as displayed.
    fileprivate var sizeText: String { "\(width) × \(height)" }
}
