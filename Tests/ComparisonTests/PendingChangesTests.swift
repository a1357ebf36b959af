import ContainerModel
import Testing

@testable import Comparison

@Suite("When changes are looked at")
struct PendingChangesTests {
    private static let millisecond: UInt64 = 1_000_000

    @Test("a change is looked at once nothing follows, and a change that goes on for ever after a while")
    func single() {
        var pending = PendingChanges()
        #expect(pending.due == nil)
        pending.add([0x61], in: "Documents", isAddition: false, isWritten: true, at: 0)
        #expect(pending.take(at: 1).isEmpty)
        let look = pending.take(at: PendingChanges.Pace.change.quiet)
        #expect(look.names == ["Documents": [[0x61]: true]])
        #expect(pending.due == nil)
        var now: UInt64 = 0
        while now < PendingChanges.Pace.change.patience {
            pending.add([0x61], in: "Documents", isAddition: false, isWritten: true, at: now)
            #expect(pending.take(at: now).isEmpty)
            now += Self.millisecond
        }
        #expect(!pending.take(at: now).isEmpty)
    }

    @Test("additions of many items are waited for, while changes elsewhere are looked at")
    func burst() {
        var pending = PendingChanges()
        for number in 0..<UInt8(200) {
            pending.add([number], in: "many", isAddition: true, isWritten: true, at: UInt64(number) * Self.millisecond)
        }
        let now = 200 * Self.millisecond
        pending.add([0x61], in: "other", isAddition: false, isWritten: true, at: now)
        let first = pending.take(at: now + PendingChanges.Pace.change.quiet)
        #expect(Set(first.names.keys) == ["other"])
        let second = pending.take(at: now + PendingChanges.Pace.burst.quiet)
        #expect(second.names["many"]?.count == 200)
    }

    @Test("an item counts as written if any of its changes was")
    func written() {
        var pending = PendingChanges()
        for isWritten in [false, true, false] {
            pending.add([0x61], in: .root, isAddition: false, isWritten: isWritten, at: 0)
        }
        #expect(pending.take(at: .max).names == [.root: [[0x61]: true]])
    }

    @Test("a directory that has to be compared as a whole is looked at at once")
    func whole() {
        var pending = PendingChanges()
        pending.addAll(below: "Library")
        #expect(pending.due == 0)
        #expect(pending.take(at: 0).directories == ["Library"])
    }
}
