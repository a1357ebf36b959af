import Formats
import Jobs
import TestSupport
import Testing

@testable import Documents
@testable import Previews

@Suite("Searching long files with several threads")
struct PartedSearchTests {
    private static let size = 9 << 20
    private static let part = PartedSearch.partSize

    private func find(_ text: String, in bytes: [UInt8], from start: UInt64 = 0, unit: UInt64 = 1) throws -> UInt64? {
        let pattern = try #require(BytePattern(Array(text.utf8)))
        return try FileSearch(file: DocumentSource([], bytes: bytes), pattern: pattern, unit: unit)
            .find(SearchStart(.line(start)), within: .ample)
    }

    @Test(
        "the first occurrence is found, wherever it lies in the parts, and whatever follows",
        arguments: [
            0, 1, part - 6, part - 5, part - 1, part, part + 1, 7 * part - 3, 40 * part, size - 6,
        ])
    func first(place: Int) throws {
        var bytes = [UInt8](repeating: UInt8(ascii: "."), count: Self.size)
        for later in [place, place + Self.part, place + 3 * Self.part + 1, Self.size - 6] where later + 6 <= Self.size {
            bytes.replaceSubrange(later..<later + 6, with: Array("needle".utf8))
        }
        for _ in 0..<20 { #expect(try find("needle", in: bytes) == UInt64(place)) }
        let next = try find("needle", in: bytes, from: UInt64(place) + 1)
        #expect(next == (place + 1 < Self.size - 6 ? UInt64(min(place + Self.part, Self.size - 6)) : nil))
    }

    @Test("a search in vain says that it has searched all bytes, forwards and backwards, of long and short files")
    func progress() throws {
        let pattern = try #require(BytePattern(Array("needle".utf8)))
        for size in [Self.size, Self.part + 7] {
            let file = DocumentSource([], bytes: [UInt8](repeating: UInt8(ascii: "."), count: size))
            for isBackwards in [false, true] {
                var limits = DocumentLimits.ample
                let meter = ProgressMeter()
                limits.progress = meter
                let start = SearchStart(.line(isBackwards ? .max : 5), isBackwards: isBackwards)
                #expect(try FileSearch(file: file, pattern: pattern).find(start, within: limits) == nil)
                let progress = meter.progress
                #expect(progress.bytesTotal == UInt64(isBackwards ? size : size - 5))
                #expect(progress.bytesDone == progress.bytesTotal)
            }
        }
    }

    @Test("nothing is found where there is nothing, and occurrences at odd offsets do not count in units of two")
    func none() throws {
        var bytes = [UInt8](repeating: UInt8(ascii: "."), count: Self.size)
        #expect(try find("needle", in: bytes) == nil)
        bytes.replaceSubrange(1_001..<1_007, with: Array("needle".utf8))
        #expect(try find("needle", in: bytes, unit: 2) == nil)
        bytes.replaceSubrange(5 * Self.part..<5 * Self.part + 6, with: Array("needle".utf8))
        #expect(try find("needle", in: bytes, unit: 2) == UInt64(5 * Self.part))
    }

    @Test("a cancelled search ends, with nothing found")
    func cancelled() throws {
        let cancellation = Cancellation()
        cancellation.cancel()
        let pattern = try #require(BytePattern(Array("x".utf8)))
        let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: Self.size)
        let found = try FileSearch(file: DocumentSource([], bytes: bytes), pattern: pattern)
            .find(SearchStart(.line(0)), within: DocumentLimits(cancellation: cancellation))
        #expect(found == nil)
    }

    @Test("many searches at once end, each with its own first occurrence")
    func concurrent() async throws {
        let bytes = [UInt8](repeating: UInt8(ascii: "."), count: Self.size)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<8 {
                group.addTask {
                    var bytes = bytes
                    let place = (index * 7 + 1) * Self.part - 2
                    bytes.replaceSubrange(place..<place + 6, with: Array("needle".utf8))
                    return try find("needle", in: bytes) == UInt64(place)
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }
}
