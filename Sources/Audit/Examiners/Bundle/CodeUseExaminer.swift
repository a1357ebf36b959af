import Bundles
import ContainerModel
import Inspection

/// Judges what the code of a bundle imports: functions that a reviewer looks at, and what it says of itself. One finding
/// for each file with code and rule.
struct CodeUseExaminer {
    private let container: AuditedContainer
    private let security: BundleSecurity

    /// The most names in a message.
    private static let maxNames = 12

    init(_ container: AuditedContainer, _ security: BundleSecurity) {
        (self.container, self.security) = (container, security)
    }

    /// Reports what a reviewer looks at.
    func report(_ report: (Finding) -> Void) {
        let binaries = security.components.flatMap(\.binaries).filter { $0.problem == nil }
        for binary in binaries {
            func find(_ rule: AuditRule, _ message: String) {
                report(Finding(rule, in: container, at: binary.path, message))
            }
            for subject in CodeUseRule.Subject.allCases {
                let used = binary.uses.filter { $0.subject == subject }
                guard !used.isEmpty else { continue }
                find(subject.rule, "it imports \(Self.listed(used.map(\.name)))\(subject.end(used))")
            }
            reportAuthentication(binary, find)
            // A table with debugging symbols is a finding already.
            if binary.localSymbols > 0, !binary.hasDebugSymbols {
                find(.localSymbols, "its symbol table has \(Pluralized.some(binary.localSymbols, "local symbol"))")
            }
            let paths = binary.searchPaths.filter { !Self.isOwn($0) }
            if !paths.isEmpty { find(.foreignSearchPath, "LC_RPATH names \(Self.listed(paths))") }
        }
        reportEncryption(binaries.filter { $0.isLeftUnencrypted && !$0.isEncrypted }, report)
    }

    private func reportAuthentication(_ binary: BundleBinary, _ find: (AuditRule, String) -> Void) {
        guard !binary.authentication.isEmpty else { return }
        let keychain =
            binary.protectsKeychainItems
            ? "it imports SecAccessControlCreateWithFlags as well"
            : "it does not import SecAccessControlCreateWithFlags, so that only the answer may protect anything"
        find(.localAuthentication, "it calls \(Self.listed(binary.authentication)) of LAContext; \(keychain)")
    }

    /// Says once which code is not encrypted.
    private func reportEncryption(_ binaries: [BundleBinary], _ report: (Finding) -> Void) {
        guard let first = binaries.first else { return }
        let others =
            binaries.count > 1 ? "; so do \(Pluralized.some(binaries.count - 1, "more file")) with code" : ""
        report(
            Finding(
                .unencryptedCode, in: container, at: first.path,
                "it has LC_ENCRYPTION_INFO with a cryptid of 0\(others)"))
    }

    /// Returns whether a search path is in the bundle, or the system's for Swift.
    private static func isOwn(_ path: String) -> Bool {
        ["@executable_path", "@loader_path", "@rpath", "/usr/lib/swift"].contains { own in
            path == own || path.hasPrefix(own + "/")
        }
    }

    /// Returns the first of some names, separated by commas.
    private static func listed(_ names: [String]) -> String {
        names.prefix(maxNames).joined(separator: ", ") + (names.count > maxNames ? ", …" : "")
    }
}

extension CodeUseRule.Subject {
    /// The rule of the audit.
    fileprivate var rule: AuditRule {
        switch self {
        case .weakDigest: .weakDigest
        case .cipher: .cipher
        case .unsafeFunction: .unsafeFunctions
        case .logging: .logging
        case .predictableRandom: .predictableRandom
        case .debuggerDetection: .debuggerDetection
        }
    }

    /// Returns what is said behind the names of the functions that are used.
    fileprivate func end(_ used: [CodeUseRule]) -> String {
        switch self {
        case .weakDigest: "; whether they protect anything is not visible"
        case .cipher: "; the algorithm and the mode are arguments of the calls, which were not examined"
        case .unsafeFunction:
            "; safer: \(Set(used.compactMap(\.replacement)).sorted().joined(separator: ", "))"
        case .logging, .predictableRandom: ""
        case .debuggerDetection:
            used.contains { $0.name == "ptrace" } ? "" : "; such calls have other purposes as well"
        }
    }
}
