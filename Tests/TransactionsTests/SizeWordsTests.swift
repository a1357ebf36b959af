import ContainerModel
import TestSupport
import Testing

@testable import Transactions

@Suite("Sizes in the messages of plans", .onManyThreads)
struct SizeWordsTests {
    @Test("sizes are exact to the byte and grouped by thousands")
    func room() {
        let path = Array("/trash".utf8)
        let limit = UndoLimit.littleSpace(path, needed: 4_294_967_296, available: 409_600)
        #expect(limit.text.hasSuffix("where 4,294,967,296 bytes are needed and 409,600 bytes are free"))
        let warning = Plan.Warning.littleSpace(at: ItemAddress(.computer, "mnt"), needed: 28_672, available: 0)
        #expect(warning.text.hasSuffix("28,672 bytes are needed and 0 bytes are free"))
    }
}
