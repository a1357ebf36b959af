import ContainerModel
import FileTree
import TestSupport
import Testing

@testable import FileSharing
@testable import Transactions

@Suite("Answers about names that are taken", .onManyThreads)
struct ConflictAnswersTests {
    /// The facts of a conflict: the kind of the existing item, whether another name is free, and whether the item may
    /// be replaced.
    private struct Conflict {
        var kind = ItemKind.file
        var hasOtherName = true
        var isReplaceable = true
    }

    private func answers(_ conflicts: [Conflict]) -> ConflictAnswers {
        let root = Root(.container, at: Array("/App".utf8))
        let item = ItemAddress(root, "Documents/x")
        var preparation = Preparation(.delete([item]), PolicyDecision(actor: .app), .nothing)
        preparation.questions = conflicts.enumerated().map { index, conflict in
            .conflict(
                ConflictQuestion(
                    index: index, target: item,
                    conflict: Plan.Conflict(
                        kind: conflict.kind, newKind: .file, identity: nil, size: 1, modified: 0, decision: .ask,
                        otherName: conflict.hasOtherName ? Array("x 2".utf8) : nil),
                    newSize: 1, refusalToReplace: conflict.isReplaceable ? nil : "it stays"))
        }
        return ConflictAnswers(to: preparation)
    }

    /// Returns the offers in words: "skip", "replace x2" for two at once.
    private func words(_ answers: ConflictAnswers) -> [String] {
        answers.offers.map { $0.policy.rawValue + ($0.isForAll ? " x\($0.count)" : "") }
    }

    private func take(_ word: String, _ answers: inout ConflictAnswers) throws {
        let place = try #require(words(answers).firstIndex(of: word), "\(word) is not offered: \(words(answers))")
        answers.accept(answers.offers[place])
    }

    @Test("a single conflict offers no answer for all")
    func single() throws {
        var answers = answers([Conflict()])
        #expect(words(answers) == ["skip", "keepBoth", "replace"] && answers.count == 1)
        try take("replace", &answers)
        #expect(answers.next == nil && answers.offers.isEmpty && answers.answers == [.replace])
    }

    @Test("an impossible answer is not offered")
    func impossible() {
        #expect(words(answers([Conflict(hasOtherName: false)])) == ["skip", "replace"])
        #expect(words(answers([Conflict(isReplaceable: false)])) == ["skip", "keepBoth"])
        #expect(words(answers([])) == [] && answers([]).next == nil)
        // An answer that is impossible for one of the conflicts is not offered for all.
        #expect(
            words(answers([Conflict(), Conflict(hasOtherName: false)]))
                == ["skip", "keepBoth", "replace", "skip x2", "replace x2"])
        #expect(
            words(answers([Conflict(), Conflict(isReplaceable: false)]))
                == ["skip", "keepBoth", "replace", "skip x2", "keepBoth x2"])
    }

    @Test("an answer for all decides the remaining conflicts, and no earlier ones")
    func forAll() throws {
        var answers = answers([Conflict(), Conflict(), Conflict()])
        try take("skip", &answers)
        #expect(answers.answers == [.skip] && words(answers).contains("keepBoth x2"))
        try take("keepBoth x2", &answers)
        #expect(answers.next == nil && answers.answers == [.skip, .keepBoth, .keepBoth])
    }

    @Test("replacing all replaces no item of another kind, which is asked about separately")
    func otherKind() throws {
        var answers = answers([Conflict(), Conflict(kind: .directory), Conflict()])
        #expect(words(answers).contains("replace x2"))
        try take("replace x2", &answers)
        #expect(answers.next?.conflict.kind == .directory && answers.answers == [.replace])
        #expect(!words(answers).contains { $0.hasPrefix("replace x") })
        try take("skip", &answers)
        #expect(answers.next == nil && answers.answers == [.replace, .skip, .replace])
    }
}
