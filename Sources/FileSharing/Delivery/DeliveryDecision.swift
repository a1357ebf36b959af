package import ContainerModel

/// The decision about a document that is delivered to an app (container-rules.md, "Delivery").
package enum DeliveryDecision: Hashable, Sendable {
    /// The app receives the URL of the original; nothing is copied.
    case openInPlace(DeliveryGrounds)
    /// The app receives a copy in one of its inboxes.
    case copy(into: ContainerPath, DeliveryGrounds)
    /// The app receives nothing.
    case refused(DeliveryRefusal)
}

/// The reasons why an app receives a document.
package struct DeliveryGrounds: Hashable, Sendable {
    /// The matching declaration; nil if the app's declarations are unknown.
    package var match: DocumentMatch?
    /// The rules that decided, in order.
    package var rules: [Rule]
    /// What is not known but would matter.
    package var unknowns: [Verdict.Unknown] = []
}

/// The reason why a document is not delivered.
package struct DeliveryRefusal: Error, Hashable, Sendable {
    /// The rule.
    package var rule: Rule
    /// The app's declarations, one entry per document type.
    package var declared: [String] = []
    /// What would work instead, one sentence each.
    package var instead: [String] = []
}

extension DeliveryDecision {
    /// Decides about one document, from the parameters alone.
    ///
    /// - Parameters:
    ///   - file: The type of the document, by its name.
    ///   - kind: The kind of container; only an app's data container receives documents.
    ///   - isInPlaceDemanded: Whether to refuse if the app would receive only a copy.
    package init(
        of file: FileType,
        from sender: DeliverySender,
        kind: ContainerKind,
        app: AppInfo,
        areTypesKnown: Bool,
        isInPlaceDemanded: Bool = false,
        types: UniformTypes,
        rules: RuleBook = .standard
    ) {
        guard kind == .data else {
            self = .refused(
                DeliveryRefusal(rule: .deliveredToData, instead: ["deliver to the app's data container"])
            )
            return
        }
        let match = types.match(file, with: app.documentTypes)
        guard match != nil || !areTypesKnown else {
            self = .refused(
                DeliveryRefusal(
                    rule: .typeNotDeclared(file.undeclaredTitle),
                    declared: app.documentTypes.map(\.declaration),
                    instead: ["an app whose CFBundleDocumentTypes have \(file.title), or a type that it is a kind of"]
                )
            )
            return
        }
        var grounds = DeliveryGrounds(match: match, rules: [match.map { .typeDeclared($0.title) }].compactMap { $0 })
        if match == nil { grounds.unknowns.append(.documentTypes) }
        if sender.keepsOriginal, app[.openingInPlace] == .unknown {
            grounds.unknowns.append(.sharingKey(.openingInPlace))
        }
        let row = DeliveryRule.row(for: sender, opensInPlace: app[.openingInPlace] == .yes)
        grounds.rules.append(row.rule)
        guard case .copy(let inbox) = row.outcome else {
            self = .openInPlace(grounds)
            return
        }
        guard !isInPlaceDemanded else {
            self = .refused(
                DeliveryRefusal(rule: row.rule, instead: [row.inPlaceInstead].compactMap(\.self)))
            return
        }
        guard let directory = rules.directory(of: inbox, bundleIdentifier: app.identifier) else {
            self = .refused(
                DeliveryRefusal(
                    rule: .inboxHasIdentifier,
                    instead: ["name its Info.plist, as `sandglass app-info --set --app-info FILE` does"]))
            return
        }
        let verdict = rules.verdict(
            for: .deliver,
            on: Item(directory.appending("document"), in: kind, type: .file),
            as: .system,
            app: app
        )
        guard !verdict.isRefused else {
            self = .refused(DeliveryRefusal(rule: verdict.rule))
            return
        }
        self = .copy(into: directory, grounds)
    }
}

extension DeliveryRule {
    /// Returns the row for a sender and an app.
    fileprivate static func row(for sender: DeliverySender, opensInPlace: Bool) -> DeliveryRule {
        all.first { row in
            row.keepsOriginal == sender.keepsOriginal && (row.opensInPlace ?? opensInPlace) == opensInPlace
        } ?? all[all.count - 1]
    }
}
