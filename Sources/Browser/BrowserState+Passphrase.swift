import ContainerStore
import Encryption
import Screen

/// The passphrase of an encrypted backup.
extension BrowserState {
    /// Asks for the passphrase of the backup that a path leads to or into.
    mutating func askForPassphrase(of path: HostPath, isWrong: Bool) {
        if isOpening { panel = nil }
        prompt = Prompt(.passphrase(path))
        if isWrong { say("the passphrase is wrong", isError: true) }
    }

    /// Unlocks a backup, and opens the path in it.
    mutating func unlock(_ path: HostPath, with text: [UInt8]) -> [BrowserEffect] {
        var text = text
        guard !text.isEmpty, let passphrase = Passphrase(taking: &text) else {
            prompt = Prompt(.passphrase(path))
            say(text.isEmpty ? "a passphrase is needed" : "the passphrase is too long", isError: true)
            return []
        }
        showOpening(path)
        return [.unlockContainer(path, passphrase)]
    }

    /// Offers the other containers if nothing is open, as when opening fails.
    mutating func giveUpUnlocking() -> [BrowserEffect] {
        fail(opening: "the backup stays locked; nothing was opened")
        return container == nil && !hasCandidates ? [.quit] : []
    }
}
