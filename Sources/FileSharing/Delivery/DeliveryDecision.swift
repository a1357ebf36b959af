package import ContainerModel

/// What becomes of a document that is handed over to an app (container-rules.md, "Delivery").
package enum DeliveryDecision: Hashable, Sendable {
    /// The app gets the original's own URL; nothing is copied.
    case openInPlace(DeliveryGrounds)
    /// The app gets a copy in one of its inboxes.
    case copy(into: ContainerPath, DeliveryGrounds)
    /// The app gets nothing.
    case refused(DeliveryRefusal)
}

/// By what an app gets a document.
package struct DeliveryGrounds: Hashable, Sendable {
    /// The declaration that takes it; nil where nobody knows what the app declares.
    package var match: DocumentMatch?
    /// The rules that decided, in their order.
    package var rules: [RuleCitation]
    /// What is not known and would count.
    package var unknowns: [Verdict.Unknown] = []
}

/// Why a document is not handed over.
package struct DeliveryRefusal: Error, Hashable, Sendable {
    /// The rule.
    package var rule: RuleCitation
    /// What the app does declare, an entry for each document type.
    package var declared: [String] = []
    /// What would work instead, a sentence each.
    package var instead: [String] = []
}

extension DeliveryDecision {
    /// Decides about one document. Pure: looks at nothing but its parameters.
    ///
    /// - Parameters:
    ///   - file: what the document's name stands for.
    ///   - description: whose container it is; only an app's data container receives documents.
    ///   - isInPlaceDemanded: whether a copy is not good enough.
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
                    rule: .typeNotDeclared(file),
                    declared: app.documentTypes.map(\.declaration),
                    instead: ["an app whose CFBundleDocumentTypes have \(file.title), or a type that it is a kind of"]
                )
            )
            return
        }
        var grounds = DeliveryGrounds(match: match, rules: [match.map { .typeDeclared($0) }].compactMap { $0 })
        if match == nil { grounds.unknowns.append(.documentTypes) }
        if sender.keepsOriginal, app[.openingInPlace] == .unknown {
            grounds.unknowns.append(.sharingKey(.openingInPlace))
        }
        let row = DeliveryRule.row(for: sender, opensInPlace: app[.openingInPlace] == .yes)
        grounds.rules.append(row.citation)
        guard case .copy(let inbox) = row.outcome else {
            self = .openInPlace(grounds)
            return
        }
        guard !isInPlaceDemanded else {
            self = .refused(
                DeliveryRefusal(rule: row.citation, instead: [row.inPlaceInstead].compactMap(\.self)))
            return
        }
        guard let directory = rules.directory(of: inbox, bundleIdentifier: app.identifier) else {
            self = .refused(
                DeliveryRefusal(rule: .inboxHasIdentifier, instead: ["name its Info.plist with --app-info"])
            )
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
    /// The row that says what an app gets from a sender.
    fileprivate static func row(for sender: DeliverySender, opensInPlace: Bool) -> DeliveryRule {
        all.first { row in
            row.keepsOriginal == sender.keepsOriginal && (row.opensInPlace ?? opensInPlace) == opensInPlace
        } ?? all[all.count - 1]
    }
}
