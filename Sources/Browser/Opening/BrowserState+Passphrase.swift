import ContainerStore
import Encryption
import Screen

/// The passphrase of an encrypted backup.
extension BrowserState {
    /// Asks for the passphrase of the backup that a path leads to or into.
    mutating func askForPassphrase(of path: HostPath, isWrong: Bool) {
        if panels.isOpening { panels.current = nil }
        panels.prompt = Prompt(
            passphraseOf: path, columns: screen.size.columns, isASCII: screen.isASCII)
        guard panels.prompt != nil else { return fail(opening: "not enough memory for a passphrase") }
        if isWrong { say("the passphrase is wrong", isError: true) }
    }

    /// Unlocks a backup, and opens the path in it.
    mutating func unlock(_ path: HostPath, with prompt: Prompt) -> [BrowserEffect] {
        guard !prompt.isCut else { return correct(prompt, "the passphrase is too long; ^U clears it") }
        guard !prompt.text.isEmpty, let passphrase = prompt.passphrase else {
            return correct(
                prompt, prompt.text.isEmpty ? "a passphrase is needed" : "not enough memory for the passphrase")
        }
        showOpening(path)
        return [.opening(.unlock(path, passphrase))]
    }

    /// Offers the other containers if nothing is open, as when opening fails.
    mutating func giveUpUnlocking() -> [BrowserEffect] {
        fail(opening: "the backup stays locked; nothing was opened")
        return container == nil && !hasCandidates ? [.quit] : []
    }
}

extension Prompt.Purpose {
    /// The passphrase of the encrypted backup that a path leads to or into. It is never shown.
    static func passphrase(_ path: HostPath, columns: Int, isASCII: Bool) -> Prompt.Purpose {
        let room = max(minPathColumns, columns - "passphrase of : ".count - PromptLine.minColumns)
        return Prompt.Purpose(
            "passphrase", "passphrase of \(shownName(of: path, columns: room, isASCII: isASCII)): ", takesEmpty: true,
            cancel: { $1.giveUpUnlocking() }, accept: { $1.unlock(path, with: $0) })
    }

    /// Returns the end of a path that leaves room in a prompt for what is entered.
    private static func shownName(of path: HostPath, columns: Int, isASCII: Bool) -> String {
        let name = DisplayText(bytes: path.bytes, ascii: isASCII)
            .truncated(to: columns, keeping: .end, ellipsis: "~")
        // The label has as many columns as characters.
        return name.width == name.description.count
            ? name.description : shownName(of: path, columns: columns, isASCII: true)
    }

    /// On narrower screens, the end of the path has precedence.
    private static let minPathColumns = 32
}
