import ContainerModel
import FileTree
import Synchronization
import System

/// The containers that names lead to: those of simulators in the usual place or another one, those that were open
/// before, and those of the devices around these.
package final class NamedContainers {
    /// The simulators, in the order in which they were found.
    private(set) var simulators: [NamedSimulator] = []
    /// What is on no simulator.
    private(set) var others: [NamedContainer] = []
    /// All containers, those of simulators first. The first use reads the simulators.
    private(set) lazy var all = simulators.flatMap(\.containers) + others
    /// Whether not all of the directory was examined.
    private(set) var isCutOff = false
    private var known: Set<HostPath> = []

    private static let chosen = Mutex<[UInt8]?>(nil)
    private static let variable = "SANDGLASS_SIMULATORS"

    /// Has all names of this process looked up in one directory alone.
    package static func look(in directory: [UInt8]) { chosen.withLock { $0 = directory } }

    /// The directory in which containers are looked for: that which was chosen, that of the environment, or the usual
    /// place.
    private static var directory: [UInt8] {
        chosen.withLock { $0 } ?? EnvironmentVariable.path(variable)
            ?? ContainerStore.expanded(Array("~/Library/Developer/CoreSimulator/Devices".utf8))
    }

    /// Where containers are looked for, in words that follow "in".
    static var extent: String {
        let place = String(decoding: directory, as: UTF8.self)
        guard chosen.withLock({ $0 }) == nil else { return place }
        return "\(place), nor among recent containers or on their devices (--in DIRECTORY or $\(variable) looks "
            + "elsewhere)"
    }

    /// Looks for everything that has a name. Blocks.
    /// - Throws: `ContainerStoreError` if the directory that was chosen, or that of the environment, cannot be read.
    package init() throws(ContainerStoreError) {
        let isChosen = Self.chosen.withLock { $0 } != nil
        let directory = Self.directory
        if SourceAddress.isOne(directory) { try ContainerStore.resolveReserved(directory) }
        do throws(FileTreeError) {
            guard let path = HostPath(directory) else {
                throw FileTreeError(errno: ENOENT, operation: "open the directory")
            }
            add(try HostDirectory(path))
        } catch {
            // Where no simulators are, there is no usual place.
            let isNamed = isChosen || EnvironmentVariable.path(Self.variable) != nil
            if isNamed { throw ContainerStoreError(error, directory) }
        }
        if !isChosen { addRecent() }
    }

    private func add(_ directory: HostDirectory) {
        let search = CandidateSearch()
        let itself = ContainerStore.candidate(directory, DeviceAppsCache(), readsDevices: false)
        let found =
            itself.map { [$0] } ?? ContainerStore.candidates(in: directory, search: search, readsDevices: false)
        isCutOff = search.isCutOff
        for candidate in found {
            if candidate.form == .simulatorDevice {
                addSimulator(at: candidate.hostPath)
            } else if let container = NamedContainer(candidate) {
                others.append(container)
            }
        }
    }

    private func addSimulator(at path: HostPath) {
        guard isNew(path), let directory = try? HostDirectory(path), let device = SimulatorDevice(at: directory) else {
            return
        }
        simulators.append(NamedSimulator(device: device, path: path))
    }

    private func isNew(_ path: HostPath) -> Bool { known.insert(path.followingLinks() ?? path).inserted }

    /// Adds what was open before and is still there. Archives, backups and what is on a device are not opened.
    private func addRecent() {
        for recent in ContainerMemoryStore().recent() where recent.exists {
            guard ReservedPath.spelling(of: recent.hostPath) == nil, let path = HostPath(recent.hostPath),
                (try? RootedDirectory(hostPath: path.bytes)) != nil
            else { continue }
            if let simulator = SimulatorDevice.directory(containing: path) {
                addSimulator(at: simulator.path)
            } else if let (layout, _) = DeviceLayout.around(path) {
                guard isNew(layout.device) else { continue }
                others += DeviceApps.members(of: layout).map { NamedContainer($0, on: layout.device, of: nil) }
            } else if case .container(let container, _)? = try? ContainerStore.openNamed(
                path.bytes, search: CandidateSearch(levels: 0))
            {
                NamedContainer(container.description).map { others.append($0) }
            }
        }
    }
}

