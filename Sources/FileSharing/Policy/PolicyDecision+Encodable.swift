import ContainerModel
import Transactions

/// Policy decisions in reports. JSON keys are stable.
extension PolicyDecision.ItemDecision: Encodable {
    package func encode(to encoder: any Encoder) throws {
        try encoder.encode(
            [
                "outcome": outcome, "sentence": sentence.isEmpty ? nil : sentence, "rule": rule, "warnings": warnings,
                "doubts": doubts.isEmpty ? nil : doubts,
                "consequences": consequences.isEmpty ? nil : consequences.map(\.sentence),
                "instead": alternatives.map { $0.sentence() }, "unknown": unknowns.map(\.sentence),
                "others": others > 0 ? others : nil,
            ], with: ReportedPath(item.hostPath))
    }
}
