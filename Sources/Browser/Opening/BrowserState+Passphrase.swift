import ContainerStore
import Encryption
import Screen

/// The passphrase of an encrypted backup.
extension BrowserState {
    /// Asks for the passphrase of the backup that a path leads to or into.
    mutating func askForPassphrase(of path: HostPath, isWrong: Bool) {
        if panels.isOpening { panels.current = nil }
        panels.prompt = Prompt(passphraseOf: path)
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
    static func passphrase(_ path: HostPath) -> Prompt.Purpose {
        Prompt.Purpose(
            "passphrase", "passphrase of ", about: path.bytes, ": ", takesEmpty: true,
            cancel: { $1.giveUpUnlocking() }, accept: { $1.unlock(path, with: $0) })
    }
}
