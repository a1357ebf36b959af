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
                    "was interrupted, and waits for its \(item.source); the next start completes it or rolls it back"
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
    /// The awaited device or host, to follow "its", and what to do about it.
    fileprivate var source: String {
        let address = awaited.map { ReservedPath.spelling(of: $0) ?? $0 }
        let place = address.map { " (\(String(decoding: $0, as: UTF8.self)))" } ?? ""
        return address.map { HostAddress.isOne($0) } == true
            ? "host\(place), which cannot be reached" : "device\(place): connect and unlock it"
    }
}
