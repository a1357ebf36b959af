import Jobs
import TestSupport
import Testing

@testable import ContainerStore

/// Containers that are found without being named.
struct NearbyTests {
    /// Returns everything that is found, with the steps in between.
    private func found(
        in directory: String, home: String,
        search: () -> CandidateSearch = { CandidateSearch(levels: 3, opensArchives: false) }
    ) throws -> [NearbyContainers] {
        var steps: [NearbyContainers] = []
        ContainerStore.findNearby(
            HostPath(Array(directory.utf8)), home: HostPath(Array(home.utf8)),
            search: search, found: { steps.append($0) })
        return steps
    }

    private func makeContainer(_ directory: TemporaryDirectory, _ name: String) throws {
        for part in ["Documents", "Library", "tmp"] { try directory.makeDirectory("\(name)/\(part)") }
    }

    @Test("containers below the directory are found three levels deep, and archives by their names, unopened")
    func below() throws {
        let directory = TemporaryDirectory()
        for name in ["here/one", "here/a/two", "here/a/b/three", "here/a/b/c/four"] {
            try makeContainer(directory, name)
        }
        // Not an archive at all: it would be left out if it were opened.
        directory.write("here/App.ipa", "no archive")
        directory.write("here/other.zip", "no archive")
        let steps = try found(in: directory("here"), home: directory("home"))
        let names = steps.last?.here.map { String(decoding: $0.hostPath.name, as: UTF8.self) } ?? []
        #expect(Set(names) == ["one", "two", "three", "App.ipa"])
        #expect(steps.last?.here.first { $0.form == .archive }?.kindTitle == "archive")
        #expect(steps.last?.isComplete == true && steps.first?.isComplete == false)
    }

    @Test("simulator devices and backups are found in their usual places, and are not read")
    func usualPlaces() throws {
        let directory = TemporaryDirectory()
        let device = "home/Library/Developer/CoreSimulator/Devices/0F0B1D5E-5B1C-4C9D-8B7E-3B0A1D2C4E5F"
        try directory.write(propertyList(["name": "iPhone 15"]), to: "\(device)/device.plist")
        try directory.makeDirectory("here")
        let last = try found(in: directory("here"), home: directory("home")).last
        #expect(last?.here.isEmpty == true)
        #expect(last?.elsewhere.map(\.title) == ["iPhone 15"])
        #expect(last?.elsewhere.first?.isUnread == true && last?.elsewhere.first?.kindTitle == "simulator device")
        // The directory itself may be a device: it is one choice.
        let inside = try found(in: directory(device), home: directory("home")).last
        #expect(inside?.here.map(\.title) == ["iPhone 15"] && inside?.elsewhere.isEmpty == true)
    }

    @Test("nothing is examined after the search is cancelled or its time is over, and that is said")
    func stopped() throws {
        let directory = TemporaryDirectory()
        try makeContainer(directory, "here/one")
        let cancellation = Cancellation()
        cancellation.cancel()
        let cancelled = try found(in: directory("here"), home: directory("home")) {
            CandidateSearch(levels: 3, cancellation: cancellation)
        }
        #expect(cancelled.last?.here.isEmpty == true && cancelled.last?.isHereCutOff == true)
        let late = try found(in: directory("here"), home: directory("home")) {
            CandidateSearch(levels: 3, deadline: 0)
        }
        #expect(late.last?.here.isEmpty == true && late.last?.isHereCutOff == true)
    }

    @Test("a search that is cut short in one place is complete in another")
    func partly() throws {
        let directory = TemporaryDirectory()
        try makeContainer(directory, "here/one")
        try directory.makeDirectory("home/Library/Developer/CoreSimulator/Devices")
        var searches = 0
        let last = try found(in: directory("here"), home: directory("home")) {
            searches += 1
            return CandidateSearch(levels: 3, opensArchives: false, deadline: searches == 1 ? nil : 0)
        }.last
        #expect(last?.here.count == 1 && last?.isHereCutOff == false && last?.isElsewhereCutOff == true)
    }

    @Test("places that do not exist are passed over")
    func missing() throws {
        let directory = TemporaryDirectory()
        let last = try found(in: directory("nothing"), home: directory("none")).last
        #expect(last?.here.isEmpty == true && last?.elsewhere.isEmpty == true && last?.isComplete == true)
    }
}
