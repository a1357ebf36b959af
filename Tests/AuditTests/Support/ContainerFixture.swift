import Audit
import ContainerModel
import ContainerStore
import Formats
import Jobs
import TestSupport
import Testing

/// A container of an app's data in a directory, with nothing wrong until something is planted.
struct ContainerFixture {
    /// The time of the audit: 2027-01-15.
    static let now = 1_800_000_000.0

    /// Files by their paths.
    var files: [String: [UInt8]] = ["Documents/Notes.txt": Array("The tide is high at noon.\n".utf8)]
    /// Extended attributes by the paths of their items.
    var attributes: [(path: String, name: String, value: [UInt8])] = []
    /// The kind of container.
    var kind = ContainerKind.data
    /// The app's declarations.
    var answers: [(key: AppInfoOverrides.Key, answer: Answer)] = []
    /// The container's directory below the temporary one, with a slash at the end; empty for that itself.
    var place = ""
    /// Files around the container, by their paths below the temporary directory.
    var around: [String: [UInt8]] = [:]
    /// Changes to the temporary directory after everything was written.
    var changes: [@Sendable (TemporaryDirectory) throws -> Void] = []
    /// Whether permissions apply, as they do to a user who is not root.
    var isRestricted = false

    /// Writes a file.
    subscript(path: String) -> String {
        get { String(decoding: files[path] ?? [], as: UTF8.self) }
        set { files[path] = Array(newValue.utf8) }
    }

    /// Writes a property list.
    mutating func list(_ path: String, _ value: PropertyListValue) { files[path] = PropertyListWriter.binary(value) }

    /// Sets the data protection class of a file.
    mutating func protect(_ path: String, _ protection: ProtectionClass) {
        attributes.append(
            (
                path, String(decoding: ProtectionAttribute.name, as: UTF8.self),
                ProtectionAttribute.value(protection.rawValue)
            ))
    }

    /// Excludes an item from backups.
    mutating func exclude(_ path: String) {
        attributes.append((path, "user.com.apple.MobileBackup", Array("1".utf8)))
    }

    /// Writes the container to a directory.
    func write(in folder: TemporaryDirectory) throws {
        for directory in ["Documents", "Library/Preferences", "Library/Caches", "tmp"] where kind == .data {
            try folder.makeDirectory(place + directory)
        }
        for (path, bytes) in files.sorted(by: { $0.key < $1.key }) { try folder.write(bytes, to: place + path) }
        for (path, bytes) in around { try folder.write(bytes, to: path) }
        for attribute in attributes {
            try folder.setAttribute(attribute.name, attribute.value, on: place + attribute.path)
        }
        for change in changes { try change(folder) }
        if isRestricted { try folder.giveToNobody() }
    }

    /// Opens the container in a directory.
    func open(in folder: TemporaryDirectory, index: Int = 0) throws -> AuditedContainer {
        let path = Array((place.isEmpty ? folder.path : folder(String(place.dropLast()))).utf8)
        guard case .container(let container, _) = try ContainerStore.open(path, as: kind) else {
            throw CommandError(call: "open the container", number: 0)
        }
        var overrides = AppInfoOverrides()
        for (key, answer) in answers { overrides.set(answer, for: key) }
        return AuditedContainer(
            container.recallingAppInfo(from: AppInfoStore(StateDirectory(path: nil)), adding: overrides), index: index,
            prefix: Array("App".utf8))
    }

    /// Audits the container.
    /// - Parameter rule: The rule whose findings are wanted; nil for all rules.
    func report(_ evidence: EvidenceMaker = EvidenceMaker(), rule: String? = nil) throws -> AuditReport {
        let folder = TemporaryDirectory()
        try write(in: folder)
        guard isRestricted else { return try report(in: folder, evidence, rule: rule) }
        // What is written by root is given to another user, with whose rights it is examined.
        return try withoutPrivileges { try report(in: folder, evidence, rule: rule) }
    }

