import ContainerStore
import Transactions

extension RecoveryReport {
    /// The notices about operations that earlier runs left unfinished.
    var notices: [Notice] {
        var notices = items.map { item in
            let result =
                switch item.result {
                case .finished: "was interrupted, and has been completed"
                case .rolledBack: "was interrupted, and has been rolled back"
                case .pending:
                    "was interrupted and is half done; it is completed or rolled back by the next start that is not "
                        + "in read-only mode"
                case .awaitsDevice:
                    "was interrupted, and waits for its device\(item.device): connect and unlock it; the next start "
                        + "completes it or rolls it back"
                case .postponed:
                    "was interrupted, and waits: " + item.problems.joined(separator: "; ")
                        + "; `sandglass journal --finish \(item.id.number)`, `--roll-back \(item.id.number)` or "
                        + "`--abandon \(item.id.number)` ends it"
                case .abandoned: "has been given up; what it had done stays"
                }
            let others = item.result == .postponed || item.result == .awaitsDevice ? [] : item.problems
            return Notice(at: nil, ["\(item.title) (\(item.id.number)) \(result)"] + others)
        }
        if damagedBytes > 0 {
            notices.append(Notice("the journal had \(damagedBytes) damaged bytes, which are ignored"))
        }
        notices += ignored.map { Notice("\($0); it is ignored") }
        return notices
    }
}

extension RecoveryReport.Item {
    /// The awaited device and app, to follow "its device"; empty if they are not known.
    fileprivate var device: String {
        awaited.map { " (\(String(decoding: ReservedPath.spelling(of: $0) ?? $0, as: UTF8.self)))" } ?? ""
    }
}
