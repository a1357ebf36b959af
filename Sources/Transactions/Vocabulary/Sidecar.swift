import ContainerModel
import FileTree

extension Plan {
    /// The role in the plan of what belongs to a file, such as its AppleDouble file: it goes where the file goes.
    ///
    /// No question is asked about it. If its file gets another name, so does it, and if its file takes the place of
    /// another one, what belongs to the other one leaves with that.
    package struct Sidecar: Hashable, Sendable {
        /// The change to the file that it belongs to, as requested: two files may get the same name.
        let leader: Change
        /// Whether it belongs to the file that is to be replaced, so that it stays unless that is replaced.
        let leavesWithReplaced: Bool
        /// What it is to the file.
        let companion: Companion
        /// The fate of the file.
        fileprivate var fate = Fate.left

        init(_ companion: Companion = .appleDouble, of leader: Change, leavesWithReplaced: Bool = false) {
            self.companion = companion
            self.leader = leader
            self.leavesWithReplaced = leavesWithReplaced
        }

        fileprivate enum Fate: Hashable, Sendable {
            /// It stays where it is, or no decision has been made yet.
            case left
            case free
            case replacing
            case renamed([UInt8])
        }

        func decided(_ change: Change) -> Change? {
            switch fate {
            case .left: nil
            case .free: leavesWithReplaced ? nil : change
            case .replacing: change
            case .renamed(let name):
                if leavesWithReplaced {
                    nil
                } else if let target = change.target {
                    target.sibling(companion.name(for: name[...])).map { change.retargeted(to: $0) }
                } else {
                    change
                }
            }
        }
    }

    /// The number of AppleDouble files that go with their files.
    package var companionCount: Int { items.reduce(0) { $0 + ($1.companion != nil && $1.decided != nil ? 1 : 0) } }

    /// The indices of the items that others may go with, by their changes.
    var leaders: [Change: Int] {
        var leaders: [Change: Int] = [:]
        for (index, item) in items.enumerated() where item.companion == nil { leaders[item.change] = index }
        return leaders
    }

    /// Refuses the items of which something that belongs to them is refused: they would be left without it.
    mutating func refuse(leadersOf refused: [Refused]) {
        guard !refused.isEmpty else { return }
        let refused = Dictionary(refused.map { ($0.leader, $0.refusal) }, uniquingKeysWith: { first, _ in first })
        items.removeAll { item in
            guard item.companion == nil, let refusal = refused[item.change] else { return false }
            let name = refusal.change.item.name
            let title = AppleDoubleName.isOne(name) ? "its AppleDouble file" : "what belongs to it,"
            let text = String(decoding: name, as: UTF8.self)
            refusals.append(
                Refusal(
                    change: item.change, code: refusal.code, reason: "\(title) \(text): \(refusal.reason)"))
            return true
        }
    }

    /// The refusal of an AppleDouble file, with its leader.
    typealias Refused = (leader: Change, refusal: Refusal)

    /// Lets AppleDouble files follow the decisions about their files.
    mutating func settleCompanions() {
        guard items.contains(where: { $0.companion != nil }) else { return }
        let leaders = leaders
        for index in items.indices {
            guard let leader = items[index].companion?.leader else { continue }
            var fate = Sidecar.Fate.left
            if let found = leaders[leader].map({ items[$0] }) {
                switch found.conflict?.decision {
                case nil: fate = .free
                case .ask, .skip: fate = .left
                case .replace: fate = .replacing
                case .keepBoth: fate = found.conflict?.otherName.map { .renamed($0) } ?? .left
                }
            }
            items[index].companion?.fate = fate
            // An item that has the name without its file belongs to no file, and goes to the trash.
            if items[index].conflict != nil {
                items[index].conflict?.decision = fate == .free || fate == .replacing ? .replace : .skip
            }
        }
    }
}