    private func report(
        in folder: TemporaryDirectory, _ evidence: EvidenceMaker, rule: String?
    ) throws -> AuditReport {
        return try Self.report(on: [try open(in: folder)], evidence, rule: rule)
    }

    /// Audits containers together.
    static func report(
        on containers: [AuditedContainer], _ evidence: EvidenceMaker = EvidenceMaker(), rule: String? = nil
    ) throws -> AuditReport {
        let app = AuditedApp(containers, now: now)
        let context = AuditContext(now: now, evidence: evidence)
        let run = AuditRun(of: app, context) { rule == nil || $0.identifier == rule }
        guard let result = run.examineAll(on: WorkerPool(threads: 2)) else {
            throw CommandError(call: "audit the container", number: 0)
        }
        var report = AuditReport(
            result, of: app, version: "0.0.0", time: "2027-01-15T08:00:00Z", key: evidence.keyIdentifier)
        report.digests = AuditAppendix.digests(of: report, context)
        return report
    }

    /// The findings in the container.
    func findings(of rule: String? = nil) throws -> [Finding] { try report(rule: rule).result.findings }
}

/// A defect that is planted in a container, and what comes near it and is none.
struct ContainerCase: CustomTestStringConvertible, Sendable {
    /// The identifier of the rule.
    let rule: String
    let title: String
    /// Plants the defect.
    let plant: @Sendable (inout ContainerFixture) -> Void
    /// Changes the container in a way that resembles the defect.
    let miss: @Sendable (inout ContainerFixture) -> Void

    init(
        _ rule: String, _ title: String = "", plant: @escaping @Sendable (inout ContainerFixture) -> Void,
        miss: @escaping @Sendable (inout ContainerFixture) -> Void
    ) {
        (self.rule, self.title, self.plant, self.miss) = (rule, title, plant, miss)
    }

    var testDescription: String { title.isEmpty ? rule : "\(rule): \(title)" }

    /// The number of findings of the rule where the defect is, and where it is not, if that rule alone is asked for.
    func counts() throws -> (planted: Int, missed: Int) {
        func count(_ change: (inout ContainerFixture) -> Void) throws -> Int {
            var fixture = ContainerFixture()
            change(&fixture)
            let found = try fixture.findings(of: rule)
            #expect(found.allSatisfy { $0.rule.identifier == rule })
            return found.count
        }
        return (try count(plant), try count(miss))
    }
}

/// Secrets that are made for tests, in parts, so that no scanner takes them for real ones.
enum FakeSecret {
    /// A token with a header and claims.
    static func webToken(expires: Int?, algorithm: String = "HS256") -> String {
        func part(_ text: String) -> String {
            let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
            var (bits, count, result): (UInt32, Int, [UInt8]) = (0, 0, [])
            for byte in text.utf8 {
                (bits, count) = (bits << 8 | UInt32(byte), count + 8)
                while count >= 6 {
                    count -= 6
                    result.append(digits[Int(bits >> UInt32(count) & 63)])
                }
                bits &= 0xff
            }
            if count > 0 { result.append(digits[Int(bits << UInt32(6 - count) & 63)]) }
            return String(decoding: result, as: UTF8.self)
        }
        let claims = expires.map { "{\"sub\":\"17\",\"exp\":\($0)}" } ?? "{\"sub\":\"17\"}"
        return part("{\"alg\":\"\(algorithm)\",\"typ\":\"JWT\"}") + "." + part(claims) + "." + part("signature of this")
    }

    static let access = "AK" + "IA" + "QWERTYUIOPASDFGH"
    static let repository = "gh" + "p_" + "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY1zA2"
    static let key =
        "-----BEGIN EC PRIVATE " + "KEY-----\n" + String(repeating: "MHcCAQEEIAbc123+", count: 6)
        + "\n-----END EC PRIVATE " + "KEY-----\n"
    static let card = "4012888888881881"
    static let password = "corr3ct-horse-battery"
}
