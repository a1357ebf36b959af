/// Names that only directories have: where iOS has a directory, nothing else gets its name, whether it is there or not.
/// Every command and report would call such a container faulty (container-rules.md, "Links").
extension RuleBook {
    /// What an operation would meet, as `verdict` says, and with it the name that something gets by it.
    package func verdictWithName(
        for operation: Operation,
        on item: Item,
        to destination: Item? = nil,
        as actor: ActingParty = .app,
        app: AppInfo = AppInfo(),
        state: DeviceState = DeviceState()
    ) -> Verdict {
        let verdict = verdict(for: operation, on: item, to: destination, as: actor, app: app, state: state)
        guard !verdict.isRefused, let made = made(by: operation, on: item, at: destination), made.type != .directory,
            isExactPlace(made.path, in: made.container, bundleIdentifier: app.identifier)
        else { return verdict }
        return .refused(citation(ofDirectoryAt: made, as: actor, app: app), instead: [.otherName])
    }

    /// Whether a path is one that the table of places spells out, or leads to one: iOS has a directory there.
    package func isExactPlace(
        _ path: ContainerPath,
        in kind: ContainerKind,
        bundleIdentifier: String? = nil
    ) -> Bool {
        // Nearly all paths are told apart here, and no memory is taken for them.
        guard index.leadsToPlaces(path.bytes.span, in: kind, bundleIdentifier: bundleIdentifier) else { return false }
        return tables.places.contains { rule in
            rule.paths.contains { place in
                guard place.container == kind else { return false }
                let exact = place.pattern.path(bundleIdentifier: bundleIdentifier)
                return exact == path || exact?.isInside(path) == true
            }
        }
    }

    /// What an operation leaves that was not there, of the kind that it will be.
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

    private func citation(ofDirectoryAt made: Item, as actor: ActingParty, app: AppInfo) -> RuleCitation {
        let location = location(
            of: made.path, in: made.container, type: .directory, bundleIdentifier: app.identifier)
        // Where the directory cannot be made either, that is said, too.
        let making = tables.exceptions.first { row in
            row.place == location.place && row.level == .directory && row.subject == .result
                && row.outcome == .refused && row.operations.contains(.createDirectory) && row.actors.contains(actor)
        }
        let sentence = "iOS has a directory at \(made.path): nothing else can have that name."
        return RuleCitation(
            identifier: "\(location.place.rawValue).only-directory",
            sentence: [sentence, making?.sentence].compactMap(\.self).joined(separator: " "),
            sources: rule(of: location.place).sources
        )
    }
}
