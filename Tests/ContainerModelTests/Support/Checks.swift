import ContainerModel

/// A statement of the document with which a rule book has to agree.
struct Check: Sendable {
    var place: Place
    var operation: Operation?
    /// Asks a rule book; returns nil if it agrees with the document.
    var disagreement: @Sendable (RuleBook) -> String?
}

extension Check {
    /// Everything that the rules say about items: locations, badges, backup, purges, verdicts.
    static let behaviour = items + verdicts + moves + renames

    /// The rows themselves, including what no question can reach.
    static let rows = placeRows + exceptionRows + operationRows

    private static let exceptionRows = Place.allCases.map { place in
        Check(place: place, operation: nil) { book in
            let rows = book.tables.exceptions.filter { $0.place == place }.map(ExceptionTranscription.line)
            let expected = ExceptionTranscription.lines.filter { $0.contains("| \(place.rawValue) ") }
            return rows == expected ? nil : "\(place): exceptions \(rows)"
        }
    }

    private static let operationRows = [
        Check(place: .home, operation: nil) { book in
            let opening = book.tables.operations.filter(\.opensContents).map(\.operation)
            return opening == [.read, .modify, .copy] ? nil : "contents are opened by \(opening)"
        }
    ]

    private static let placeRows = PlaceTranscription.all.map { row in
        Check(place: row.place, operation: nil) { book in
            let rule = book.rule(of: row.place)
            let paths = rule.paths.map { "\($0.container.rawValue):\($0.pattern)" }.joined(separator: " ")
            let purged = [PurgePolicy.likeTmp: "tmp", .likeCaches: "Caches"][rule.purge]
            let sources = rule.sources.map(\.rawValue).joined(separator: " ")
            let isStandard = rule.paths.map(\.isStandard)
            let last = rule.livesInICloud ? "—" : nil
            let agrees =
                paths == row.paths && purged == row.purged && sources == row.sources
                && isStandard == rule.paths.indices.map { $0 == 0 && row.isStandard }
                && shown(rule.access.directory, last) == row.directory
                && shown(rule.access.contents, last) == row.contents
                && rule.isUserVisible == [.documents, .inbox].contains(row.place)
            return agrees ? nil : "\(row.place): the row is \(rule)"
        }
    }

    private static func shown(_ rights: Rights, _ last: String?) -> String {
        last.map { rights.contains(.backup) ? rights.description : rights.description.dropLast() + $0 }
            ?? rights.description
    }

    /// Returns an app that declares these answers.
    static func app(_ fileSharing: Answer, _ openingInPlace: Answer) -> AppInfo {
        var app = AppInfo()
        app.identifier = Sample.identifier
        app[.fileSharing] = fileSharing
        app[.openingInPlace] = openingInPlace
        return app
    }

    private static func verdict(_ oracle: Oracle) -> Check {
        // Everything that does not depend on the rule book is computed once, for each of the many that are asked.
        let expected = oracle.expectation
        let (item, destination) = (oracle.sample.item, oracle.destination?.item)
        let app = app(oracle.fileSharing, oracle.openingInPlace)
        return Check(place: oracle.sample.place, operation: oracle.operation) { book in
            let verdict = book.verdict(
                for: oracle.operation, on: item, to: destination, as: oracle.actor, app: app, state: oracle.state)
            let agrees =
                verdict.outcome == expected.outcome
                && (expected.rule == nil || verdict.rule.name == expected.rule)
                && verdict.warnings.map(\.name) == expected.warnings
                && Set(verdict.alternatives) == Set(expected.alternatives)
                && (verdict.outcome != .refused || !verdict.alternatives.isEmpty)
            guard !agrees else { return nil }
            let to = oracle.destination.map { " to \($0.path)" } ?? ""
            return "\(oracle.operation) \(oracle.sample.container):\(oracle.sample.path)\(to) as \(oracle.actor) "
                + "\(oracle.fileSharing)/\(oracle.openingInPlace) \(oracle.state): \(verdict), "
                + "\(verdict.warnings.map(\.name)) \(verdict.alternatives), expected \(expected)"
        }
    }

