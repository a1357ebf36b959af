import Bundles
import ContainerModel
import ContainerStore
import Formats
import Inspection
import Jobs

/// Judges the strings in a bundle's code, for secrets whose forms are too common to be looked for in other bytes, for
/// internet addresses, and for traces of a jailbreak. Keys of services and private keys are found in all bytes of a file.
///
/// Swift keeps strings of up to 15 bytes in instructions, where they are not seen.
struct CodeStringsExaminer {
    private let container: AuditedContainer
    private let security: BundleSecurity
    private let context: AuditContext

    /// The most findings in a file.
    private static let maxInFile = 100
    /// The lengths in bytes of the strings that are judged, and of the shortest secret.
    private static let lengths = 7...4_096
    private static let minInSecret = 16
    /// The most traces of a jailbreak that are told.
    private static let maxTraces = 8

    init(_ container: AuditedContainer, _ security: BundleSecurity, _ context: AuditContext) {
        (self.container, self.security, self.context) = (container, security, context)
    }

    /// Reports what is wrong.
    func report(_ report: (Finding) -> Void) {
        for binary in security.components.flatMap(\.binaries) where binary.problem == nil {
            guard !context.cancellation.isCancelled else { return }
            guard let file = try? MachOFile(binary.path, in: container.container.tree) else { continue }
            var found: Set<String> = []
            var addresses = CodeAddresses()
            var traces: [JailbreakTraceRule] = []
            for part in file.parts where !part.image.isEncrypted {
                try? file.forEachString(of: part, lengths: Self.lengths) { _, text in
                    addresses.add(text)
                    if let trace = JailbreakTraceRule.of(text), !traces.contains(trace) { traces.append(trace) }
                    if text.utf8.count >= Self.minInSecret, found.count < Self.maxInFile,
                        let secret = CodeSecret(text), found.insert(secret.value).inserted
                    {
                        report(finding(secret, in: binary.path))
                    }
                    return !context.cancellation.isCancelled
                }
            }
            if let message = addresses.message {
                var finding = Finding(
                    .addresses, in: container, at: binary.path, "its strings name \(SecretText.masked(message))")
                finding.addresses = addresses.named
                report(finding)
            }
            reportTraces(traces, in: binary.path, report)
        }
    }

    private func reportTraces(
        _ traces: [JailbreakTraceRule], in path: ContainerPath, _ report: (Finding) -> Void
    ) {
        guard traces.contains(where: \.isCertain) else { return }
        let names = traces.prefix(Self.maxTraces).map(\.text).joined(separator: ", ")
        report(
            Finding(
                .jailbreakDetection, in: container, at: path,
                "its strings name \(names)\(traces.count > Self.maxTraces ? ", …" : "")"))
    }

    private func finding(_ secret: CodeSecret, in path: ContainerPath) -> Finding {
        Finding(
            .hardCodedCredentials, in: container, at: path,
            "a string in the code is or contains a \(secret.form.kind): anyone with a copy of the app can read it",
            evidence: context.evidence.evidence(secret.form.kind, Array(secret.value.utf8)))
    }
}

/// A secret that a string of code is, or contains.
struct CodeSecret: Hashable, Sendable {
    /// A row of the table of forms.
    struct Form: Hashable, Sendable {
        /// Where a value is in a string.
        enum Place: Hashable, Sendable {
            /// The whole string behind a word.
            case behind(String)
            /// The value of a parameter in the query of a URL.
            case parameter(String)
        }

        let place: Place
        let kind: String
        /// The shortest value, in characters.
        let minimum: Int
        /// Whether the value is Base64 of a user name and a password.
        var isBasic = false
    }

    /// All rows. Words are in small letters.
    static let forms: [Form] = [
        Form(place: .behind("bearer "), kind: "bearer token", minimum: 20),
        Form(
            place: .behind("basic "), kind: "user name and password", minimum: 8,
            isBasic: true),
        Form(place: .parameter("access_token"), kind: "token in a URL", minimum: 12),
        Form(place: .parameter("auth_token"), kind: "token in a URL", minimum: 12),
        Form(place: .parameter("token"), kind: "token in a URL", minimum: 12),
        Form(place: .parameter("api_key"), kind: "token in a URL", minimum: 12),
        Form(place: .parameter("apikey"), kind: "token in a URL", minimum: 12),
        Form(place: .parameter("client_secret"), kind: "token in a URL", minimum: 12),
        Form(place: .parameter("password"), kind: "password in a URL", minimum: 6),
    ]

    /// The row.
    let form: Form
    /// The secret itself.
    let value: String

    private static let marks = Set("-._~+/=".unicodeScalars)

    /// Recognizes a secret; nil if a string has none.
    init?(_ text: String) {
        let lower = text.lowercased()
        // Only ASCII keeps its length in small letters.
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        for form in Self.forms {
            guard let value = Self.value(of: form.place, in: text, lower), value.count >= form.minimum,
                Self.isLiteral(value)
            else { continue }
            if form.isBasic {
                let bytes = Array(value.utf8)
                let hasColon = bytes.withUnsafeBytes { Base64Text.decoded($0)?.contains(0x3a) } ?? false
                guard hasColon else { continue }
            }
            (self.form, self.value) = (form, value)
            return
        }
        return nil
    }

    private static func value(of place: Form.Place, in text: String, _ lower: String) -> String? {
        switch place {
        case .behind(let word):
            return lower.hasPrefix(word) ? String(text.dropFirst(word.count)) : nil
        case .parameter(let name):
            guard let scheme = lower.firstRange(of: "://") else { return nil }
            let query = lower[scheme.upperBound...]
            for mark in ["?", "&", ";"] {
                guard let found = query.firstRange(of: "\(mark)\(name)=") else { continue }
                let start = text.utf8.index(
                    text.startIndex, offsetBy: lower.utf8.distance(from: lower.startIndex, to: found.upperBound))
                return String(text[start...].prefix { $0 != "&" && $0 != ";" && $0 != "#" })
            }
            return nil
        }
    }

    /// Returns whether a value is one, and no pattern for one: no placeholder, and letters with digits.
    private static func isLiteral(_ value: String) -> Bool {
        var (hasLetter, hasDigit) = (false, false)
        for scalar in value.unicodeScalars {
            if ("0"..."9").contains(scalar) {
                hasDigit = true
            } else if ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) {
                hasLetter = true
            } else if !marks.contains(scalar) {
                return false
            }
        }
        // Tokens of the form of a JSON Web Token are found by that.
        return hasLetter && hasDigit && !value.hasPrefix("eyJ")
    }
}
