/// An alternative is offered only if it would itself be allowed (container-rules.md, "Who acts").
extension RuleBook {
    /// Returns the verdict with the alternatives that would be allowed. A refusal always has one.
    func offeringWhatWorks(_ question: Question) -> Verdict {
        var verdict = decide(question)
        guard verdict.isRefused else { return verdict }
        var seen: Set<Alternative> = []
        let offered = verdict.alternatives.filter { seen.insert($0).inserted }
        verdict.alternatives = offered.filter { works($0, among: offered, for: question) }
        // An operation of the system alone that the system does not perform here can be done by hand.
        if verdict.alternatives.isEmpty { verdict.alternatives = byHand(question) }
        return verdict
    }

    private func works(_ alternative: Alternative, among all: [Alternative], for question: Question) -> Bool {
        switch alternative {
        case .place(let place):
            // Only what makes or shows something can be done elsewhere instead, and only in the same container.
            let isDoneAnywhere =
                question.rule.makes != .nothing || [.list, .deliver, .snapshot].contains(question.rule.operation)
            let exists = rule(of: place).paths.contains { $0.container == question.made.container }
            return isDoneAnywhere && exists && isAllowed(question.asked(in: place))
        case .copy(let place):
            // Changing a copy neither deletes the original nor adds something to it.
            guard [.modify, .setAttributes, .setExclusion].contains(question.rule.operation) else { return false }
            return isAllowed(
                Question(.createFile, on: question.item, as: question.actor, question.app, question.state, in: self)
                    .asked(in: place))
        case .actor(let actor): return isAllowed(question) { $0.actor = actor }
        // Keys are needed together.
        case .infoKey:
            return isAllowed(question) { question in
                for case .infoKey(let key) in all { question.app[key] = .yes }
            }
        case .emptyDirectory:
            var listing = Question(
                .list, on: question.item, as: question.actor, question.app, question.state, in: self)
            listing.item.type = .directory
            return isAllowed(listing)
        case .unlock: return isAllowed(question) { $0.state.lock = .unlocked }
        case .operation(let operation, let actor):
            return isAllowed(
                Question(operation, on: question.item, as: actor, question.app, question.state, in: self))
        // These are offered only where they have been found to work.
        case .otherName, .deliver, .exportAndImport, .export, .import: return true
        }
    }

    private func isAllowed(_ question: Question, _ change: (inout Question) -> Void = { _ in }) -> Bool {
        var question = question
        question.isProbe = true
        change(&question)
        return !decide(question).isRefused
    }

    /// Returns the closest equivalent of a system operation that another party is allowed.
    private func byHand(_ question: Question) -> [Alternative] {
        guard let operation = question.rule.byHand else { return [.actor(.owner)] }
        for actor in [ActingParty.app, .owner] {
            var byHand = Question(operation, on: question.item, as: actor, question.app, question.state, in: self)
            // The place decides where something new is made, whatever directory of it the item is in.
            if byHand.rule.makes != .nothing, let place = question.location(of: .item)?.place {
                byHand = byHand.asked(in: place)
            }
            if isAllowed(byHand) { return [.operation(operation, as: actor)] }
        }
        return []
    }
}

extension Question {
    /// Creates a question about an item alone.
    fileprivate init(
        _ operation: Operation,
        on item: Item,
        as actor: ActingParty,
        _ app: AppInfo,
        _ state: DeviceState,
        in book: RuleBook
    ) {
        self.init(operation, on: item, to: nil, as: actor, app: app, state: state, in: book)
    }
}
