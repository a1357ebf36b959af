import ContainerModel
import Disk
import Jobs

/// Begins transactions: locks, the journal's number, what has to be known if the process is killed.
struct TransactionLauncher {
    let environment: TransactionEnvironment
    let title: String
    let actor: String
    let role: Role
    let subject: Int
    let takesAllBack: Bool

    /// Where the program's own files may not be.
    func refuseOwnFilesInside(_ sites: [Site], usesTrash: Bool) throws(TransactionError) {
        for site in sites where site.isContainer {
            if try isInside(site, environment.stateDirectory) {
                throw TransactionError(
                    .refused,
                    "the journal would be kept inside \(site.text), which is changed; set XDG_STATE_HOME elsewhere")
            }
            if usesTrash, try isInside(site, environment.trashDirectory) {
                throw TransactionError(
                    .refused,
                    "the trash would be inside \(site.text), which is changed; set XDG_DATA_HOME elsewhere")
            }
        }
    }

    private func isInside(_ site: Site, _ directory: [UInt8]) throws(TransactionError) -> Bool {
        do throws(DiskError) {
            return try Trash.isInside(site, directory)
        } catch {
            throw TransactionError(
                .cannotCreate, "could not open \(String(decoding: directory, as: UTF8.self)): \(error.reason)")
        }
    }

    /// Gets ready to carry out a workload on sites that are locked already.
    /// - Parameter named: the sites that the instructions' locations count in; the trash is added here.
    func run(
        _ workload: Workload,
        on named: [Site],
        progress: ProgressMeter,
        cancellation: Cancellation
    ) throws(TransactionError) -> TransactionRun {
        try refuseOwnFilesInside(named, usesTrash: workload.usesTrash)
        let trash = workload.usesTrash ? try Trash(environment) : nil
        let sites = named + (trash.map { [$0.site] } ?? [])
        let store = JournalStore(environment)
        let log = try store.claim()
        let id = TransactionID(number: log.number, token: UInt64.random(in: 1 ... .max))
        let bench = Workbench(sites: sites, trash: trash, id: id, progress: progress, cancellation: cancellation)
        let beginning = try beginning(of: workload, on: bench)
        if id.number.isMultiple(of: JournalRetention.interval) { store.prune() }
        return TransactionRun(workload, bench, log, beginning)
    }

    private func beginning(of workload: Workload, on bench: Workbench) throws(TransactionError) -> Beginning {
        let listed = try workload.first(Beginning.mostListed)
        var sites: [Beginning.RecordedSite] = []
        for site in bench.sites {
            do throws(DiskError) {
                let inode = try ItemStatus(of: site.root.descriptor, path: .root).inode
                sites.append(.init(hostPath: site.hostPath, isContainer: site.isContainer, inode: inode))
            } catch {
                throw TransactionError(.inputOutput, "could not look at \(site.text): \(error.reason)")
            }
        }
        return Beginning(
            id: bench.id,
            time: WallClock.seconds,
            role: role,
            subject: subject,
            title: title,
            actor: actor,
            takesAllBack: takesAllBack,
            itemCount: workload.count,
            sites: sites,
            usesTrash: workload.usesTrash,
            items: listed.map { instruction in
                let change = instruction.change(on: bench)
                let first = change.source ?? change.target
                return .init(
                    verb: change.verb, from: first?.hostPath ?? [],
                    to: change.source == nil ? nil : change.target?.hostPath)
            },
            listedCount: max(listed.count, workload.count)
        )
    }
}

extension Instruction {
    /// The change that it is for those who see it from outside.
    func change(on bench: Workbench) -> Change {
        switch self {
        case .copy(let from, let to): .copy(bench.spot(from), to: bench.spot(to))
        case .move(let from, let to): .move(bench.spot(from), to: bench.spot(to))
        case .trash(let at), .replace(let at, _): .trash(bench.spot(at))
        case .restore(let name, let to): .move(bench.spot(bench.trashed(name)), to: bench.spot(to))
        case .makeDirectory(let at): .makeDirectory(bench.spot(at))
        case .writeFile(let at, let contents): .writeFile(bench.spot(at), contents)
        case .setAttribute(let at, let name, let value, _):
            .setAttribute(bench.spot(at), name: name, value: value)
        }
    }
}

/// The sites of a transaction, each once.
struct SiteTable {
    private(set) var sites: [Site] = []
    private var places: [[UInt8]: Int] = [:]

    mutating func location(_ spot: Spot) -> Location {
        if let place = places[spot.site.hostPath] { return Location(site: place, path: spot.path) }
        places[spot.site.hostPath] = sites.count
        sites.append(spot.site)
        return Location(site: sites.count - 1, path: spot.path)
    }

    mutating func instruction(_ change: Change) -> Instruction {
        switch change {
        case .copy(let from, let to): .copy(location(from), to: location(to))
        case .move(let from, let to): .move(location(from), to: location(to))
        case .trash(let at): .trash(location(at))
        case .makeDirectory(let at): .makeDirectory(location(at))
        case .writeFile(let at, let contents): .writeFile(location(at), contents)
        case .setAttribute(let at, let name, let value):
            .setAttribute(location(at), name: name, value: value, expected: nil)
        }
    }
}
