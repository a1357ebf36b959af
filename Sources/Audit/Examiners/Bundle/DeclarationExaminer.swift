import Bundles
import ContainerModel
import Formats
import Inspection

/// Judges the declarations in a bundle's Info.plist, its profile, and the mistakes that `info` finds.
struct DeclarationExaminer {
    private let bundle: AuditedBundle
    private let security: BundleSecurity

    init(_ bundle: AuditedBundle, _ security: BundleSecurity) { (self.bundle, self.security) = (bundle, security) }

    private var information: PropertyListValue { security.information }

    /// Reports what is wrong.
    func report(_ report: (Finding) -> Void) {
        for component in security.components where !component.isFramework {
            reportTransportSecurity(of: component, report)
            reportInterfaces(of: component, report)
            reportKeys(of: component, report)
        }
        reportUsage(report)
        reportProfile(report)
        reportDebugging(report)
        reportSchemes(report)
        reportTypes(report)
        reportAnatomy(report)
    }

    private func finding(_ rule: AuditRule, _ address: [String], _ message: String) -> Finding {
        Finding(
            rule, in: bundle.container,
            at: security.components.first?.informationPath ?? bundle.root.appending("Info.plist"),
            address: address.map { Array($0.utf8) }, message)
    }

    // MARK: Interfaces and keys

    private func reportInterfaces(of component: BundleSecurity.Component, _ report: (Finding) -> Void) {
        for interface in component.absentInterfaces {
            let effect =
                interface.purpose == .main
                ? "the launch fails" : "the system shows no launch screen, and the app not in full size"
            report(
                Finding(
                    .missingInterface, interface.purpose == .main ? nil : .warning, in: bundle.container,
                    at: component.informationPath, address: interface.address.map { Array($0.utf8) },
                    "\(interface.key) names \(interface.name), but there is no such storyboard or nib file: \(effect)"))
        }
    }

    private func reportKeys(of component: BundleSecurity.Component, _ report: (Finding) -> Void) {
        for (key, _) in component.information.dictionaryValue ?? PropertyListDictionary() {
            guard let meant = InfoKeySpelling.correction(of: key) else { continue }
            report(
                Finding(
                    .misspelledKey, in: bundle.container, at: component.informationPath,
                    address: [Array(key.utf8)], "the system ignores it, and reads \(meant)"))
        }
    }

    // MARK: App Transport Security

    private static let transport = "NSAppTransportSecurity"
    private static let domains = "NSExceptionDomains"

    private func reportTransportSecurity(
        of component: BundleSecurity.Component, _ report: (Finding) -> Void
    ) {
        guard let settings = component.information[Self.transport] else { return }
        func finding(_ rule: AuditRule, _ address: [String], _ message: String) -> Finding {
            Finding(
                rule, in: bundle.container, at: component.informationPath,
                address: address.map { Array($0.utf8) }, message)
        }
        // Since iOS 10 a narrower key makes the system ignore the wide one.
        let isNarrowed = TransportSecurityRule.narrowing.contains { settings[$0] != nil }
        for rule in TransportSecurityRule.all where rule.scope == .all && rule.isException(settings[rule.key]) {
            if rule.reach == .everything, isNarrowed { continue }
            report(finding(rule.reach.rule, [Self.transport, rule.key], "\(rule.key): \(rule.effect)"))
        }
        for (domain, row) in settings[Self.domains]?.dictionaryValue ?? PropertyListDictionary()
        where !Self.isLocal(domain) {
            for rule in TransportSecurityRule.all where rule.scope == .domain && rule.isException(row[rule.key]) {
                report(
                    finding(
                        rule.reach.rule, [Self.transport, Self.domains, domain, rule.key], "\(domain): \(rule.effect)"))
            }
        }
    }

    /// Returns whether a domain is this device or its network, which has no certificates.
    private static func isLocal(_ domain: String) -> Bool {
        domain == "localhost" || domain.hasSuffix(".local") || domain.hasPrefix("127.")
    }

    // MARK: Permissions

    private func reportUsage(_ report: (Finding) -> Void) {
        let usage = bundle.anatomy.usage
        for description in usage.descriptions where description.isEmpty {
            report(
                finding(
                    .emptyUsageDescription, [description.key],
                    "\(description.key) is empty: the user is asked for \(description.data ?? "data") without a reason")
            )
        }
        for row in usage.missing where row.isCertain {
            report(
                finding(
                    .missingUsageDescription, [],
                    "\(row.framework) is linked, which gives access to \(row.data), but there is no "
                        + row.keys.joined(separator: " or ")
                        + row.obsolete.map { key in
                            "; \(key) is there, which is read \(UsageDescriptionRule.period(ofKey: key) ?? "by older systems")"
                        }.joined()))
        }
    }

    // MARK: Provisioning

