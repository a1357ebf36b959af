import ContainerModel

extension HelpTopic {
    /// The tables of places and operations.
    static let rules = HelpTopic("rules", "Rules", summary: "The tables of places and operations.", text: rulesText)

    private static var rulesText: String {
        let places = PlaceRule.all.map { rule in
            let path = rule.paths.first.map { $0.pattern.description } ?? ""
            let access = "itself \(rule.access.directory), items \(rule.access.contents)"
            let source = rule.sources.isEmpty ? "" : " Source: \(Source.names(of: rule.sources))"
            return "\(rule.title) (\(access)) :: \(path.isEmpty ? "" : "Path: \(path). ")\(rule.purpose)\(source)"
        }
        let operations = OperationRule.all.map { rule in
            let needs = rule.needs.map { "\($0.right) of the \($0.subject.rawValue)" }.joined(separator: ", ")
            return "\(rule.title) :: \(rule.isSystemOnly ? "the system only" : needs)"
        }
        return """
            `sandglass verdict OPERATION PATH` applies these tables; `sandglass help verdict` has an example of each
            rule. A place has rights to the directory itself and rights to its items.

            # Places

            \(places.joined(separator: "\n"))

            # Operations

            Each with the rights that it needs:

            \(operations.joined(separator: "\n"))
            """
    }
}
