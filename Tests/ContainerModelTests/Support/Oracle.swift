import ContainerModel

/// The document's statements about an operation, computed without the code under test.
///
/// Follows container-rules.md sentence by sentence; shares only values with the code, no table and no function.
struct Oracle: Sendable {
    /// The expected verdict, including the rule that is quoted.
    struct Expectation: Equatable {
        var outcome: Verdict.Outcome
        /// The rule that decides; nil if the operation is allowed.
        var rule: String?
        var warnings: [String] = []
        var alternatives: [Alternative] = []
    }

    var operation: Operation
    var sample: Sample
    var destination: Sample?
    var actor: ActingParty
    var fileSharing = Answer.unknown
    var openingInPlace = Answer.unknown
    var state = DeviceState()

    private static let creating: [Operation] = [.createFile, .createDirectory]
    private static let changing: [Operation] = [.modify, .setAttributes, .setExclusion, .delete, .rename, .move]

    /// The new item, if it is known.
    private var result: Sample? { Self.creating.contains(operation) ? sample : destination }

    /// The directory that receives the new item.
    private var receiver: Location? {
        operation == .rename ? destination?.parent ?? sample.parent : result?.parent
    }

    /// The expectation; only alternatives that would be allowed themselves are offered.
    var expectation: Expectation {
        var found = decision
        guard found.outcome == .refused else { return found }
        let offered = found.alternatives
        found.alternatives = offered.filter { works($0, among: offered) }
        if found.alternatives.isEmpty { found.alternatives = byHand }
        return found
    }

    private func works(_ alternative: Alternative, among offered: [Alternative]) -> Bool {
        switch alternative {
        case .place(let place):
            // A file that is not to be changed here cannot be changed elsewhere instead; a new one can be made there.
            guard ![.read, .modify, .setAttributes, .setExclusion, .delete, .purge].contains(operation) else {
                return false
            }
            let container = (destination ?? sample).container
            guard PlaceTranscription.row(place).paths.contains("\(container.rawValue):") else { return false }
            return with { $0.move(to: place) }.isAllowed
        case .copy(let place):
            guard [.modify, .setAttributes, .setExclusion].contains(operation) else { return false }
            return with {
                ($0.operation, $0.destination) = (.createFile, nil)
                $0.move(to: place)
            }.isAllowed
        case .actor(let actor): return with { $0.actor = actor }.isAllowed
        case .operation(let operation, let actor):
            return with { ($0.operation, $0.destination, $0.actor) = (operation, nil, actor) }.isAllowed
        case .infoKey:
            return with {
                if offered.contains(.infoKey(.fileSharing)) { $0.fileSharing = .yes }
                if offered.contains(.infoKey(.openingInPlace)) { $0.openingInPlace = .yes }
            }.isAllowed
        case .emptyDirectory: return with { ($0.operation, $0.destination) = (.list, nil) }.isAllowed
        case .unlock: return with { $0.state.lock = .unlocked }.isAllowed
        case .otherName, .deliver, .exportAndImport, .export, .import: return true
        }
    }

    private var isAllowed: Bool { decision.outcome != .refused }

    /// The closest equivalent of a system-only operation.
    private var byHand: [Alternative] {
        let close: Operation = operation == .purge ? .delete : .createFile
        let byApp = with {
            ($0.operation, $0.destination, $0.actor) = (close, nil, .app)
            // Something new is made in the place.
            if close == .createFile { $0.move(to: sample.place) }
        }
        return [.operation(close, as: byApp.isAllowed ? .app : .owner)]
    }

    /// Asks about an item in another place, or about moving or copying it there.
    private mutating func move(to place: Place) {
        var there = sample
        (there.place, there.level, there.parent) = (place, .contents, Location(place, .directory))
        if [.move, .copy].contains(operation) {
            destination = there
        } else {
            sample = there
            if destination != nil { destination = there }
        }
    }

    private var decision: Expectation {
        if [.deliver, .purge, .snapshot].contains(operation), actor != .system {
            return refused("actor.system-only", [.actor(.system)])
        }
        return switch actor {
        case .app: app
        case .user: user
        case .system: system
        case .owner: owner
        }
    }

    private func refused(_ rule: String, _ alternatives: [Alternative]) -> Expectation {
        Expectation(outcome: .refused, rule: rule, alternatives: alternatives)
    }

    private func allowed(_ warnings: [String] = [], unknown: Bool = false) -> Expectation {
        Expectation(
            outcome: warnings.isEmpty && !unknown ? .allowed : .allowedWithWarning, warnings: warnings)
    }

    private func isAt(_ sample: Sample?, _ place: Place, _ level: Level) -> Bool {
        sample.map { $0.place == place && $0.level == level } ?? false
    }

    // MARK: The four actors

