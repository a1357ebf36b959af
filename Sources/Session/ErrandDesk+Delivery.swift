import Browser
import ContainerModel
import ContainerStore
import Disk
import FileSharing
import Inspection
import Jobs
import Transactions

/// Handing documents of this computer to the app.
extension ErrandDesk {
    func deliver(
        _ path: [UInt8],
        from errandSender: Errand.Sender,
        in environment: TransactionEnvironment,
        _ cancellation: Cancellation
    ) throws(TransactionError) -> Finding {
        guard let sender = DeliverySender(errandSender) else {
            return .failed("an app's bundle identifier is needed, as com.example.app")
        }
        let shown = String(decoding: path, as: UTF8.self)
        guard let found = HostPathQuery.path(path), !found.isRoot else {
            return .failed("\(shown): it is not there")
        }
        let delivery = Delivery(of: [ItemAddress(.computer, found)], from: sender, to: container, in: open)
        guard let document = delivery.documents.first else {
            return .failed("\(shown): \(delivery.unavailable.first?.reason ?? "it is not there")")
        }
        switch document.ruling {
        case .refused(let refusal):
            let declared = refusal.declared.isEmpty ? [] : ["It declares: \(refusal.declared.joined(separator: ", "))."]
            return .failed(
                ([refusal.rule.sentence] + declared + refusal.instead.map { "Instead: \($0)." }).joined(separator: " "))
        case .openInPlace(let grounds):
            let lines = Self.lines(grounds, document.opened)
            return .planned(ErrandPlan(items: 1)) { _, _, _ in
                ErrandOutcome(.done, "opened in place", lines: lines)
            }
        case .copy(_, let grounds):
            let plan = try Planner(environment: environment, roots: open.table).plan(
                delivery.request, progress: ProgressMeter(), cancellation: cancellation)
            if let refusal = plan.refusals.first { return .failed(refusal.reason) }
            let lines = Self.lines(grounds, document.opened)
            let limits = plan.undoLimits.map(\.told)
            let told = ErrandPlan(
                items: 1, files: plan.counts.files, bytes: plan.counts.bytes, warnings: limits, asks: !limits.isEmpty)
            return .planned(told) { _, meter, cancellation in
                var outcome = Self.outcome { () throws(TransactionError) in
                    try Transaction.carryOut(
                        plan, in: environment, roots: open.table, progress: meter, cancellation: cancellation)
                }
                if outcome.state == .done { outcome.lines = lines + outcome.lines }
                return outcome
            }
        }
    }

    /// By which rules the app receives a document, and what, as `application(_:open:options:)` would be called.
    private static func lines(_ grounds: DeliveryGrounds, _ document: OpenedDocument?) -> [String] {
        let rules = grounds.rules.map(\.sentence)
        guard let document else { return rules }
        return rules + [
            "", "The app receives:", "url: \(document.url)", "on a device: \(document.deviceURL)",
            "sourceApplication: \(document.sourceApplication)", "openInPlace: \(document.openInPlace)",
            "annotation: none",
        ]
    }
}

extension DeliverySender {
    /// Nil for an app whose bundle identifier is none.
    fileprivate init?(_ sender: Errand.Sender) {
        switch sender {
        case .mail: self = .mail
        case .airdrop: self = .airDrop
        case .files: self = .files
        case .icloud: self = .iCloud
        case .picker: self = .picker
        case .app(let identifier): self.init(named: identifier)
        }
    }
}
