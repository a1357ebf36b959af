import Browser
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Jobs
import TestSupport
import Testing

@testable import Session

@Suite("Watching directories", .onManyThreads)
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
        _ = watching.watch(wanted, in: OpenRoots(fixture.container).table) { mailbox.post($0) }
    }

    private func change(_ directory: String) { fixture.directory.write("App/\(directory)/new", "") }

    private func wait(for address: ItemAddress) throws {
        try inbox.wait(for: "a change in \(address.path)") { $0.contains { $0.contains(address) } }
    }

    private var told: Set<ItemAddress> { inbox.messages.reduce([]) { $0.union($1) } }

    @Test("a directory is reported when its watch begins, and at each change after that")
    func changes() throws {
        let documents = fixture.item("Documents")
        watch([documents])
        // A change between reading the directory and watching it would be missed otherwise.
        inbox.takeWhatIsThere()
        #expect(inbox.messages == [[documents]])
        inbox.forget()
        change("Documents")
        try wait(for: documents)
        #expect(told == [documents])
    }

    @Test("a directory that is older than the session is not reported, and is to be read again only if that was quick")
    func unchanged() throws {
        let (documents, tmp) = (fixture.item("Documents"), fixture.item("tmp"))
        let mailbox = mailbox
        // The fixture is older than this one.
        let watching = Watching(from: .max)
        watching.pace(documents) {}
        let quick = watching.watch([documents, tmp], in: OpenRoots(fixture.container).table) { mailbox.post($0) }
        #expect(quick == [documents])
        inbox.takeWhatIsThere()
        #expect(inbox.messages.isEmpty)
        change("tmp")
        try wait(for: tmp)
    }

    @Test("a directory that was watched already is not reported again, and one no longer wanted is not reported")
    func forgotten() throws {
        let (documents, library, tmp) = (fixture.item("Documents"), fixture.item("Library"), fixture.item("tmp"))
        watch([documents, library])
        watch([library, tmp])
        inbox.takeWhatIsThere()
        #expect(inbox.messages == [[documents, library], [tmp]])
        inbox.forget()
        for directory in ["Documents", "Library", "tmp"] { change(directory) }
        // Changes are reported in the order in which they were made.
        try wait(for: tmp)
        #expect(told == [library, tmp])
    }

    @Test("a directory with two addresses is reported by both")
    func twice() throws {
        let path = try #require(ContainerPath(bytes: Array(fixture.directory("App/Documents").utf8.dropFirst())))
        let addresses: Set = [fixture.item("Documents"), ItemAddress(.computer, path)]
        // The same directory, addressed from two roots.
        #expect(Set(addresses.map(\.root)).count == addresses.count)
        watch(addresses)
        inbox.takeWhatIsThere()
        inbox.forget()
        change("Documents")
        try inbox.wait(for: "the change") { !$0.isEmpty }
        #expect(told == addresses)
    }

    @Test("a missing directory or a symbolic link does not prevent others from being watched")
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

    @Test("a change to a directory that is being read is reported afterwards")
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

    @Test("the session's workers report the address of a change and the epoch of its container")
    func workers() throws {
        let workers = try fixture.workers()
        let inbox = Inbox(workers.mailbox)
        workers.watch([fixture.item("Documents")])
        let change = try inbox.first("a change") { message -> (Set<ItemAddress>, Int)? in
            if case .event(.directory(.changed(let addresses)), let epoch) = message { (addresses, epoch) } else { nil }
        }
        #expect(change.0 == [fixture.item("Documents")] && change.1 == workers.epoch)
    }
}
