import System
import Testing

@testable import Jobs

struct MailboxTests {
    /// Returns whether the mailbox's descriptor wakes a poll within `milliseconds`.
    private func wakes(_ mailbox: Mailbox<some Sendable>, within milliseconds: Int32 = 0) -> Bool {
        var waiting = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, milliseconds) == 1
    }

    @Test("messages of each producer arrive in the order of posting, and none is lost")
    func producers() throws {
        let mailbox = try Mailbox<(producer: Int, number: Int)>()
        let producers = 8
        let each = 20_000
        let pool = WorkerPool(threads: producers)
        for producer in 0..<producers {
            pool.submit { for number in 0..<each { mailbox.post((producer, number)) } }
        }
        var next = [Int](repeating: 0, count: producers)
        var outOfOrder = 0
        // A lost wake-up would end the loop early.
        while next.contains(where: { $0 < each }), wakes(mailbox, within: 30_000) {
            for message in mailbox.drain() {
                if message.number != next[message.producer] { outOfOrder += 1 }
                next[message.producer] = message.number + 1
            }
        }
        #expect(outOfOrder == 0)
        #expect(next == [Int](repeating: each, count: producers))
        #expect(mailbox.drain().isEmpty)
    }

    @Test("the descriptor is readable exactly while the mailbox has messages")
    func descriptor() throws {
        let mailbox = try Mailbox<Int>()
        #expect(!wakes(mailbox))
        #expect(mailbox.drain().isEmpty)
        mailbox.post(1)
        #expect(wakes(mailbox))
        mailbox.post(2)
        #expect(wakes(mailbox))
        #expect(mailbox.drain() == [1, 2])
        #expect(!wakes(mailbox))
        mailbox.post(3)
        #expect(wakes(mailbox))
        #expect(mailbox.drain() == [3])
        #expect(!wakes(mailbox))
    }

    @Test("a post from another thread wakes a waiting poll")
    func wakeUp() throws {
        let mailbox = try Mailbox<Int>()
        let pool = WorkerPool(threads: 1)
        for round in 0..<200 {
            pool.submit { mailbox.post(round) }
            #expect(wakes(mailbox, within: 30_000))
            #expect(mailbox.drain() == [round])
        }
    }

    @Test("a mailbox closes its descriptor when it is released")
    func closed() throws {
        var descriptors: Set<Int32> = []
        // A leak would use a new number each time.
        for _ in 0..<2_000 {
            let mailbox = try Mailbox<Int>()
            descriptors.insert(mailbox.descriptor)
        }
        #expect(descriptors.count < 500)
    }

    @Test("an error names the failed operation and the reason")
    func error() {
        let error = JobsError("make a thing", Errno(rawValue: EMFILE))
        #expect(error.description == "could not make a thing: Too many open files")
        #expect(error.code == .outOfDescriptors && error.systemError == Errno(rawValue: EMFILE))
    }
}