extension NamedContainers {
    /// A place that a name leads to.
    enum Place {
        case simulator(NamedSimulator)
        case container(NamedContainer)

        var path: HostPath {
            switch self {
            case .simulator(let simulator): simulator.path
            case .container(let container): container.path
            }
        }
    }

    /// Returns the places that a name leads to.
    func places(of name: ContainerName) -> [Place] {
        switch (name.scope, name.identifier) {
        case (.everywhere, nil): simulators.map { .simulator($0) } + others.map { .container($0) }
        case (.everywhere, let identifier?): all.named(identifier).map { .container($0) }
        case (.simulators(let device), nil): simulators.named(device).map { .simulator($0) }
        case (.simulators(let device), let identifier?):
            simulators.named(device).flatMap(\.containers).named(identifier).map { .container($0) }
        }
    }

    /// Whether nothing has a name.
    package var isEmpty: Bool { simulators.isEmpty && others.isEmpty }

    /// The identifiers of all containers, sorted.
    package var identifiers: [String] { Set(all.map(\.identifier)).sorted() }

    /// Returns the names of the simulators, each the shortest that leads to one alone.
    /// - Parameter withIdentifiers: Whether their UDIDs follow.
    package func simulatorNames(withIdentifiers: Bool) -> [String] {
        let names = simulators.map { simulators.shortName(of: $0.device) }
        return names + (withIdentifiers ? simulators.map(\.device.identifier).filter { !names.contains($0) } : [])
    }

    /// Returns the identifiers of the containers on the simulators of a name or UDID, sorted.
    package func identifiers(onSimulator name: String) -> [String] {
        Set(simulators.named(name).flatMap(\.containers).map(\.identifier)).sorted()
    }

    /// Returns the shortest name that leads to a container alone, among all that were found; nil if it has none.
    package func name(of description: ContainerDescription) -> ContainerName? {
        let paths = [description.hostPath, description.packagePath]
        // The apps of all simulators are read only for what is on one of them, or was open before.
        let mayHaveName =
            others.contains { paths.contains($0.path) }
            || simulators.contains { simulator in paths.contains { $0.components(below: simulator.path) != nil } }
        guard mayHaveName, let container = all.first(where: { paths.contains($0.path) }) else { return nil }
        let shared = all.named(container.identifier)
        if shared == [container] { return ContainerName(.everywhere, container.identifier) }
        guard let simulator = container.simulator, shared.filter({ $0.simulator == simulator }) == [container] else {
            return nil
        }
        return ContainerName(.simulators(simulators.shortName(of: simulator)), container.identifier)
    }

    /// Returns a name that leads to a place alone and needs no quotes in a shell, with what people call it; or its
    /// path.
    fileprivate func exactName(of place: Place) -> String {
        switch place {
        case .simulator(let simulator):
            let device = simulator.device
            return "sim:\(device.identifier) (\(device.title))"
        case .container(let container):
            let same = all.named(container.identifier).filter { $0.simulator == container.simulator }
            guard let device = container.simulator, same.count == 1 else {
                return String(decoding: container.path.bytes, as: UTF8.self)
            }
            return "sim:\(device.identifier)/\(container.identifier) (\(device.title))"
        }
    }
}

extension NamedContainers {
    /// What names have led to in this process.
    private static let resolved = Mutex<[ContainerName: HostPath]>([:])

