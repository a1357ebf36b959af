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
        var pacing = WatchPacing(from: 500)
        #expect(pacing.timeout(at: 5) == nil, "nothing waits, so nothing has a limit")
        pacing.add([large, small])
        #expect(pacing.due(at: 5) == [large, small])
        #expect(pacing.due(at: 5).isEmpty)
    }

    @Test("a directory that took long to read rests nine times as long, without delaying others")
    func rest() {
        var pacing = WatchPacing(from: 500)
        pacing.beginReading(large)
        pacing.end(large, from: 0, at: 2 * Self.second)
        pacing.add([large, small])
        #expect(pacing.due(at: 2 * Self.second) == [small])
        #expect(pacing.timeout(at: 2 * Self.second) == 18_001)
        #expect(pacing.due(at: 20 * Self.second - 1).isEmpty)
        #expect(pacing.due(at: 20 * Self.second) == [large], "what changed meanwhile is not forgotten")
        #expect(pacing.timeout(at: 20 * Self.second) == nil)
    }

    @Test("a directory is not reported while any reading of it is under way")
    func reading() {
        var pacing = WatchPacing(from: 500)
        pacing.beginReading(large)
        pacing.beginReading(large)
        pacing.add([large])
        #expect(pacing.due(at: Self.second).isEmpty)
        pacing.end(large, from: Self.second, at: Self.second)
        #expect(pacing.due(at: Self.second).isEmpty && pacing.timeout(at: Self.second) != nil)
        pacing.end(large, from: Self.second, at: Self.second)
        #expect(pacing.due(at: Self.second) == [large])
    }

    @Test("a directory that is younger than its reading, or than the session, may have changed before its watch")
    func missed() {
        var pacing = WatchPacing(from: 500)
        #expect(!pacing.hasChanged(large, at: 497), "it has not been read")
        #expect(pacing.hasChanged(large, at: 498), "clocks differ, and times are rounded")
        pacing.note(large, duration: 3 * Self.second, at: 1_000)
        #expect(!pacing.hasChanged(large, at: 990))
        #expect(pacing.hasChanged(large, at: 995) && pacing.hasChanged(large, at: 998))
        pacing.note(small, duration: Self.second / 1_000, at: 1_000)
        #expect(!pacing.hasChanged(small, at: 497) && pacing.hasChanged(small, at: 600))
        pacing.note(large, duration: 0, at: 1_010)
        #expect(pacing.hasChanged(large, at: 600))
    }

    @Test("only a directory whose last reading was quick is read again if no entries have come or gone")
    func quick() {
        var pacing = WatchPacing(from: 500)
        #expect(!pacing.isReadQuickly(small), "it has not been read")
        pacing.note(small, duration: Self.second / 1_000, at: 1_000)
        #expect(pacing.isReadQuickly(small))
        pacing.note(small, duration: Self.second, at: 1_000)
        #expect(!pacing.isReadQuickly(small))
    }
}
