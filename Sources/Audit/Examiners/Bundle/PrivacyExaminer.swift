import Bundles
import ContainerModel
import Formats
import Inspection

/// Judges privacy manifests against what the code uses, as the App Store does when an app is uploaded.
struct PrivacyExaminer {
    private let bundle: AuditedBundle
    private let security: BundleSecurity

    init(_ bundle: AuditedBundle, _ security: BundleSecurity) { (self.bundle, self.security) = (bundle, security) }

    private var main: BundleSecurity.Component? { security.components.first(where: \.isMain) }
    private var manifests: [PrivacyManifest] { security.components.flatMap(\.manifests) }

    /// Reports what is wrong.
    func report(_ report: (Finding) -> Void) {
        // Apps for macOS need no privacy manifests.
        for component in security.components where !security.isForMac {
            reportAPIs(of: component, report)
            reportTracking(of: component, report)
            if component.isFramework, !component.hasManifest, ListedSDK.contains(component.name) {
                report(
                    Finding(
                        .missingSDKManifest, in: bundle.container, at: component.path,
                        "\(component.name) is on Apple's list of SDKs that need \(PrivacyManifestRule.fileName)"))
            }
        }
        reportIdentifiers(report)
        for manifest in manifests { reportMistakes(of: manifest, report) }
        reportPurpose(report)
    }

    /// Compares the required reason APIs of a component's code with what its manifests declare, one finding for each
    /// file and category.
    private func reportAPIs(of component: BundleSecurity.Component, _ report: (Finding) -> Void) {
        for binary in component.binaries {
            var undeclared: [[String]: [String]] = [:]
            for api in binary.usedAPIs where !api.categories.contains(where: { component.declares($0) }) {
                undeclared[api.categories, default: []].append(api.name)
            }
            for (categories, names) in undeclared.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
                let isInApp = !component.isMain && categories.contains { main?.declares($0) == true }
                // Only an SDK has to declare by itself.
                if isInApp, !component.isFramework { continue }
                let rule: AuditRule = isInApp ? .apiDeclaredByAppAlone : .undeclaredAPI
                let used = names.sorted().prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
                let wanted = categories.joined(separator: " or ")
                let codes = categories.flatMap { RequiredReasonRule.of($0)?.reasons ?? [] }
                    .filter { component.isFramework || !$0.isForSDKsOnly }.map { "\($0.code) (\($0.permits))" }
                report(
                    Finding(
                        rule, in: bundle.container, at: binary.path, address: categories.map { Array($0.utf8) },
                        "it uses \(used), and \(isInApp ? "only the app's manifest" : "no manifest") declares "
                            + "\(wanted); approved reasons: \(codes.joined(separator: "; "))"))
            }
        }
    }

    private func reportMistakes(of manifest: PrivacyManifest, _ report: (Finding) -> Void) {
        if let problem = manifest.problem {
            report(Finding(.unreadableManifest, in: bundle.container, at: manifest.path, problem))
        }
        for mistake in manifest.mistakes {
            report(
                Finding(
                    mistake.message.rule, in: bundle.container, at: manifest.path,
                    address: mistake.address.map { Array($0.utf8) }, mistake.detail))
        }
        let keys = [Array("NSPrivacyTracking".utf8)]
        if manifest.tracks == true, manifest.trackingDomains.isEmpty {
            report(
                Finding(
                    .trackingWithoutDomains, in: bundle.container, at: manifest.path, address: keys,
                    "NSPrivacyTracking is true, and NSPrivacyTrackingDomains names no domain"))
        }
        if manifest.tracks != true, !manifest.trackedData.isEmpty {
            let data = manifest.trackedData.sorted().joined(separator: ", ")
            report(
                Finding(
                    .inconsistentTracking, in: bundle.container, at: manifest.path, address: keys,
                    "NSPrivacyTracking is not true, and data is collected for tracking: \(data)"))
        }
    }

    private func reportTracking(of component: BundleSecurity.Component, _ report: (Finding) -> Void) {
        let declared = component.manifests + (main?.manifests ?? [])
        guard !declared.contains(where: { $0.tracks == true }) else { return }
        for binary in component.binaries where binary.usesTracking {
            report(
                Finding(
                    .undeclaredTracking, in: bundle.container, at: binary.path,
                    "it refers to the advertising identifier or to App Tracking Transparency, and no manifest says that "
                        + "it tracks"))
        }
    }

    private func reportIdentifiers(_ report: (Finding) -> Void) {
        let binaries = security.components.flatMap(\.binaries)
        // An SDK may leave the question to the app, and the other way round. What is encrypted may contain it.
        let isChecked = binaries.contains { $0.isEncrypted || $0.identifiers.contains { $0.purpose == .permission } }
        for binary in binaries {
            if let use = binary.identifiers.first(where: { $0.purpose == .device }) {
                report(
                    Finding(
                        .deviceIdentifier, in: bundle.container, at: binary.path,
                        "it uses the class UIDevice and calls a method called \(use.name)"))
            }
            if !isChecked, let use = binary.identifiers.first(where: { $0.purpose == .advertising }) {
                report(
                    Finding(
                        .uncheckedTracking, in: bundle.container, at: binary.path,
                        "it asks for \(use.name), and no code of the bundle asks whether the user permits tracking"))
            }
        }
    }

    private func reportPurpose(_ report: (Finding) -> Void) {
        let key = "NSUserTrackingUsageDescription"
        guard main?.isFramework == false, security.information[key] == nil,
            let manifest = manifests.first(where: { $0.tracks == true })
        else { return }
        report(
            Finding(
                .trackingWithoutPurpose, in: bundle.container, at: bundle.root.appending("Info.plist"),
                address: [Array(key.utf8)], "\(manifest.path.reportText) declares tracking, and \(key) is missing"))
    }
}

extension PrivacyManifest.Mistake.Message {
    /// The rule of the audit.
    fileprivate var rule: AuditRule {
        switch self {
        case .category: .invalidCategory
        case .reason: .invalidReason
        case .manifest: .invalidManifest
        case .tracking: .invalidTracking
        }
    }
}
