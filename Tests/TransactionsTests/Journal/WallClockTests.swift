import System
import TestSupport
import Testing

@testable import Transactions

@Suite("The end of a tick of the clock")
struct WallClockTests {
    private func change(_ name: String, in folder: TemporaryDirectory) throws -> Int64 {
        try folder.write("contents", to: name)
        var status = stat()
        try #require(lstat(folder(name), &status) == 0)
        return SelfMadeChanges.moment(Int64(status.st_mtim.tv_sec), UInt32(status.st_mtim.tv_nsec))
    }

    @Test("lies between the last change before it and the first one after it, however close they are")
    func between() throws {
        let folder = TemporaryDirectory()
        for number in 0..<100 {
            let earlier = try change("earlier \(number)", in: folder)
            let end = WallClock.end(of: WallClock.nanoseconds)
            let later = try change("later \(number)", in: folder)
            #expect(earlier <= end && end < later)
        }
    }
}
