import ContainerModel
import FoundationEssentials
import Transactions

/// Policy decisions in reports. JSON keys are stable.
extension PolicyDecision.ItemDecision: Encodable {
    private enum Key: String, CodingKey {
        case path, pathBytes, outcome, sentence, rule, warnings, doubts, consequences, instead, unknown, others
    }

    package func encode(to encoder: any Encoder) throws {
        let bytes = item.hostPath
        let path = String(decoding: bytes, as: UTF8.self)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(path, forKey: .path)
        if !path.utf8.elementsEqual(bytes) { try values.encode(Data(bytes), forKey: .pathBytes) }
        try values.encode(outcome, forKey: .outcome)
        if !sentence.isEmpty { try values.encode(sentence, forKey: .sentence) }
        try values.encodeIfPresent(rule, forKey: .rule)
        try values.encode(warnings, forKey: .warnings)
        if !doubts.isEmpty { try values.encode(doubts, forKey: .doubts) }
        if !consequences.isEmpty { try values.encode(consequences.map(\.sentence), forKey: .consequences) }
        try values.encode(alternatives.map { $0.sentence() }, forKey: .instead)
        try values.encode(unknowns.map(\.sentence), forKey: .unknown)
        if others > 0 { try values.encode(others, forKey: .others) }
    }
}