    /// Returns the path of this computer that a path with a name stands for. Blocks.
    /// - Throws: `ContainerStoreError`: `reserved` for an ambiguous name and for what is none, `severalContainers` for
    ///   `app:` and `sim:` alone, `notFound`.
    static func path(_ given: [UInt8]) throws(ContainerStoreError) -> [UInt8] {
        let (name, rest) = try ContainerName.read(given)
        let root = try root(of: name, given)
        return root.bytes + (rest.isEmpty ? [] : [ContainerPath.slash] + rest)
    }

    private static func root(of name: ContainerName, _ given: [UInt8]) throws(ContainerStoreError) -> HostPath {
        // A command opens the same path several times. A container that was replaced is looked for again.
        if let known = resolved.withLock({ $0[name] }), known.exists { return known }
        let found = try NamedContainers()
        let places = found.places(of: name)
        guard let first = places.first else { throw .unknown(name, given, found) }
        guard places.count == 1 else { throw .ambiguous(name, given, places.map { found.exactName(of: $0) }) }
        resolved.withLock { $0[name] = first.path }
        return first.path
    }

    /// Returns the places that a path with a name may mean, for a choice.
    /// - Parameter readsDevices: Whether the containers of simulators are read.
    /// - Returns: nil if it is one, and for any other path.
    /// - Throws: `ContainerStoreError`
    static func candidates(
        _ given: [UInt8], readsDevices: Bool
    ) throws(ContainerStoreError) -> [ContainerCandidate]? {
        guard ContainerName.isOne(given) else { return nil }
        let (name, _) = try ContainerName.read(given)
        if let known = resolved.withLock({ $0[name] }), known.exists { return nil }
        let found = try NamedContainers()
        let places = found.places(of: name)
        guard let first = places.first else { throw .unknown(name, given, found) }
        guard places.count > 1 else {
            resolved.withLock { $0[name] = first.path }
            return nil
        }
        return places.compactMap { place in
            switch place {
            case .simulator(let simulator):
                (try? HostDirectory(simulator.path)).flatMap {
                    ContainerStore.candidate($0, DeviceAppsCache(), readsDevices: readsDevices)
                }
            case .container(let container):
                ContainerCandidate(
                    hostPath: container.path, title: container.identifier,
                    details: [
                        container.role.kind.title, container.simulator?.name ?? "", container.simulator?.system ?? "",
                        String(decoding: container.path.bytes, as: UTF8.self),
                    ], identifier: container.identifier, kind: container.role.kind)
            }
        }
    }
}

extension ContainerStoreError {
    fileprivate static func unknown(
        _ name: ContainerName, _ given: [UInt8], _ found: NamedContainers
    ) -> ContainerStoreError {
        let rest = found.isCutOff ? "; not all of it was examined, because there is too much" : ""
        if case .simulators(let device) = name.scope, found.simulators.named(device).isEmpty {
            let what = device == nil ? "there are no simulators" : "there is no such simulator"
            return ContainerStoreError(.notFound, given, "\(what) in \(NamedContainers.extent)\(rest)")
        }
        let what = name.identifier.map { "there is no container of \($0)" } ?? "there are no containers"
        let place = name.scope == .everywhere ? NamedContainers.extent : "the simulator"
        return ContainerStoreError(.notFound, given, "\(what) in \(place)\(rest)")
    }

    fileprivate static func ambiguous(
        _ name: ContainerName, _ given: [UInt8], _ places: [String]
    ) -> ContainerStoreError {
        let names = places.prefix(maxNames).joined(separator: "; ")
        let rest = places.count - maxNames
        let list = "\(names)\(rest > 0 ? "; and \(rest) more, which `sandglass apps` lists" : "")"
        guard name.identifier == nil, name.scope == .everywhere || name.scope == .simulators(nil) else {
            return ContainerStoreError(.reserved, given, "is ambiguous; name one of these instead: \(list)")
        }
        return ContainerStoreError(
            .severalContainers, given, "stands for several; name one of them, or an item in it: \(list)")
    }

    /// How many names a message has.
    private static var maxNames: Int { 10 }
}
