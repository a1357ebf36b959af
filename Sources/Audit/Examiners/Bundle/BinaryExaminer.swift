import Bundles
import ContainerModel
import Inspection
import Reports

/// Judges the code of a bundle, and files that development left in it.
struct BinaryExaminer {
    private let container: AuditedContainer
    private let security: BundleSecurity

    init(_ container: AuditedContainer, _ security: BundleSecurity) {
        (self.container, self.security) = (container, security)
    }

    /// The most findings about files of development.
    private static let maxLeftovers = 100

    /// Reports what is wrong.
    func report(_ report: (Finding) -> Void) {
        let binaries = security.components.flatMap(\.binaries)
        for binary in binaries { reportBinary(binary, report) }
        reportEncryption(binaries.filter(\.isEncrypted), report)
        reportLeftovers(report)
    }

    private func reportBinary(_ binary: BundleBinary, _ report: (Finding) -> Void) {
        func find(_ rule: AuditRule, _ message: String) {
            report(Finding(rule, in: container, at: binary.path, message))
        }
        if binary.mayBeDebugged { find(.debuggable, "it was signed with get-task-allow") }
        if binary.defaultProtection == "NSFileProtectionNone" {
            find(.defaultProtectionNone, "it was signed with NSFileProtectionNone as the default class of its files")
        }
        if let problem = binary.problem {
            return find(.damaged, problem)
        }
        if binary.usesOldWebView { find(.oldWebView, "it imports the class UIWebView") }
        if binary.isExecutable, !binary.isPositionIndependent {
            find(.fixedAddress, "its header lacks MH_PIE")
        }
        if binary.hasDebugSymbols { find(.debugSymbols, "its symbol table has debugging symbols") }
        guard binary.areImportsKnown else { return }
        if !binary.hasStackCanaries, !binary.usesSwift {
            find(.noStackCanaries, "it imports neither __stack_chk_fail nor __stack_chk_guard")
        }
        if binary.countsReferencesByHand {
            find(.manualReferenceCounting, "it sends messages, and calls none of the functions of ARC")
        }
    }

    /// Says once what encryption hid.
    private func reportEncryption(_ binaries: [BundleBinary], _ report: (Finding) -> Void) {
        guard let first = binaries.first else { return }
        let others = binaries.count > 1 ? "it and \(binaries.count - 1) more files with code are" : "it is"
        report(
            Finding(
                .encryptedCode, in: container, at: first.path,
                "\(others) encrypted (FairPlay): imported symbols were examined, called methods and strings were not"))
    }

    private func reportLeftovers(_ report: (Finding) -> Void) {
        var reported: Set<ContainerPath> = []
        for item in security.items {
            guard reported.count < Self.maxLeftovers else { break }
            guard let name = item.path.lastComponent.map({ String(decoding: $0, as: UTF8.self) }),
                let rule = DebugLeftoverRule.of(name),
                !Self.isInside(reported, item.path)
            else { continue }
            reported.insert(item.path)
            report(Finding(.debugLeftover, in: container, at: item.path, rule.title))
        }
    }

    /// Returns whether a directory around an item was reported.
    private static func isInside(_ reported: Set<ContainerPath>, _ path: ContainerPath) -> Bool {
        var directory = path.parent
        while let place = directory {
            if reported.contains(place) { return true }
            directory = place.parent
        }
        return false
    }
}
