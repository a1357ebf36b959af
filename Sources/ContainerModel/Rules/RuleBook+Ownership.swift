/// Whose containers they are (container-rules.md, "The edge of the sandbox").
extension RuleBook {
    /// Returns whether two containers belong to the same app, so that the app may use both.
    package func areOfSameApp(
        _ one: (kind: ContainerKind, app: AppInfo),
        _ other: (kind: ContainerKind, app: AppInfo)
    ) -> Answer {
        let evidence = (ownership(of: one.kind).evidence, ownership(of: other.kind).evidence)
        guard evidence.0 != .none, evidence.1 != .none else { return .no }
        guard let first = one.app.identifier, let second = other.app.identifier else { return .unknown }
        if one.kind == other.kind, first == second { return .yes }
        switch evidence {
        case (.bundleIdentifier, .bundleIdentifier): return Answer(first == second)
        case (.bundleIdentifier, .entitlement): return lists(one.app, second, other.kind)
        case (.entitlement, .bundleIdentifier): return lists(other.app, first, one.kind)
        // Which apps share two groups is known of neither.
        default: return .unknown
        }
    }

    /// Returns the unknown to report if two containers may or may not belong to the same app.
    package func unknownOwnership(of one: ContainerKind, _ other: ContainerKind) -> Verdict.Unknown {
        let rows = [ownership(of: one), ownership(of: other)]
        let row = rows.first { if case .entitlement = $0.evidence { true } else { false } } ?? rows[0]
        return .ownership(row.unknown)
    }

    /// The verdict for going directly from one app's container into another's.
    package func otherAppRefusal(instead alternatives: [Alternative]) -> Verdict {
        .refused(.ownContainers, instead: alternatives + [.actor(.owner)])
    }

    /// The verdict for going out of all containers, or in from there.
    package func outsideRefusal(instead alternatives: [Alternative]) -> Verdict {
        .refused(.outsideOfContainers, instead: alternatives + [.actor(.owner)])
    }

    /// The verdict for an operation of the system between the containers of two apps, or in none: no app may perform it
    /// either.
    package var systemRefusal: Verdict { .refused(.nothingElseOfSystem, instead: [.actor(.owner)]) }

    private func ownership(of kind: ContainerKind) -> OwnershipRule {
        tables.ownership.first { $0.container == kind }
            ?? OwnershipRule(container: kind, evidence: .none, unknown: "")
    }

    /// Returns whether an app's entitlements, or the defaults, give it the container with an identifier.
    private func lists(_ app: AppInfo, _ identifier: String, _ kind: ContainerKind) -> Answer {
        let row = ownership(of: kind)
        guard case .entitlement(let entitlement) = row.evidence else { return .no }
        if let prefix = row.defaultPrefix, let own = app.identifier, identifier == prefix + own { return .yes }
        guard let list = app.entitlements?[entitlement] else { return Answer(app.entitlements.map { _ in false }) }
        return Answer(list.contains { $0 == identifier || $0.last == "*" && identifier.hasPrefix($0.dropLast()) })
    }
}
