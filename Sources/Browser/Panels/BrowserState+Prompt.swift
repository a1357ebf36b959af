import ContainerModel
import ContainerStore
import Encryption
import FileSharing
import FileTree
import Inspection
import Jobs
import Screen
import Search

/// Entering a line of text, and what it is for.
extension BrowserState {
    mutating func pressInPrompt(_ key: Key) -> [BrowserEffect] {
        panels.prompt?.continuations = nil
        if let action = keys.action(of: key, in: Action.prompt) { return action.perform(&self) }
        guard case .character(let scalar) = key else {
            panels.prompt?.keepReplaced()
            return []
        }
        panels.prompt?.insert(String(Character(scalar)))
        return promptChanged()
    }

    /// Does what the prompt is for.
    mutating func acceptPrompt() -> [BrowserEffect] {
        guard let finished = panels.prompt else { return [] }
        // The prompt stays open beside its mistake.
        guard !finished.isFilter || panes[filterOf: panes.side].mistake == nil else { return [] }
        panels.prompt = nil
        noteEntered(finished)
        if finished.isFilter {
            panes.filteredSide = panes.side
            if !finished.bytes.isEmpty { panes.lastFilter = finished.bytes }
        }
        return finish(finished)
    }

    /// Says what is wrong with the text of a prompt, which stays to be corrected.
    mutating func correct(_ prompt: Prompt, _ mistake: String) -> [BrowserEffect] {
        self.panels.prompt = prompt
        say(mistake, isError: true)
        return []
    }

    /// Closes the prompt and undoes its filter.
    mutating func cancelPrompt() -> [BrowserEffect] {
        guard let cancelled = panels.prompt else { return [] }
        panels.prompt = nil
        if cancelled.isSecret { return giveUpUnlocking() }
        if cancelled.purpose == .findBelow, !cancelled.returns { return leaveFlatView() }
        let isUnchanged =
            panes[filterOf: panes.side].text == cancelled.before && panes[panes.side]?.currentName == cancelled.entry
        guard cancelled.isFilter, !isUnchanged else { return [] }
        panes[filterOf: panes.side].text = cancelled.before
        panes[panes.side]?.returning = cancelled.entry
        return rearrange(panes.side)
    }

    /// Updates the filter while it is entered.
    mutating func promptChanged() -> [BrowserEffect] {
        guard let prompt = panels.prompt, prompt.isFilter, prompt.bytes != panes[filterOf: panes.side].text else {
            return []
        }
        panes[filterOf: panes.side].text = prompt.bytes
        return rearrange(panes.side)
    }

    /// Returns the part inside the container of a path copied from elsewhere: of this computer, or in the package
    /// around it.
    func pathInContainer(_ bytes: [UInt8], of container: ContainerDescription) -> [UInt8] {
        let prefixes = [container.hostPath.bytes] + (container.source == .xcappdata ? [Array("AppData".utf8)] : [])
        for prefix in prefixes where bytes.starts(with: prefix) {
            let rest = bytes.dropFirst(prefix.count)
            if rest.isEmpty || rest.first == 0x2f { return Array(rest) }
        }
        return bytes
    }

    private mutating func finish(_ prompt: Prompt) -> [BrowserEffect] {
        switch prompt.purpose {
        case .goTo: return goTo(prompt)
        case .select(let isSelected): return select(isSelected, matching: prompt.bytes)
        case .find: return view(.find(String(prompt.text)))
        case .open: return open(typed: prompt.bytes)
        case .secondContainer: return findSecondContainer(prompt.bytes)
        case .timePointName(let root): return askForNote(root, prompt)
        case .timePointNote(let root, let name): return keep(root, as: name, note: prompt.bytes)
        case .compareWith(let subject): return prompt.text.isEmpty ? [] : compare(subject, withPath: prompt.bytes)
        case .findContents(let isExpression): return findContents(prompt, isExpression: isExpression)
        case .passphrase(let path): return unlock(path, with: prompt)
        case .openWith(let items): return open(items, with: String(prompt.text))
        case .saveTo: return saveViewed(to: prompt.bytes)
        case .goToInViewer: return prompt.text.isEmpty ? [] : view(.goTo(String(prompt.text)))
        case .filterRows: return view(.filter(String(prompt.text)))
        default: return finishOperation(prompt)
        }
    }

    /// Goes to the path of a prompt; the prompt opens again with a path that cannot be one.
    mutating func goTo(_ prompt: Prompt) -> [BrowserEffect] {
        guard !prompt.text.isEmpty else { return [] }
        guard let container = container(on: panes.side) else { return [locateOnComputer(prompt.bytes)] }
        if let path = pathUp(prompt.bytes) { return [locate(path, on: panes.side)] }
        guard let path = ContainerPath(bytes: pathInContainer(prompt.bytes, of: container)) else {
            return correct(prompt, "a path in the container cannot contain ..")
        }
        // A path is relative to the container's root, unless its first component exists in the present directory.
        if prompt.bytes.first != 0x2f, let listing = panes[panes.side], isHere(path, on: panes.side) {
            return [locate(listing.path.appending(path), on: panes.side)]
        }
        return [locate(path, on: panes.side)]
    }

    /// Returns where a path that begins with `..` leads from the present directory, at most up to the container's root;
    /// nil for any other path.
    private func pathUp(_ bytes: [UInt8]) -> ContainerPath? {
        let parts = bytes.split(separator: 0x2f)
        let ups = parts.prefix { $0.elementsEqual("..".utf8) }.count
        guard ups > 0, bytes.first != 0x2f, let listing = panes[panes.side] else { return nil }
        let start = (0..<ups).reduce(listing.path) { path, _ in path.parent ?? .root }
        guard parts.count > ups else { return start }
        return ContainerPath(bytes: Array(parts[ups...].joined(separator: [0x2f]))).map { start.appending($0) }
    }
}
