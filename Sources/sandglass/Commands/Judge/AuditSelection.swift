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

    /// Removes findings from a result.
    /// - Returns: The number in the baseline, nil without one; the number suppressed, and the lines that concern nothing.
    func sort(_ result: inout AuditResult, now: Double) -> (known: Int?, suppressed: Int, unused: [String]) {
        var (suppressed, unused): (Int, [String]) = (0, [])
        if let suppressions {
            result.unexamined = suppressions.applied(to: result.unexamined, now: now).0
            (result.findings, suppressed, unused) = suppressions.applied(to: result.findings, now: now)
        }
        guard let baseline else { return (nil, suppressed, unused) }
        result.unexamined.removeAll { baseline.contains($0) }
        let count = result.findings.count
        result.findings.removeAll { baseline.contains($0) }
        return (count - result.findings.count, suppressed, unused)
    }
}
