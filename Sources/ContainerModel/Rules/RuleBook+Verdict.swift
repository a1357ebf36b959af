extension RuleBook {
    /// Returns the verdict for an operation.
    /// - Parameters:
    ///   - destination: The new path of a renamed, moved or copied item. If nil, only the rules for the item itself are
    ///     evaluated.
    ///   - state: The state of app and device; matters for purges and protected files.
    package func verdict(
        for operation: Operation,
        on item: Item,
        to destination: Item? = nil,
        as actor: ActingParty = .app,
        app: AppInfo = AppInfo(),
        state: DeviceState = DeviceState()
    ) -> Verdict {
        let key = Question.key(operation, on: item, to: destination, as: actor, app: app, state: state, in: self)
        return memory.verdict(for: key) {
            offeringWhatWorks(
                Question(operation, on: item, to: destination, as: actor, app: app, state: state, in: self))
        }
    }

    func decide(_ question: Question) -> Verdict {
        systemOperationRefusal(question)
            ?? systemVerdict(question)
            ?? userRefusal(question)
            ?? exception(question)
            ?? refusalByRights(question)
            ?? refusalByPermissions(question)
            ?? refusalByProtection(question)
            ?? permission(question)
    }

    // MARK: The steps, in the order in which they decide

    private func systemOperationRefusal(_ question: Question) -> Verdict? {
        guard question.rule.isSystemOnly, question.actor != .system else { return nil }
        return .refused(.systemOnly(question.rule.operation), instead: [.actor(.system)])
    }

    private func systemVerdict(_ question: Question) -> Verdict? {
        guard question.actor == .system, let location = question.location(of: .item) else { return nil }
        guard question.rule.isSystemOnly else {
            return .refused(.nothingElseOfSystem, instead: [.actor(.app), .actor(.owner)])
        }
        let operation = question.rule.operation
        guard isSystemOperation(operation, at: location.place) else {
            guard !question.isProbe else { return .refused(.permissions, instead: []) }
            let places = tables.places.map(\.place).filter { isSystemOperation(operation, at: $0) }
            return .refused(.notHere(operation, rule(of: location.place)), instead: places.map { .place($0) })
        }
        guard operation == .purge else {
            let citations = citations(of: operation, at: location.place)
            return Verdict(outcome: .allowed, rule: .here(operation, rule(of: location.place), citing: citations))
        }
        let purge = purge(at: location, exclusion: question.item.exclusion, on: question.state.purgeEvent)
        guard !purge.emptiesDirectory else { return Verdict(outcome: .becomes(.emptyDirectory), rule: purge.rule) }
        guard purge.fate == .kept else { return Verdict(outcome: .allowed, rule: purge.rule) }
        return .refused(purge.rule, instead: [.actor(.app), .actor(.owner)])
    }

    /// Returns whether the system performs an operation at a place.
    func isSystemOperation(_ operation: Operation, at place: Place) -> Bool {
        if operation == .purge { return facts(of: place).isPurged }
        return rule(of: place).systemOperations.contains(operation)
    }

    private func userRefusal(_ question: Question) -> Verdict? {
        guard question.actor == .user else { return nil }
        for subject in Set(question.rule.needs.map(\.subject)).sorted(by: { $0.rawValue < $1.rawValue }) {
            guard let location = question.location(of: subject) else { continue }
            guard facts(of: location.place).isUserVisible else {
                let visible = tables.places.filter(\.isUserVisible).map { Alternative.place($0.place) }
                return .refused(.userSeesOnlyDocuments, instead: visible + [.actor(.app), .actor(.owner)])
            }
        }
        guard let keys = question.rule.userNeeds else {
            return .refused(.notByFileSharing, instead: [.actor(.app), .actor(.owner)])
        }
        let missing = keys.filter { question.app[$0] == .no }
        guard missing.isEmpty else {
            return .refused(.appDoesNotShare(missing), instead: missing.map { .infoKey($0) } + [.actor(.owner)])
        }
        return nil
    }

    private func exception(_ question: Question) -> Verdict? {
        for row in tables.exceptions where question.matches(row) {
            switch row.outcome {
            case .becomes(let substitute): return Verdict(outcome: .becomes(substitute), rule: row.rule)
            case .refused:
                let alternatives = row.alternatives + rule(of: row.place).alternatives
                return .refused(row.rule, instead: alternatives + [.actor(.owner)])
            case .warned: continue
            }
        }
        return nil
    }

    private func refusalByRights(_ question: Question) -> Verdict? {
        for need in question.rule.needs {
            guard let location = question.location(of: need.subject) else { continue }
            guard !grants(need, at: location, to: question.actor) else { continue }
            guard !question.isProbe else { return .refused(.permissions, instead: []) }
            let rule = rule(of: location.place)
            let citations = citations(at: location, about: need.right)
            return .refused(
                .right(
                    question.rule, need, location, rule, to: question.actor, isGranted: false, citing: citations),
                instead: (need.right == .write ? rule.alternatives : []) + [.actor(.owner)]
            )
        }
        return nil
    }

    /// Returns whether an acting party has a right at a location, without the exceptions.
    func grants(_ need: OperationRule.Requirement, at location: Location, to actor: ActingParty) -> Bool {
        switch actor {
        case .app: rights(at: location).contains(need.right)
        // File sharing shows the contents of Documents; the user cannot change the directories themselves.
        case .user:
            rights(at: location).contains(need.right)
                && (need.right == .read || need.subject != .item || location.level == .contents)
        case .owner: true
        case .system: false
        }
    }

    private func refusalByPermissions(_ question: Question) -> Verdict? {
        guard question.actor != .owner else { return nil }
        let isDenied = question.rule.needs.contains { need in
            need.subject == .item
                ? !question.item.permitted.contains(need.right) : !question.isReceiverWritable
        }
        return isDenied ? .refused(.permissions, instead: [.actor(.owner)]) : nil
    }

    private func refusalByProtection(_ question: Question) -> Verdict? {
        guard question.item.type == .file, question.actor == .app || question.actor == .user,
            let row = protection(question.item.protection, while: question.state.lock)
        else { return nil }
        let isOpened = question.rule.opensContents && !row.isReadable
        let isCreated = question.rule.operation == .createFile && !row.isCreatable
        guard isOpened || isCreated else { return nil }
        return .refused(row.rule, instead: [.unlock, .actor(.owner)])
    }

    private func permission(_ question: Question) -> Verdict {
        guard !question.isProbe else { return Verdict(outcome: .allowed, rule: .owner) }
        let warnings = tables.exceptions.filter { $0.outcome == .warned && question.matches($0) }.map(\.rule)
        var unknowns: [Verdict.Unknown] = []
        if question.actor == .user {
            let keys = question.rule.userNeeds ?? []
            unknowns += keys.filter { question.app[$0] == .unknown }.map { .sharingKey($0) }
        }
        if question.rule.opensContents, isReadable(question.item, as: question.actor, question.state) == nil {
            unknowns.append(.protectionClass)
        }
        return Verdict(
            outcome: warnings.isEmpty && unknowns.isEmpty ? .allowed : .allowedWithWarning,
            rule: permissionRule(question),
            warnings: warnings,
            unknowns: unknowns
        )
    }

    private func permissionRule(_ question: Question) -> Rule {
        guard question.actor != .owner else { return .owner }
        guard question.actor != .user else { return .appShares(question.rule.userNeeds ?? []) }
        for need in question.rule.needs {
            guard let location = question.location(of: need.subject) else { continue }
            return .right(
                question.rule, need, location, rule(of: location.place), to: question.actor, isGranted: true,
                citing: citations(at: location, about: need.right))
        }
        return .systemOnly(question.rule.operation)
    }
}
