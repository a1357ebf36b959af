import ContainerModel
import Documents
import Formats
import Inspection
import Previews
import Screen
import Search

/// Searching file contents: the files with hits form a listing, and each opens at its hits.
extension BrowserState {
    /// Asks for the text.
    mutating func startFindingContents() -> [BrowserEffect] {
        if panes.focus != .computer { panes.focus = .listing }
        guard let listing = panes[panes.side], listing.refusal == nil else { return [] }
        let question = listing.reach.question
        panels.prompt = Prompt(
            .findContents(isExpression: question?.isExpression ?? false), again: question?.text ?? "")
        return []
    }

    /// Searches for the text that was entered. A mistake in it is said, and the prompt stays.
    mutating func findContents(_ prompt: Prompt, isExpression: Bool) -> [BrowserEffect] {
        guard let listing = panes[panes.side] else { return [] }
        let question = ContentsQuestion(String(prompt.text), isExpression: isExpression)
        do throws(ContentsPattern.Mistake) {
            _ = try question.pattern()
        } catch {
            self.panels.prompt = prompt
            say(error.message, isError: true)
            return []
        }
        return enter(listing.path, on: panes.side, reach: everythingBelow(on: panes.side, containing: question))
    }

    /// Takes the text for a regular expression, or for a plain text again.
    mutating func toggleExpression() -> [BrowserEffect] {
        guard let isExpression = panels.prompt?.purpose.isExpression else {
            say("only \(keys.key("find-contents")) takes regular expressions", isError: true)
            return []
        }
        panels.prompt?.purpose = .findContents(isExpression: !isExpression)
        return []
    }

    /// Shows the hits in a file that was found: the only one in the viewer, several in a panel.
    mutating func showHits(of path: ContainerPath, _ question: ContentsQuestion) -> [BrowserEffect] {
        let file = ItemAddress(root(of: panes.side), path)
        panes.destination = nextTicket()
        return [
            .ask(ContentsHitsQuery(file, question), for: .destination(panes.destination), about: file.root) {
                answer, state in
                guard let first = answer.hits.first else {
                    state.say(answer.problems.first ?? "it does not contain the text any longer", isError: true)
                    return []
                }
                guard answer.hits.count > 1 else { return state.view(first, in: file, question) }
                state.show(HitsPanel(answer, in: file, question))
                return []
            }
        ]
    }

    /// Opens the viewer at a hit, with the values around it to go back to.
    mutating func view(_ hit: ContentsHit, in file: ItemAddress, _ question: ContentsQuestion) -> [BrowserEffect] {
        viewer = Viewer(ViewQuery.Subject(file))
        viewer?.levels += hit.steps.indices.map {
            Viewer.Level(subject: ViewQuery.Subject(file, steps: Array(hit.steps[...$0])))
        }
        viewer?.search = question.isExpression ? nil : TextSearch(question.text)
        viewer?.level.subject.form = hit.place.form
        guard let target = hit.place.target else { return view(.page(.from(0), .first)) }
        return view(.seek(.target(target)))
    }
}
