import Comparison
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Jobs
import Queries
import Search
import System
import TestSupport
import Testing
import TimePoints
import Timeline

@testable import Browser
@testable import Session

@Suite("Time points of a session", .onManyThreads)
struct TimePointWorkTests {
    /// The store of all tests of this process, whose names are different.
    private static let store = TemporaryDirectory()

    private let fixture: SessionFixture
    private let workers: SessionWorkers
    private let inbox: Inbox<SessionWorkers.Message>

    init() throws {
        TimePointPath.use(store: Array(Self.store("keeps").utf8))
        fixture = try SessionFixture()
        workers = try fixture.workers()
        inbox = Inbox(workers.mailbox)
    }

    /// Answers a query, and returns what the browser says then.
    private func ask<Asked: Query>(_ query: Asked, _ text: @escaping @Sendable (Asked.Answer) -> String) throws
        -> String
    {
        workers.ask(
            QueryRequest(query: query, scope: .container) { answer, state in
                state.say(text(answer))
                return []
            })
        let reply = try inbox.first("an answer") { message in
            if case .event(.answered(let reply), _) = message { reply } else { nil }
        }
        inbox.forget()
        var state = BrowserState()
        _ = reply.deliver(&state)
        return try #require(state.panels.message?.text)
    }

    private func names() throws -> [String] {
        try ask(TimePointsQuery()) { $0.map(\.name).joined(separator: " ") }.split(separator: " ").map(String.init)
    }

    @Test("a container is kept, listed and removed")
    func life() throws {
        #expect(try ask(KeepQuery(name: "life")) { "\($0.name) \($0.header.files)" } == "life 3")
        #expect(try names().contains("life"))
        _ = try ask(TimePointRemovalQuery("life")) { "\($0)" }
        #expect(try !names().contains("life"))
    }

