import ContainerModel

/// Rules of delivery that quote the app's declarations (container-rules.md, "Delivery from other apps").
extension RuleCitation {
    static func typeNotDeclared(_ file: FileType) -> RuleCitation {
        RuleCitation(
            identifier: "delivery.type-not-declared",
            sentence: "An app receives only documents of the types it declares, and it does not declare "
                + "\(file.title)"
                + (file.identifiers.isEmpty ? file.fileExtension.map { " (.\($0), an unknown type)" } ?? "" : "")
                + ".",
            sources: [.s0]
        )
    }

    static func typeDeclared(_ match: DocumentMatch) -> RuleCitation {
        RuleCitation(
            identifier: "delivery.type-declared",
            sentence: "The app declares \(match.reason)"
                + (match.documentType.name.map { ", as \"\($0)\"" } ?? "") + ".",
            sources: [.s0]
        )
    }
}

extension RuleBook {
    /// Returns the directory of a place in an app's data container.
    func directory(of place: Place, bundleIdentifier: String?) -> ContainerPath? {
        rule(of: place).paths.first { $0.container == .data }?.pattern.path(bundleIdentifier: bundleIdentifier)
    }
}