    private var owner: Expectation {
        let touches =
            (Self.changing.contains(operation) && sample.place == .bundle ? 1 : 0)
            + (operation != .rename && receiver?.place == .bundle ? 1 : 0)
        return allowed(Array(repeating: "bundle.seal-breaks", count: touches))
    }

    private var system: Expectation {
        let places: [Place]
        switch operation {
        case .deliver: places = [.inbox, .temporaryInbox]
        case .snapshot: places = [.snapshots, .splashBoard]
        case .purge: places = [.tmp, .temporaryInbox, .caches, .snapshots]
        default: return refused("actor.system", [.actor(.app), .actor(.owner)])
        }
        guard places.contains(sample.place) else {
            // The order of the alternatives is the table's; the checks compare them as sets.
            return refused("actor.system.\(operation.rawValue)", places.map { .place($0) })
        }
        guard operation == .purge else { return allowed() }
        let event: PurgeEvent = state.isAppRunning ? .appRunning : state.isStorageLow ? .lowStorage : .idle
        guard Self.fate(sample, event) == .kept else { return allowed() }
        let policy = PlaceTranscription.row(sample.place).purged == "tmp" ? "likeTmp" : "likeCaches"
        let rule = sample.exclusion.isEmpty ? "purge.\(policy).\(event.rawValue)" : "purge.excluded-is-kept"
        // A directory that stays while what is in it goes is emptied.
        var inside = sample
        inside.level = .contents
        guard sample.level != .directory || !sample.exclusion.isEmpty || Self.fate(inside, event) == .kept else {
            return Expectation(outcome: .becomes(.emptyDirectory), rule: rule)
        }
        return refused(rule, [.actor(.app), .actor(.owner)])
    }

    private var user: Expectation {
        let visible: [Place] = [.documents, .inbox]
        let touched = (Self.creating.contains(operation) ? [] : [sample.place]) + [receiver?.place].compactMap { $0 }
        guard touched.allSatisfy(visible.contains) else {
            return refused(
                "actor.user.sees-documents",
                [.place(.documents), .place(.inbox), .actor(.app), .actor(.owner)])
        }
        let withFinder: [Operation] = [.list, .read, .createFile, .delete, .copy]
        let withFiles: [Operation] = [.createDirectory, .rename, .modify, .move]
        guard withFinder.contains(operation) || withFiles.contains(operation) else {
            return refused("actor.user.file-sharing", [.actor(.app), .actor(.owner)])
        }
        let asksBoth = withFiles.contains(operation)
        var missing: [Alternative] = []
        if fileSharing == .no { missing.append(.infoKey(.fileSharing)) }
        if asksBoth, openingInPlace == .no { missing.append(.infoKey(.openingInPlace)) }
        guard missing.isEmpty else { return refused("actor.user.shared-documents", missing + [.actor(.owner)]) }
        if let exception = emptying ?? inboxByHand { return exception }
        for (index, need) in needs.enumerated() {
            let isReceiver = index == 1 || Self.creating.contains(operation)
            // The user has the rights of the table, but does not change the shared directories themselves.
            let mayChange = need.0 == "R" || isReceiver || need.1.level == .contents
            guard !mayChange || !PlaceTranscription.row(need.1.place).grants(need.0, need.1.level) else { continue }
            return refused(
                "\(need.1.place.rawValue).\(need.1.level.rawValue).\(operation.rawValue)",
                (need.0 == "W" ? Self.alternatives(need.1.place) : []) + [.actor(.owner)])
        }
        return protection
            ?? allowed(unknown: fileSharing == .unknown || (asksBoth && openingInPlace == .unknown) || isKeyUnknown)
    }

    private var app: Expectation {
        if let exception = emptying ?? movingOut ?? stays ?? inboxByHand ?? nothingAdded ?? sealed { return exception }
        for (letter, location) in needs {
            guard !PlaceTranscription.row(location.place).grants(letter, location.level) else { continue }
            return refused(
                "\(location.place.rawValue).\(location.level.rawValue).\(operation.rawValue)",
                (letter == "W" ? Self.alternatives(location.place) : []) + [.actor(.owner)])
        }
        return protection ?? allowed(warnings, unknown: isKeyUnknown)
    }

    // MARK: "What an operation needs"

    private var needs: [(Character, Location)] {
        let own = Location(sample.place, sample.level)
        let creation: [(Character, Location)] = [receiver].compactMap { $0 }.map { (Character("W"), $0) }
        return switch operation {
        case .list, .read: [("R", own)]
        case .createFile, .createDirectory: [("W", sample.parent)]
        case .modify, .setAttributes, .setExclusion: [("W", own)]
        case .delete: [("D", own)]
        case .rename, .move: [("D", own)] + creation
        case .copy: [("R", own)] + creation
        case .deliver, .purge, .snapshot: []
        }
    }

    // MARK: "Turned into something else"

