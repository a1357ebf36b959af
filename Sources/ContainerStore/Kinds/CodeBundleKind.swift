/// A kind of bundle with its own code and seal that is part of an app and can be examined by itself.
package struct CodeBundleKind: Hashable, Sendable {
    /// The suffix of the name of such a bundle: ".framework".
    package let suffix: String
    /// The title on screen.
    package let title: String
    /// Whether every bundle of the kind has code. The others have only if Info.plist names an executable.
    package let alwaysHasCode: Bool

    /// All kinds.
    package static let all = [
        CodeBundleKind(suffix: ".framework", title: "framework"),
        CodeBundleKind(suffix: ".appex", title: "app extension"),
        CodeBundleKind(suffix: ".xpc", title: "XPC service"),
        CodeBundleKind(suffix: ".xctest", title: "test bundle"),
        CodeBundleKind(suffix: ".bundle", title: "plug-in", alwaysHasCode: false),
        CodeBundleKind(suffix: ".plugin", title: "plug-in", alwaysHasCode: false),
    ]

    /// An app for macOS.
    package static let macApp = CodeBundleKind(suffix: ".app", title: "macOS app")

    private init(suffix: String, title: String, alwaysHasCode: Bool = true) {
        (self.suffix, self.title, self.alwaysHasCode) = (suffix, title, alwaysHasCode)
    }

    /// Recognizes the name of a bundle; nil for an app's name, and any other.
    package init?(ofName name: some BidirectionalCollection<UInt8>) {
        let found = Self.all.first { kind in
            name.count > kind.suffix.utf8.count && name.suffix(kind.suffix.utf8.count).elementsEqual(kind.suffix.utf8)
        }
        guard let found else { return nil }
        self = found
    }

    /// The kind as the source of a container.
    var source: SourceKind { SourceKind(rawValue: title) }
}
