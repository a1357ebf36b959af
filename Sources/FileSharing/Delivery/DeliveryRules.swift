import ContainerModel

extension FileType {
    /// The type in the sentence that no declaration matches it: with the extension, if that is all that is known.
    var undeclaredTitle: String {
        title + (identifiers.isEmpty ? fileExtension.map { " (.\($0), an unknown type)" } ?? "" : "")
    }
}

extension DocumentMatch {
    /// The declaration that matches, with the name that the app gives the type.
    var title: String { reason + (documentType.name.map { ", as \"\($0)\"" } ?? "") }
}

extension RuleBook {
    /// Returns the directory of a place in an app's data container.
    func directory(of place: Place, bundleIdentifier: String?) -> ContainerPath? {
        rule(of: place).paths.first { $0.container == .data }?.pattern.path(bundleIdentifier: bundleIdentifier)
    }
}
