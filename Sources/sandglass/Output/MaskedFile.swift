import Audit
import ContainerModel
import Documents
import FoundationEssentials
import Inspection
import Packing
import Reports

/// A file that `pack --without-secrets` changed, left out or could not examine. JSON keys are stable.
struct MaskedFile: Encodable {
    /// A secret that was found in the file.
    struct Secret: Encodable {
        let rule: String
        /// The way to the value, as after the colon of `sandglass show FILE:VALUE`.
        let address: String?
        let line: Int?
        /// Its kind, its length, and its ends if it is long.
        let evidence: String?

        /// The secret in one line.
        fileprivate var text: String {
            let place = address.map { ":\($0)" } ?? line.map { "line \($0)" } ?? ""
            return [place.isEmpty ? nil : place, evidence, rule].compactMap { $0 }.joined(separator: "  ")
        }
    }

    /// What became of a file.
    enum Action: String, Encodable {
        case masked
        case leftOut = "left out"
        case rewritten
        case kept
        case renamed
        case attributeRemoved = "attribute removed"
        case notExamined = "not examined"
    }

    /// The path in the container; invalid UTF-8 is replaced.
    let path: String
    let pathBytes: Data?
    let action: Action
    let reason: String?
    let secrets: [Secret]

    private init(_ path: ContainerPath, _ action: Action, _ reason: String?, _ secrets: [Secret]) {
        let (text, bytes) = reported(path.bytes)
        (self.path, pathBytes) = (SecretText.masked(text), bytes)
        (self.action, self.reason, self.secrets) = (action, reason.map(SecretText.masked), secrets)
    }

    /// Returns the files that were treated, by path.
    static func all(_ report: MaskingReport, _ examination: SecretExamination) -> [MaskedFile] {
        let found = Dictionary(grouping: examination.found, by: \.path)
        var files = report.files.map { path, treatment in
            let secrets = (found[path] ?? []).map { found in
                Secret(
                    rule: found.rule,
                    address: found.address.isEmpty
                        ? nil : String(decoding: ValueAddress.text(found.address), as: UTF8.self),
                    line: found.line, evidence: found.evidence?.text)
            }
            let (action, reason): (Action, String?) =
                switch treatment {
                case .masked(let removed):
                    (.masked, removed.isEmpty ? nil : "without its virtual tables \(removed.joined(separator: ", "))")
                case .rewritten: (.rewritten, nil)
                case .leftOut(let reason): (.leftOut, reason)
                case .kept(let reason): (.kept, reason)
                case .renamed(let reason): (.renamed, reason)
                }
            return MaskedFile(path, action, reason, secrets)
        }
        files += report.removedAttributes.map { item in
            MaskedFile(item.path, .attributeRemoved, String(decoding: item.name, as: UTF8.self), [])
        }
        for (path, reasons) in examination.notExamined where report.files[path] == nil {
            files.append(MaskedFile(path, .notExamined, reasons.joined(separator: "; "), []))
        }
        return files.sorted { ($0.path, $0.action.rawValue) < ($1.path, $1.action.rawValue) }
    }

    /// The file and its secrets, in lines; not sanitized.
    var lines: [String] {
        ["\(action.rawValue)  \(path)" + (reason.map { ": \($0)" } ?? "")] + secrets.map { "    \($0.text)" }
    }
}
