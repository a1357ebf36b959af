extension Alternative {
    /// The alternative as text: "do it in Documents".
    package func sentence(in rules: RuleBook = .standard) -> String {
        switch self {
        case .place(let place): "do it in \(rules.name(of: place))"
        case .copy(let place): "copy it to \(rules.name(of: place)) and change the copy"
        case .actor(let actor): "do it as the \(actor.rawValue) (--as \(actor.rawValue))"
        case .operation(let operation, let actor):
            "\(rules.rule(of: operation).title) instead, as the \(actor.rawValue)"
        case .infoKey(let key): "an app that declares \(key.rawValue) = YES in its Info.plist"
        case .emptyDirectory: "empty it"
        case .unlock: "unlock the device first"
        case .otherName: "choose another name"
        case .deliver: "hand a copy over through the system (sandglass deliver)"
        case .exportAndImport: "export it to this computer, then import it (sandglass export, sandglass import)"
        case .export: "export it to this computer (sandglass export)"
        case .import: "import it from this computer (sandglass import)"
        }
    }

    /// The kind of an alternative, as spelled in JSON.
    package enum Kind: String, Encodable, Sendable {
        case place
        case copy
        case actor
        case operation
        case infoKey = "info-key"
        case emptyDirectory = "empty-directory"
        case unlock
        case otherName = "other-name"
        case deliver
        case exportAndImport = "export-import"
        case export
        case `import`
    }

    /// The kind of alternative.
    package var kind: Kind {
        switch self {
        case .place: .place
        case .copy: .copy
        case .actor: .actor
        case .operation: .operation
        case .infoKey: .infoKey
        case .emptyDirectory: .emptyDirectory
        case .unlock: .unlock
        case .otherName: .otherName
        case .deliver: .deliver
        case .exportAndImport: .exportAndImport
        case .export: .export
        case .import: .import
        }
    }
}

extension Substitute {
    /// The substitute as text.
    package func sentence(in rules: RuleBook = .standard) -> String {
        switch self {
        case .emptyDirectory: "its contents are deleted, the directory stays"
        case .moveOut(let place): "it is moved out to \(rules.name(of: place)) first, and changed there"
        }
    }

    /// The kind of a substitute, as spelled in JSON.
    package enum Kind: String, Encodable, Sendable {
        case emptyDirectory = "empty-directory"
        case moveOut = "move-out"
    }

    /// The kind of substitute.
    package var kind: Kind {
        switch self {
        case .emptyDirectory: .emptyDirectory
        case .moveOut: .moveOut
        }
    }
}

extension RuleBook {
    /// Returns the displayed name of a place: its path, or its title if the path differs from app to app.
    package func name(of place: Place) -> String {
        let rule = rule(of: place)
        return path(of: place).map(\.description) ?? rule.title
    }

    /// Returns the path of a place that is the same in every data container; nil for the root.
    package func path(of place: Place) -> ContainerPath? {
        rule(of: place).paths.first { $0.container == .data }?.pattern.exactPath.flatMap { $0.isRoot ? nil : $0 }
    }
}

extension Verdict.Unknown {
    /// The unknown fact as text.
    package var sentence: String {
        switch self {
        case .sharingKey(let key): "whether the app declares \(key.rawValue): its Info.plist is not at hand"
        case .protectionClass: "the file's protection class"
        case .documentTypes: "which types of document the app declares: its Info.plist is not at hand"
        case .destination: "whether its destination accepts it: no destination is given"
        case .ownership(let sentence): sentence
        }
    }
}
