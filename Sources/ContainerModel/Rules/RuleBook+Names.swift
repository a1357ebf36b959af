/// Reserved directory names: where iOS has a directory, no other item may take its name, even while the directory is
/// missing. Every command and report would treat such a container as damaged (container-rules.md, "Links").
extension RuleBook {
    /// Returns the verdict for an operation, as `verdict` does, but also refuses names reserved for directories.
    package func verdictWithName(
        for operation: Operation,
        on item: Item,
        to destination: Item? = nil,
        as actor: ActingParty = .app,
        app: AppInfo = AppInfo(),
        state: DeviceState = DeviceState()
    ) -> Verdict {
        var verdict = verdict(for: operation, on: item, to: destination, as: actor, app: app, state: state)
        guard let made = made(by: operation, on: item, at: destination), made.type != .directory,
            isExactPlace(made.path, in: made.container, bundleIdentifier: app.identifier)
        else { return verdict }
        if verdict.isRefused {
            // The name is reserved for all parties: another party needs another name as well.
            let others = verdict.alternatives.filter { if case .actor = $0 { false } else { true } }
            verdict.alternatives = others.isEmpty ? [.otherName] + verdict.alternatives : others
            return verdict
        }
        return .refused(directoryRule(at: made, as: actor, app: app), instead: [.otherName])
    }

    /// Returns whether the table of places spells out a path, or a path below it: iOS has a directory there.
    package func isExactPlace(
        _ path: ContainerPath,
        in kind: ContainerKind,
        bundleIdentifier: String? = nil
    ) -> Bool {
        // Rules out nearly all paths without allocating.
        guard index.leadsToPlaces(path.bytes.span, in: kind, bundleIdentifier: bundleIdentifier) else { return false }
        return tables.places.contains { rule in
            rule.paths.contains { place in
                guard place.container == kind, !place.isFile else { return false }
                let exact = place.pattern.path(bundleIdentifier: bundleIdentifier)
                return exact == path || exact?.isInside(path) == true
            }
        }
    }

    /// Returns the type of an item that does not exist: a place of the table is judged by its row whether or not it
    /// exists, anything else as contents of the place that it would be in (container-rules.md, "Absent items").
    package func typeIfAbsent(
        _ path: ContainerPath,
        in kind: ContainerKind,
        bundleIdentifier: String?
    ) -> ItemType {
        let isPlace = tables.places.contains { rule in
            rule.paths.contains { place in
                place.container == kind && !place.isFile
                    && place.pattern.leads(through: path, bundleIdentifier: bundleIdentifier)
            }
        }
        return isPlace || kind.usualDirectories.contains(path) ? .directory : .file
    }

    /// Returns the item that an operation creates, with its resulting type.
    private func made(by operation: Operation, on item: Item, at destination: Item?) -> Item? {
        switch making(of: operation) {
        case .nothing: return nil
        case .sibling, .destination: return destination
        case .item(let type):
            var made = item
            made.type = type
            return made
        }
    }

    private func directoryRule(at made: Item, as actor: ActingParty, app: AppInfo) -> Rule {
        let location = location(
            of: made.path, in: made.container, type: .directory, bundleIdentifier: app.identifier)
        // Where the directory itself cannot be created either, the rule says so.
        let making = tables.exceptions.first { row in
            row.place == location.place && row.level == .directory && row.subject == .result
                && row.outcome == .refused && row.operations.contains(.createDirectory) && row.actors.contains(actor)
        }
        return .reservedName(made.path, location.place, making)
    }
}

extension ContainerKind {
    /// The directories that containers of the kind usually have, beyond those with their own rules (container-rules.md,
    /// "Places": the rows of app group and iCloud containers).
    fileprivate var usualDirectories: [ContainerPath] {
        switch self {
        case .appGroup:
            ["Documents", "File Provider Storage", "Library", "Library/Application Support", "Library/Preferences"]
        case .iCloud: ["Documents"]
        case .data, .bundle, .system, .systemDomain: []
        }
    }
}