    private func reportProfile(_ report: (Finding) -> Void) {
        guard let profile = bundle.anatomy.profile else { return }
        func finding(_ rule: AuditRule, _ address: [String], _ message: String) -> Finding {
            Finding(
                rule, in: bundle.container, at: bundle.root.appending("embedded.mobileprovision"),
                address: address.map { Array($0.utf8) }, message)
        }
        if profile.isExpired {
            report(
                finding(
                    .expiredProfile, ["ExpirationDate"], "the profile expired on \(profile.expires ?? "a past day")"))
        }
        if profile.distribution == "development" {
            report(finding(.developmentProfile, [], "the profile is for development"))
        }
    }

    /// A profile for debugging matters where the signature does not say it: the executable may be in an archive.
    private func reportDebugging(_ report: (Finding) -> Void) {
        guard bundle.anatomy.profile?.entitlements["get-task-allow"] == "YES",
            !security.components.contains(where: { $0.isMain && $0.binaries.contains(where: \.mayBeDebugged) })
        else { return }
        report(
            Finding(
                .debuggable, .warning, in: bundle.container, at: bundle.root.appending("embedded.mobileprovision"),
                address: ["Entitlements", "get-task-allow"].map { Array($0.utf8) },
                "the profile grants get-task-allow; the executable was not signed with it"))
    }

    // MARK: URL schemes and types

    /// Schemes that iOS handles itself, or that name data rather than an app.
    private static let systemSchemes: Set<String> = [
        "http", "https", "ftp", "file", "data", "javascript", "about", "blob", "mailto", "tel", "sms", "facetime",
        "facetime-audio", "itms", "itms-apps", "maps", "app-settings", "prefs", "calshow", "shareddocuments",
    ]

    private func reportSchemes(_ report: (Finding) -> Void) {
        let schemes = bundle.anatomy.declarations.urlSchemes.filter { !$0.isEmpty }
        let ofSystem = schemes.filter { Self.systemSchemes.contains($0.lowercased()) }
        for scheme in Set(ofSystem).sorted() {
            report(finding(.systemURLScheme, ["CFBundleURLTypes"], "the scheme \(scheme) belongs to the system"))
        }
        let others = Set(schemes).subtracting(ofSystem).sorted()
        guard !others.isEmpty else { return }
        report(
            finding(
                .urlScheme, ["CFBundleURLTypes"],
                "any app can send it URLs of \(others.count == 1 ? "the scheme" : "the schemes") "
                    + others.joined(separator: ", ")))
    }

    /// The beginnings of identifiers that belong to Apple.
    private static let applesTypes = ["public.", "com.apple.", "dyn."]

    private func reportTypes(_ report: (Finding) -> Void) {
        let key = "UTExportedTypeDeclarations"
        for (index, row) in (information[key]?.arrayValue ?? []).enumerated() {
            guard let identifier = row["UTTypeIdentifier"]?.stringValue else { continue }
            if Self.applesTypes.contains(where: { identifier.lowercased().hasPrefix($0) }) {
                report(
                    finding(
                        .foreignExportedType, [key, "\(index)"],
                        "the app exports \(identifier), which only Apple may define"))
            }
            let tags = row["UTTypeTagSpecification"]?.dictionaryValue
            if tags.map({ $0.isEmpty }) ?? true {
                report(
                    finding(
                        .untaggedExportedType, [key, "\(index)"], "no file can be recognized as \(identifier)"))
            }
        }
    }

    // MARK: What info finds

    private func reportAnatomy(_ report: (Finding) -> Void) {
        for mistake in bundle.anatomy.findings {
            let inside = mistake.path.flatMap { ContainerPath($0) } ?? .root
            report(
                Finding(
                    .row(mistake.rule), in: bundle.container, at: bundle.root.appending(inside), mistake.detail))
        }
        for part in bundle.anatomy.parts where part.requirement == .required && !part.isPresent {
            // Without these two the app does not start; the others keep it from the App Store.
            let isVital = part.role == .executable || part.role == .informationList
            report(
                Finding(
                    .missingItem, isVital ? .error : nil, in: bundle.container, at: bundle.root,
                    address: [Array(part.role.rawValue.utf8)], "\(part.role.rawValue): \(part.detail)"))
        }
    }
}

extension TransportSecurityRule {
    /// Returns whether a value makes the key an exception.
    fileprivate func isException(_ value: PropertyListValue?) -> Bool {
        guard let value else { return false }
        switch exception {
        case .boolean(let answer): return (value.isTrue || Self.isYes(value.stringValue)) == answer
        case .text(let texts): return value.stringValue.map { texts.contains($0) } ?? false
        }
    }

    /// Returns whether a text is taken for the answer YES, as NSString's boolValue takes it.
    private static func isYes(_ text: String?) -> Bool {
        text.map { ["yes", "true", "1"].contains($0.lowercased()) } ?? false
    }
}

extension TransportSecurityRule.Reach {
    /// The rule of the audit.
    fileprivate var rule: AuditRule {
        switch self {
        case .everything: .transportSecurityOff
        case .part: .transportSecurityException
        case .weaker: .weakTransportSecurity
        }
    }
}
