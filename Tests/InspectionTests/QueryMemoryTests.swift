import ContainerModel
import FileTree
import Jobs
import Queries
import Testing

@testable import Inspection

@Suite("What queries keep")
struct QueryMemoryTests {
    private static let root = Root(.container, at: Array("/App".utf8))

    private func key(_ name: String, part: String = "", size: UInt64 = 1, beside: UInt64? = nil) -> QueryMemory.Key {
        func status(_ size: UInt64) -> ItemStatus {
            ItemStatus(
                kind: .file, size: size, permissions: 0o644, user: 0, group: 0, links: 1, inode: 1, device: 1,
                modified: 0,
                modifiedNanoseconds: 0)
        }
        let path = ContainerPath(name) ?? .root
        return QueryMemory.Key(
            ItemAddress(Self.root, path), part: [Array(part.utf8)], versions: [status(size), beside.map(status)])
    }

    @Test("a value is found until its file, or one beside it, has changed")
    func versions() {
        let memory = QueryMemory()
        memory.keep("one", as: key("a"))
        #expect(memory.value(key("a"), as: String.self) == "one")
        #expect(memory.value(key("a"), as: Int.self) == nil)
        for other in [key("b"), key("a", part: "hex"), key("a", size: 2), key("a", beside: 1)] {
            #expect(memory.value(other, as: String.self) == nil)
        }
        memory.keep("two", as: key("a", size: 2))
        #expect(memory.value(key("a"), as: String.self) == nil)
        #expect(memory.value(key("a", size: 2), as: String.self) == "two")
        memory.forget()
        #expect(memory.value(key("a", size: 2), as: String.self) == nil)
    }

    @Test("the least recently used of more than eight goes")
    func bound() {
        let memory = QueryMemory()
        for number in 0..<8 { memory.keep(number, as: key("\(number)")) }
        #expect(memory.value(key("0"), as: Int.self) == 0)
        memory.keep(8, as: key("8"))
        #expect((0...8).filter { memory.value(key("\($0)"), as: Int.self) == nil } == [1])
    }

    @Test("once the shown files are known, values of other files are dropped, and not kept later")
    func shown() {
        let memory = QueryMemory()
        for name in ["a", "b"] { memory.keep(name, as: key(name)) }
        memory.keepOnly([ItemAddress(Self.root, "b")])
        #expect(memory.value(key("a"), as: String.self) == nil)
        #expect(memory.value(key("b"), as: String.self) == "b")
        // The answer to a query that was asked when the file was shown.
        memory.keep("late", as: key("a"))
        memory.keep("hex", as: key("b", part: "hex"))
        #expect(memory.value(key("a"), as: String.self) == nil)
        #expect(memory.value(key("b", part: "hex"), as: String.self) == "hex")
        memory.keepOnly([])
        #expect(memory.value(key("b"), as: String.self) == nil)
    }
}