    private var emptying: Expectation? {
        guard operation == .delete, sample.level == .directory else { return nil }
        if sample.place == .documents || sample.place == .inbox {
            return Expectation(outcome: .becomes(.emptyDirectory), rule: "\(sample.place.rawValue).delete-empties")
        }
        guard actor == .app, sample.place == .caches, state.optionalRules == .cachesDirectoryStays else { return nil }
        return Expectation(outcome: .becomes(.emptyDirectory), rule: "caches.delete-empties")
    }

    private var movingOut: Expectation? {
        guard operation == .modify, isAt(sample, .inbox, .contents) else { return nil }
        return Expectation(outcome: .becomes(.moveOut(to: .documents)), rule: "inbox.edit-moves-out")
    }

    private var stays: Expectation? {
        guard operation == .delete, sample.level == .directory else { return nil }
        // The installer makes the containers (S2); no document lets an app delete one.
        if sample.place == .appGroup { return refused("app-group.stays", [.emptyDirectory, .actor(.owner)]) }
        guard sample.place == .library || sample.place == .preferences else { return nil }
        return refused("\(sample.place.rawValue).stays", [.emptyDirectory, .actor(.owner)])
    }

    private var inboxByHand: Expectation? {
        guard [.createDirectory, .rename, .move, .copy].contains(operation) else { return nil }
        guard isAt(result, .inbox, .directory) else { return nil }
        return refused("inbox.made-by-system", [.operation(.deliver, as: .system), .place(.documents), .actor(.owner)])
    }

    private var nothingAdded: Expectation? {
        guard operation != .rename, receiver == Location(.home, .directory) else { return nil }
        return refused("home.nothing-added", Self.alternatives(.home) + [.actor(.owner)])
    }

    private var sealed: Expectation? {
        let changes = Self.changing.contains(operation) && sample.place == .bundle
        guard changes || receiver?.place == .bundle else { return nil }
        return refused("bundle.sealed", [.copy(to: .applicationSupport), .actor(.owner)])
    }

    // MARK: Notes of the places

    private var warnings: [String] {
        var warnings: [String] = []
        if Self.changing.contains(operation), isAt(sample, .preferences, .contents) {
            warnings.append("preferences.use-defaults")
        }
        guard operation != .rename, let result else { return warnings }
        if isAt(result, .preferences, .contents) { warnings.append("preferences.use-defaults") }
        if result.place == .frameworks { warnings.append("frameworks.not-installed") }
        if isAt(result, .documents, .contents), result.path.hasSuffix(".sqlite"), fileSharing == .yes {
            warnings.append("documents.shared-database")
        }
        if isAt(result, .iCloud, .contents), result.path.hasSuffix(".sqlite") { warnings.append("icloud.no-store") }
        if receiver == Location(.applicationSupport, .directory), sample.type != .directory {
            warnings.append("application-support.subdirectory")
        }
        return warnings
    }

    /// Returns the document's alternatives to writing in a place.
    static func alternatives(_ place: Place) -> [Alternative] {
        switch place {
        case .home: [.place(.documents), .place(.applicationSupport), .place(.caches), .place(.tmp)]
        case .inbox: [.place(.documents)]
        case .bundle: [.copy(to: .applicationSupport)]
        case .systemData, .systemDirectories: [.place(.documents), .place(.applicationSupport)]
        case .syncedPreferences: [.place(.preferences)]
        default: []
        }
    }

    // MARK: "Data protection", "Purge"

    private var opensContents: Bool { sample.type == .file && [.read, .modify, .copy].contains(operation) }

    private var isKeyUnknown: Bool {
        opensContents && sample.protection == .unknown && state.lock != .unlocked
    }

    private var protection: Expectation? {
        let isCreated = operation == .createFile && sample.type == .file
        guard opensContents || isCreated else { return nil }
        var unusable: [Int] =
            switch state.lock {
            case .unlocked: []
            // Class 2: a file that is not open already cannot be opened.
            case .locked: [1, 2]
            case .notUnlockedSinceBoot: [1, 2, 3]
            }
        // Class 2: creating a file is allowed.
        if isCreated { unusable.removeAll { $0 == 2 } }
        guard unusable.contains(sample.protection.rawValue) else { return nil }
        return refused("protection.class-\(sample.protection.rawValue)", [.unlock, .actor(.owner)])
    }

    static func fate(_ sample: Sample, _ event: PurgeEvent) -> PurgeFate {
        let row = PlaceTranscription.row(sample.place)
        // Exactly the items that the backup does not hold are gone.
        if event == .restore { return row.grants("B", sample.level) && sample.exclusion.isEmpty ? .kept : .goes }
        guard sample.exclusion.isEmpty else { return .kept }
        switch (row.purged, event, sample.level) {
        case ("tmp", .idle, .contents): return .willGo
        case ("tmp", .lowStorage, .contents): return .mayGo
        case ("Caches", .lowStorage, _), ("Caches", .appUpdate, .contents): return .mayGo
        default: return .kept
        }
    }
}
