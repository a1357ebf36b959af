import FileTree
package import Jobs
import System

/// What was found in places where users have containers, none of which was named.
package struct NearbyContainers: Hashable, Sendable {
    /// Those in and below the working directory.
    package var here: [ContainerCandidate] = []
    /// The simulator devices and backups in their usual places.
    package var elsewhere: [ContainerCandidate] = []
    /// Whether everything has been examined that was to be.
    package var isComplete = false
    /// Whether not all of the working directory was examined, because there was too much or it took too long.
    package var isHereCutOff = false
    /// Whether not all of the usual places was.
    package var isElsewhereCutOff = false

    /// Creates a value before anything has been found.
    package init() {}
}

extension ContainerStore {
    /// The directories, relative to the home directory, in which other programs keep what can be opened.
    private static let usualPlaces = [
        // Xcode's simulator devices.
        ["Library", "Developer", "CoreSimulator", "Devices"],
        // The Finder's backups.
        ["Library", "Application Support", "MobileSync", "Backup"],
    ]

    /// Looks for containers in and below a directory, and then for simulator devices and backups in their usual places.
    /// Archives are known by their names, and neither they nor devices are read.
    ///
    /// - Parameters:
    ///   - directory: The working directory; nil if it is unknown.
    ///   - home: The user's home directory; nil if it is unknown.
    ///   - search: Returns how far to look, for each place.
    ///   - found: Receives what has been found by now, after each place.
    package static func findNearby(
        _ directory: HostPath?,
        home: HostPath?,
        search makeSearch: () -> CandidateSearch,
        found: (NearbyContainers) -> Void
    ) {
        var nearby = NearbyContainers()
        func examine(_ path: HostPath, _ isCutOff: inout Bool) -> [ContainerCandidate] {
            let search = makeSearch()
            defer { isCutOff = isCutOff || search.isCutOff }
            guard !search.isStopped else {
                search.isCutOff = true
                return []
            }
            guard let directory = try? HostDirectory(path) else { return [] }
            // A device, or a backup, is one choice.
            if let device = candidate(directory, DeviceAppsCache(), readsDevices: false) { return [device] }
            return candidates(in: directory, search: search, readsDevices: false)
        }
        if let directory {
            nearby.here = examine(directory, &nearby.isHereCutOff)
            found(nearby)
        }
        let known = Set(nearby.here.map(\.hostPath))
        for place in home.map({ home in usualPlaces.map { home.appending(contentsOf: $0) } }) ?? [] {
            let found = examine(place, &nearby.isElsewhereCutOff).filter { !known.contains($0.hostPath) }
            nearby.elsewhere += found
        }
        nearby.isComplete = true
        found(nearby)
    }

    /// Looks for containers around the working directory of this process and in the usual places.
    package static func findNearby(cancellation: Cancellation, found: (NearbyContainers) -> Void) {
        let deadline = MonotonicClock.now() + nanosecondsToSearch
        findNearby(
            HostPath(expanded([])), home: HostPath(expanded([0x7e])),
            search: {
                CandidateSearch(
                    levels: 3, maxEntries: 4_096, opensArchives: false, cancellation: cancellation, deadline: deadline)
            },
            found: found)
    }

    /// No directory is read after this time, because the user waits for the list. One that is being read is read to its
    /// end.
    private static let nanosecondsToSearch: UInt64 = 3_000_000_000
}
