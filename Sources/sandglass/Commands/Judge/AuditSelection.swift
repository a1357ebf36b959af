import Audit
import Screen

/// What an audit leaves out: the findings of a baseline, and those that a list suppresses.
struct AuditSelection {
    private let baseline: Baseline?
    private let suppressions: Suppressions?

    /// Reads the files.
    /// - Throws: `Failure` if one cannot be read, with the line of a mistake.
    init(baseline: String?, suppress: String?) throws {
        self.baseline = try baseline.map { path in
            let bytes = try GivenFile.bytes(path, as: "the baseline")
            do throws(Baseline.Mistake) {
                return try Baseline(bytes)
            } catch {
                throw Failure(.data, "\(DisplayText(path)): \(error.message)")
            }
        }
        suppressions = try suppress.map { path in
            let bytes = try GivenFile.bytes(path, as: "the list of suppressions")
            do throws(Suppressions.Mistake) {
                return try Suppressions(bytes)
            } catch {
                throw Failure(.data, "\(DisplayText(path)): line \(error.line): \(DisplayText(error.message))")
            }
        }
    }

    /// What was removed from a result.
    struct Sorted {
        /// The number of findings in the baseline; nil without one.
        var known: Int?
        /// How findings were compared with the baseline.
        var comparison = Baseline.Comparison.address
        /// The number of findings suppressed.
        var suppressed = 0
        /// The lines that concern nothing.
        var unused: [String] = []
    }

    /// Removes findings from a result.
    /// - Parameter key: The identifier of the key of the hashes; nil for a key of this run.
    func sort(_ result: inout AuditResult, now: Double, key: String?) -> Sorted {
        var sorted = Sorted()
        if let suppressions {
            result.unexamined = suppressions.applied(to: result.unexamined, now: now).0
            (result.findings, sorted.suppressed, sorted.unused) = suppressions.applied(to: result.findings, now: now)
        }
        guard let baseline else { return sorted }
        sorted.comparison = baseline.comparison(withKey: key)
        result.unexamined.removeAll { baseline.contains($0, by: sorted.comparison) }
        let count = result.findings.count
        result.findings.removeAll { baseline.contains($0, by: sorted.comparison) }
        sorted.known = count - result.findings.count
        return sorted
    }
}
