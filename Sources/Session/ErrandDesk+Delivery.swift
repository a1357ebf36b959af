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
        guard let found = SessionWorkers.pathOnComputer(path), !found.isRoot,
            let status = try? RootedDirectory.computer().status(found)
        else { return .failed("\(shown): it is not there") }
        let description = container.description
        let types = UniformTypes(declaredBy: description.app)
        let isDirectory = status.kind == .directory
        let ruling = DeliveryRuling(
            of: types.type(ofName: found.lastComponent ?? [], isDirectory: isDirectory),
            from: sender,
            kind: description.kind,
            app: description.app,
            areTypesKnown: description.app.executable != nil || !description.app.documentTypes.isEmpty,
            types: types
        )
        switch ruling {
        case .refused(let refusal):
            let declared = refusal.declared.isEmpty ? [] : ["It declares: \(refusal.declared.joined(separator: ", "))."]
            return .failed(
                ([refusal.rule.sentence] + declared + refusal.instead.map { "Instead: \($0)." }).joined(separator: " "))
        case .openInPlace(let grounds):
            let document = OpenedDocument(original: [0x2f] + found.bytes, isDirectory: isDirectory, from: sender)
            let lines = grounds.rules.map(\.sentence) + Self.lines(document)
            return .planned(ErrandPlan(items: 1)) { _, _, _ in
                ErrandOutcome(.done, "opened in place", lines: lines)
            }
        case .copy(let inbox, let grounds):
            return try deliver(found, isDirectory, into: inbox, grounds, from: sender, in: environment, cancellation)
        }
    }

    private func deliver(
        _ document: ContainerPath,
        _ isDirectory: Bool,
        into inbox: ContainerPath,
        _ grounds: DeliveryGrounds,
        from sender: DeliverySender,
        in environment: TransactionEnvironment,
        _ cancellation: Cancellation
    ) throws(TransactionError) -> Finding {
        let root = container.root
        let name = DeliveryName.free(for: Array(document.lastComponent ?? [])) { name in
            inbox.appending(name: name).map { (try? root.status($0)) != nil } ?? false
        }
        guard let name, let target = inbox.appending(name: name) else {
            return .failed("the inbox has no name left for it")
        }
        let site = container.site
        // The system makes the inbox, and what it stands in, when the first document comes.
        var changes: [Change] = []
        var missing: ContainerPath? = inbox
        while let directory = missing, !directory.isRoot, (try? root.status(directory)) == nil {
            changes.insert(.makeDirectory(Spot(site, directory)), at: 0)
            missing = directory.parent
        }
        changes.append(.copy(computerSpot(document), to: Spot(site, target)))
        let request = ChangeRequest(
            title: "deliver", actor: ActingParty.system.rawValue, changes: changes, onError: .rollBack)
        let plan = try Planner(environment: environment).plan(
            request, progress: ProgressMeter(), cancellation: cancellation)
        if let refusal = plan.refusals.first { return .failed(refusal.reason) }
        let opened = OpenedDocument(copy: target, isDirectory: isDirectory, in: container.description, from: sender)
        let lines = grounds.rules.map(\.sentence) + Self.lines(opened)
        return .planned(ErrandPlan(items: 1, bytes: plan.counts.bytes)) { _, meter, cancellation in
            var outcome = Self.outcome { () throws(TransactionError) in
                try Transaction.carryOut(plan, in: environment, progress: meter, cancellation: cancellation)
            }
            if outcome.state == .done { outcome.lines = lines + outcome.lines }
            return outcome
        }
    }

    /// What the app receives, as `application(_:open:options:)` would be called.
    private static func lines(_ document: OpenedDocument) -> [String] {
        [
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
