import Browser
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Jobs
import TestSupport
import Testing

@testable import Session

@Suite("Being told of changes in directories")
struct WatchingTests {
    private let fixture: SessionFixture
    private let watching = Watching()
    private let mailbox: Mailbox<Set<ItemAddress>>
    private let inbox: Inbox<Set<ItemAddress>>

    init() throws {
        fixture = try SessionFixture()
        mailbox = try Mailbox()
        inbox = Inbox(mailbox)
    }

    private func watch(_ wanted: Set<ItemAddress>) {
        let mailbox = mailbox
        watching.watch(wanted, in: OpenRoots(fixture.container).table) { mailbox.post($0) }
    }

    private func change(_ directory: String) { fixture.directory.write("App/\(directory)/new", "") }

    private func wait(for address: ItemAddress) throws {
        try inbox.wait(for: "a change in \(address.path)") { $0.contains { $0.contains(address) } }
    }

    private var told: Set<ItemAddress> { inbox.messages.reduce([]) { $0.union($1) } }

    @Test("a directory is told of when its watch begins, and at each change from then on")
    func changes() throws {
        let documents = fixture.item("Documents")
        watch([documents])
        // What happened between its reading and the watch would be missed.
        inbox.takeWhatIsThere()
        #expect(inbox.messages == [[documents]])
        inbox.forget()
        change("Documents")
        try wait(for: documents)
        #expect(told == [documents])
    }

    @Test("one that was watched already is not told of again, and one that is not wanted any more is forgotten")
    func forgotten() throws {
        let (documents, library, tmp) = (fixture.item("Documents"), fixture.item("Library"), fixture.item("tmp"))
        watch([documents, library])
        watch([library, tmp])
        inbox.takeWhatIsThere()
        #expect(inbox.messages == [[documents, library], [tmp]])
        inbox.forget()
        for directory in ["Documents", "Library", "tmp"] { change(directory) }
        // Changes are told in the order in which they were made.
        try wait(for: tmp)
        #expect(told == [library, tmp])
    }

    @Test("a directory that has two addresses is told by both")
    func twice() throws {
        let path = try #require(ContainerPath(bytes: Array(fixture.directory("App/Documents").utf8.dropFirst())))
        let addresses: Set = [fixture.item("Documents"), ItemAddress(.computer, path)]
        // The same place on this computer, named from two roots.
        #expect(Set(addresses.map(\.side)).count == addresses.count)
        watch(addresses)
        inbox.takeWhatIsThere()
        inbox.forget()
        change("Documents")
        try inbox.wait(for: "the change") { !$0.isEmpty }
        #expect(told == addresses)
    }

    @Test("what cannot be watched, since it is not there or a link, does not keep others from being watched")
    func missing() throws {
        try fixture.directory.link("App/Documents/link", to: "../tmp")
        let tmp = fixture.item("tmp")
        watch([fixture.item("Documents/missing"), fixture.item("Documents/link"), tmp])
        inbox.takeWhatIsThere()
        #expect(inbox.messages == [[tmp]])
        change("tmp")
        try inbox.wait(for: "a change") { $0.count > 1 }
        #expect(told == [tmp])
    }

    @Test("a directory is not told of while it is read, and not forgotten")
    func paced() throws {
        let (documents, tmp) = (fixture.item("Documents"), fixture.item("tmp"))
        watch([documents, tmp])
        inbox.takeWhatIsThere()
        inbox.forget()
        try watching.pace(documents) {
            Result {
                change("Documents")
                change("tmp")
                try wait(for: tmp)
            }
        }.get()
        #expect(told == [tmp])
        try wait(for: documents)
    }

    @Test("the session's workers tell with what the change is about, and for which container")
    func workers() throws {
        let workers = try fixture.workers()
        let inbox = Inbox(workers.mailbox)
        workers.watch([fixture.item("Documents")])
        let change = try inbox.first("a change") { message -> (Set<ItemAddress>, Int)? in
            if case .event(.changed(let addresses), let epoch) = message { (addresses, epoch) } else { nil }
        }
        #expect(change.0 == [fixture.item("Documents")] && change.1 == workers.epoch)
    }
}
