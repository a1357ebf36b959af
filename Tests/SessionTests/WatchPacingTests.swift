import Browser
import ContainerModel
import TestSupport
import Testing

@testable import Session

@Suite("Pacing of change reports", .onManyThreads)
struct WatchPacingTests {
    private static let second: UInt64 = 1_000_000_000
    private let large = ItemAddress(Root(.container, at: []), ContainerPath("Documents/many"))
    private let small = ItemAddress(Root(.container, at: []), ContainerPath("Documents"))

    @Test("a directory that has not been read is reported immediately, and once")
    func atOnce() {
        var pacing = WatchPacing()
        #expect(pacing.wait(at: 5) == nil, "nothing waits, so nothing has a limit")
        pacing.add([large, small])
        #expect(pacing.due(at: 5) == [large, small])
        #expect(pacing.due(at: 5).isEmpty)
    }

    @Test("a directory that took long to read rests nine times as long, without delaying others")
    func rest() {
        var pacing = WatchPacing()
        pacing.begin(large)
        pacing.end(large, from: 0, at: 2 * Self.second)
        pacing.add([large, small])
        #expect(pacing.due(at: 2 * Self.second) == [small])
        #expect(pacing.wait(at: 2 * Self.second) == 18_001)
        #expect(pacing.due(at: 20 * Self.second - 1).isEmpty)
        #expect(pacing.due(at: 20 * Self.second) == [large], "what changed meanwhile is not forgotten")
        #expect(pacing.wait(at: 20 * Self.second) == nil)
    }

    @Test("a directory is not reported while any reading of it is under way")
    func reading() {
        var pacing = WatchPacing()
        pacing.begin(large)
        pacing.begin(large)
        pacing.add([large])
        #expect(pacing.due(at: Self.second).isEmpty)
        pacing.end(large, from: Self.second, at: Self.second)
        #expect(pacing.due(at: Self.second).isEmpty && pacing.wait(at: Self.second) != nil)
        pacing.end(large, from: Self.second, at: Self.second)
        #expect(pacing.due(at: Self.second) == [large])
    }

    @Test("a directory that took long to read is read again when its watch starts only if it has changed since")
    func missed() {
        var pacing = WatchPacing()
        #expect(pacing.mustRead(large, changed: 0), "it has not been read")
        pacing.note(large, duration: 3 * Self.second, at: 1_000)
        #expect(!pacing.mustRead(large, changed: 990))
        #expect(pacing.mustRead(large, changed: 995), "clocks differ, and times are rounded")
        #expect(pacing.mustRead(large, changed: 998))
        pacing.note(small, duration: Self.second / 1_000, at: 1_000)
        #expect(pacing.mustRead(small, changed: 0), "reading it takes no longer than asking")
        pacing.note(large, duration: 0, at: 1_010)
        #expect(pacing.mustRead(large, changed: 0))
    }
}