    @Test("what grows is listed: the largest and newest files, and the sizes that changed since the latest time point")
    func growth() throws {
        let text: @Sendable (GrowthReport) -> String = { report in
            let changes = report.changes.map { "\($0.path) \($0.before ?? 0) \($0.after ?? 0)" }
            return ["\(report.point ?? "none")", "\(report.largest.first?.path ?? .root)"].joined(separator: " ")
                + ": " + changes.joined(separator: ", ")
        }
        #expect(try ask(GrowthQuery(), text) == "none Documents/a.txt: ")
        _ = try ask(KeepQuery(name: "grows")) { $0.name }
        try fixture.directory.write("longer than before", to: "App/Documents/b.txt")
        try fixture.directory.write("new", to: "App/Documents/d.txt")
        unlink(fixture.directory("App/Documents/c.txt"))
        let found = try ask(GrowthQuery(), text)
        #expect(
            found
                == "grows Documents/b.txt: Documents/b.txt 5 18, Documents/c.txt 5 0, Documents/d.txt 0 3")
    }

    @Test("the timeline has the items and the time points of the container, the newest first")
    func timeline() throws {
        _ = try ask(KeepQuery(name: "times")) { $0.name }
        let found = try ask(TimelineQuery()) { answer in
            let times = answer.entries.map(\.time)
            let isSorted = zip(times, times.dropFirst()).allSatisfy { $0 >= $1 }
            return "\(isSorted) \(answer.count == times.count) "
                + answer.entries.map { entry in
                    "\(entry.kind.rawValue) \(entry.path.map { "\($0)" } ?? String(decoding: entry.text, as: UTF8.self))"
                }.joined(separator: ", ")
        }
        #expect(found.hasPrefix("true true "), "\(found)")
        for part in ["file Documents/a.txt", "keep @times"] { #expect(found.contains(part), "\(part): \(found)") }
    }

    @Test("a name that is taken or cannot be one is a sentence", arguments: ["taken", "a/b"])
    func badNames(name: String) throws {
        if name == "taken" { _ = try ask(KeepQuery(name: name)) { $0.name } }
        let sentence = try ask(KeepQuery(name: name)) { _ in "kept" }
        #expect(sentence != "kept" && sentence.contains(name), "\(sentence)")
    }

    @Test("a time point that is gone is a sentence")
    func gone() throws {
        #expect(try ask(TimePointRemovalQuery("never")) { _ in "removed" } == "there is no time point never")
    }

    @Test("what was changed since a time point is listed, and comes back from it")
    func comparing() throws {
        _ = try ask(KeepQuery(name: "compared")) { $0.name }
        try fixture.directory.write("changed and longer", to: "App/Documents/a.txt")
        workers.openAside(Array("@compared".utf8), for: .restoring(fixture.container.root))
        let origin = try inbox.first("the time point") { message -> ItemAddress? in
            guard case .aside(let item, let container?, _, _, _) = message else { return nil }
            workers.add(container)
            return item
        }
        workers.read(
            DirectoryRequest(
                ticket: Ticket(1), directory: fixture.item(.root), reach: .differing(from: origin, closed: []),
                order: EntryOrder(), filter: ListingFilter(), rows: 10))
        let snapshot = try inbox.first("what differs") { message -> DirectorySnapshot? in
            guard case .event(.directory(.read(let snapshot)), _) = message, snapshot.stage == .complete else {
                return nil
            }
            return snapshot
        }
        #expect(snapshot.entries.count == 1 && snapshot.changes.first?.summary == "line 1")
        let operation = FileOperation.restore(Restoration(of: fixture.container.root, from: .container(origin.root)))
        workers.startPlanning(Ticket(2), operation, for: Requester(.user))
        let preparation = try inbox.first("a preparation") { message in
            if case .lasting(.operation(_, .planned(let preparation))) = message { preparation } else { nil }
        }
        #expect(!preparation.isEmpty)
        workers.startRunning(Ticket(2), preparation, [])
        _ = try inbox.first("the end") { message in
            if case .lasting(.operation(_, .ended)) = message { true } else { nil }
        }
        #expect(try fixture.directory.bytes(of: "App/Documents/a.txt") == Array("a.txt".utf8))
    }

    @Test("the groups that both sides have are restored with their app")
    func groups() throws {
        let directory = fixture.directory
        let places = ["Data/Application/1": "org.example.app", "Shared/AppGroup/2": "group.org.example.app"]
        for device in ["one", "two"] {
            for (place, identifier) in places {
                let root = "\(device)/Containers/\(place)B1F0C52-93D4-4E0B-8C57-2A4D9E7F1B30"
                for name in ["Documents", "Library", "tmp"] { try directory.makeDirectory("\(root)/\(name)") }
                try directory.write(
                    "<plist version=\"1.0\"><dict><key>MCMMetadataIdentifier</key><string>\(identifier)</string>"
                        + "<key>MCMMetadataContentClass</key><integer>\(place.hasPrefix("Data") ? 2 : 7)</integer>"
                        + "</dict></plist>",
                    to: "\(root)/.com.apple.mobile_container_manager.metadata.plist")
                try directory.write(device, to: "\(root)/Library/note.txt")
            }
        }
        let paths = ["one", "two"].map {
            Array(directory("\($0)/Containers/Data/Application/1B1F0C52-93D4-4E0B-8C57-2A4D9E7F1B30").utf8)
        }
        let target = try ContainerStore.locate(paths[1]).0
        workers.container = target
        workers.openAside(paths[0], for: .restoring(target.root))
        let (item, purpose) = try inbox.first("the other device's app") { message -> (ItemAddress, AsidePurpose)? in
            guard case .aside(let item, let container?, let groups, let purpose, _) = message else { return nil }
            for other in [container] + groups { workers.add(other) }
            return (item, purpose)
        }
        guard case .restoring(let root, let groups) = purpose else {
            Issue.record("\(purpose)")
            return
        }
        #expect(root == target.root && groups.count == 1)
        var restoration = Restoration(of: root, from: .container(item.root))
        restoration.others = groups
        workers.startPlanning(Ticket(1), .restore(restoration), for: Requester(.user))
        let preparation = try inbox.first("a preparation") { message in
            if case .lasting(.operation(_, .planned(let preparation))) = message { preparation } else { nil }
        }
        workers.startRunning(Ticket(1), preparation, [])
        _ = try inbox.first("the end") { message in
            if case .lasting(.operation(_, .ended)) = message { true } else { nil }
        }
        for place in places.keys {
            let note = "two/Containers/\(place)B1F0C52-93D4-4E0B-8C57-2A4D9E7F1B30/Library/note.txt"
            #expect(try directory.bytes(of: note) == Array("one".utf8), "\(place)")
        }
    }

    @Test("a time point that is not there is a sentence")
    func missing() throws {
        workers.openAside(Array("@missing".utf8), for: .restoring(fixture.container.root))
        let sentence = try inbox.first("a sentence") { message in
            if case .event(.failed(let sentence), _) = message { sentence } else { nil }
        }
        #expect(sentence.contains("missing"), "\(sentence)")
    }
}
