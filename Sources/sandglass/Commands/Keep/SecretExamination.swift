import Audit
import ContainerModel
import ContainerStore
import Formats
import Jobs
import Packing

/// Finds the secrets in a package that `pack --without-secrets` makes: joins the audit with the packing, which do not
/// know each other.
final class SecretExamination {
    /// A secret that was found in the package before it was masked.
    struct Found {
        /// The identifier of the rule; `cookie` for one that the audit has no rule for.
        let rule: String
        let path: ContainerPath
        let address: [[UInt8]]
        let line: Int?
        /// The value, masked.
        let evidence: Evidence?
    }

    /// Enough for the rows of a large table, since each examination takes time.
    private static let maxInFile = 20_000

    private let kind: ContainerKind
    private let keepsUnexamined: Bool
    private let now: Double
    private let meter: ProgressMeter
    private let cancellation: Cancellation
    private let evidence: EvidenceMaker
    private let pool = WorkerPool(threads: WorkerPool.cores)
    /// The secrets that were found so far, in the order of the audit.
    private(set) var found: [Found] = []
    /// The items that could not be examined completely, with the reasons.
    private(set) var notExamined: [ContainerPath: [String]] = [:]
    private var seen: Set<[[UInt8]]> = []

    /// - Parameters:
    ///   - kind: The kind of container.
    ///   - keepsUnexamined: Whether what cannot be examined stays.
    ///   - now: The time that decides what has expired, in seconds since 1970.
    init(
        of kind: ContainerKind, keepingUnexamined keepsUnexamined: Bool, now: Double, meter: ProgressMeter,
        cancellation: Cancellation
    ) {
        self.keepsUnexamined = keepsUnexamined
        (self.kind, self.now, self.meter, self.cancellation) = (kind, now, meter, cancellation)
        // The values are needed to find them; they are never printed.
        evidence = EvidenceMaker(reveals: true)
    }

    /// Examines a package, or a directory with a container.
    /// - Parameter beside: A directory with the list beside the container, which may have the arguments and the
    ///   environment of the app.
    /// - Throws: `PackingError` if it cannot be opened, or if it was cancelled.
    func examine(
        _ hostPath: [UInt8], beside: [UInt8]?, _ scope: MaskingScope
    ) throws(PackingError) -> MaskingPlan {
        let container = try Self.open(hostPath, as: kind)
        var containers = [AuditedContainer(container, index: 0, prefix: [])]
        if let beside {
            let list = try Self.open(beside, as: .data, isPlain: true)
            containers.append(AuditedContainer(list, index: 1, prefix: []))
        }
        let app = AuditedApp(containers, now: now)
        let (layers, concerned): (LayerSearch?, Set<ContainerPath>?) =
            switch scope {
            case .contents(let files): (nil, files)
            case .bytes(let values): (LayerSearch(for: values), nil)
            }
        let context = AuditContext(
            now: now, evidence: evidence, cancellation: cancellation, meter: meter, maxInFile: Self.maxInFile,
            reportsEveryPlace: true, layerSearch: layers
        ) { item in concerned?.contains(item.path) != false || item.container.index > 0 }
        let run = AuditRun(of: app, context) { $0.subject == .secret || $0.subject == .file }
        guard let result = run.examineAll(on: pool) else {
            throw PackingError.examination("cancelled", isCancelled: true)
        }
        let unexamined = result.findings.filter { $0.rule.subject == .file }
        noteUnexamined(unexamined, scope)
        let secrets = result.findings.filter { finding in
            finding.rule.subject == .secret && !SecretValues.isMask(finding.evidence?.revealed ?? [0])
        }
        let searched = layers?.searched ?? []
        var entries = searched.compactMap { file in
            file.problem.map { problem in
                MaskingPlan.Entry(
                    path: file.path, isBesideContainer: file.container == 1, value: nil, leavingOut: problem)
            }
        }
        if !keepsUnexamined {
            entries += unexamined.map { finding in
                MaskingPlan.Entry(
                    path: finding.path, isBesideContainer: finding.container == 1, value: nil,
                    leavingOut: "not examined: \(finding.message)")
            }
        }
        for finding in secrets {
            note(
                Found(
                    rule: finding.rule.identifier, path: finding.path, address: finding.address, line: finding.line,
                    evidence: finding.evidence))
            // What is encoded is replaced as it is written; elsewhere it may be written as it is.
            let values: [[UInt8]?] = [finding.evidence?.stored, finding.evidence?.revealed].filter { $0 != nil }
            entries += (values.isEmpty ? [nil] : values).map { value in
                MaskingPlan.Entry(
                    path: finding.path, isBesideContainer: finding.container == 1, address: finding.address,
                    value: value)
            }
        }
        SessionCookies.forEach(in: container, cancellation: cancellation) { path, address, value in
            guard !SecretValues.isMask(value) else { return }
            let evidence = evidence.evidence("session cookie", value)
            note(Found(rule: "cookie", path: path, address: address, line: nil, evidence: evidence))
            entries.append(MaskingPlan.Entry(path: path, address: address, value: value))
        }
        return MaskingPlan(
            entries, isCutOff: result.summary.omitted > 0,
            searched: Set(
                searched.map { MaskingPlan.File(path: $0.path, isBesideContainer: $0.container == 1) }))
    }

    /// Notes what could not be examined. What an earlier examination said of files that were not examined again still holds.
    private func noteUnexamined(_ findings: [Finding], _ scope: MaskingScope) {
        if case .contents(let files) = scope {
            notExamined = files.map { files in notExamined.filter { !files.contains($0.key) } } ?? [:]
        }
        for finding in findings where notExamined[finding.path]?.contains(finding.message) != true {
            notExamined[finding.path, default: []].append(finding.message)
        }
    }

    /// Opens a copy.
    /// - Parameter isPlain: Whether it is a directory although the container is in a package.
    /// - Throws: `PackingError`
    static func open(
        _ hostPath: [UInt8], as kind: ContainerKind, isPlain: Bool = false
    ) throws(PackingError) -> Container {
        let opened: OpenedPath
        do throws(ContainerStoreError) {
            let isPackage = kind == .data && !isPlain
            opened = try ContainerStore.open(hostPath, as: isPackage ? nil : kind, overriding: true)
        } catch {
            throw PackingError.examination("the copy could not be examined: \(error.message)")
        }
        guard case .container(let container, _) = opened else {
            throw PackingError.examination("the copy could not be examined: it is not a container")
        }
        return container
    }

    private func note(_ secret: Found) {
        // A cookie without its flags is found twice.
        let isCookie = secret.rule == "cookie" || secret.rule == "secret.cookie-flags"
        let identity = [secret.path.bytes, isCookie ? [] : Array(secret.rule.utf8), secret.evidence?.revealed ?? []]
        guard seen.insert(isCookie ? identity : identity + secret.address).inserted else { return }
        found.append(secret)
    }
}