    private static let made: [Operation: ItemType] = [.createFile: .file, .createDirectory: .directory]
    private static let states = [
        DeviceState(), DeviceState(isAppInForeground: true, isStorageLow: true), DeviceState(isStorageLow: true),
    ]

    /// Every sample × operation × actor, and × sharing keys for the user, × states for the system.
    private static let verdicts: [Check] = Sample.all.flatMap { sample in
        Operation.allCases.flatMap { operation -> [Check] in
            guard sample.type == (made[operation] ?? sample.type) else { return [] }
            let oracle = Oracle(operation: operation, sample: sample, actor: .app)
            var checks: [Oracle] = [oracle, oracle.with { $0.actor = .owner }]
            checks.append(oracle.with { $0.fileSharing = .yes })
            checks.append(oracle.with { $0.state.optionalRules = .cachesDirectoryStays })
            for state in states {
                checks.append(oracle.with { ($0.actor, $0.state) = (.system, state) })
                checks.append(oracle.with { ($0.actor, $0.state, $0.sample.exclusion) = (.system, state, .inherited) })
            }
            for fileSharing in Answer.allCases {
                for inPlace in Answer.allCases {
                    checks.append(
                        oracle.with { ($0.actor, $0.fileSharing, $0.openingInPlace) = (.user, fileSharing, inPlace) })
                }
            }
            guard sample.type == .file else { return checks.map(verdict) }
            for (protection, lock) in product(ProtectionClass.allCases, DeviceLock.allCases) {
                for actor in ActingParty.allCases {
                    checks.append(
                        oracle.with {
                            ($0.actor, $0.state.lock, $0.sample.protection) = (actor, lock, protection)
                            ($0.fileSharing, $0.openingInPlace) = (.yes, .yes)
                        })
                }
            }
            return checks.map(verdict)
        }
    }

    /// Moves and copies from every sample to every other of the same type.
    private static let moves: [Check] = product(Sample.all, Sample.all).flatMap { source, destination -> [Check] in
        guard source.type == destination.type else { return [] }
        return product([Operation.move, .copy], [ActingParty.app, .user, .owner]).map { operation, actor in
            verdict(
                Oracle(
                    operation: operation, sample: source, destination: destination, actor: actor, fileSharing: .yes,
                    openingInPlace: .yes))
        }
    }

    /// Renaming to the names of places.
    private static let renames: [Check] = Sample.all.filter { $0.type == .directory && !$0.path.isEmpty }.flatMap {
        target in
        ActingParty.allCases.map { actor in
            var source = target
            let parent = target.path.split(separator: "/").dropLast()
            source.path = (parent + ["renamed"]).joined(separator: "/")
            let location: Location =
                switch target.parent {
                case Location(.home, .directory): Location(.systemDirectories, .directory)
                case Location(.library, .directory): Location(.libraryOther, .directory)
                default: Location(target.parent.place, .contents)
                }
            (source.place, source.level) = (location.place, location.level)
            return verdict(
                Oracle(
                    operation: .rename, sample: source, destination: target, actor: actor, fileSharing: .yes,
                    openingInPlace: .yes))
        }
    }

    /// The location of each sample, its badges for the app, and its backup and purges.
    private static let items: [Check] = Sample.all.flatMap { plain in
        [Exclusion(), .own, .inherited, [.own, .inherited]].map { exclusion in
            var sample = plain
            sample.exclusion = exclusion
            return Check(place: sample.place, operation: nil) { [sample] in ItemExpectation(sample).disagreement($0) }
        }
    }
}

extension Oracle {
    func with(_ change: (inout Oracle) -> Void) -> Oracle {
        var oracle = self
        change(&oracle)
        return oracle
    }
}

/// Returns every pair.
func product<First, Second>(_ first: [First], _ second: [Second]) -> [(First, Second)] {
    first.flatMap { one in second.map { (one, $0) } }
}
