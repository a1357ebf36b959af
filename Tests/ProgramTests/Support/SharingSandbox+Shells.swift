import Screen
import TestSupport
import Testing

extension SharingSandbox {
    /// Installs the completions in the sandbox, and starts a shell with them.
    /// - Parameter shell: bash, zsh or fish.
    /// - Returns: The shell at its prompt.
    func completing(_ shell: String) throws -> PseudoTerminal {
        #expect(try run("manual", "--install", self("usr")).status == 0)
        let program = sandglass.split(separator: "/").dropLast().joined(separator: "/")
        let share = self("usr/share")
        try write(
            ".zshrc",
            "PS1='ready> '; fpath=(\(share)/zsh/site-functions $fpath)\nautoload -U compinit; compinit -u -D\n")
        try write("config/fish/config.fish", "function fish_prompt; echo 'ready> '; end\n")
        try write("bashrc", "PS1='ready> '; source \(share)/bash-completion/completions/sandglass\n")
        let command = shell == "bash" ? ["bash", "--rcfile", self("bashrc"), "-i"] : [shell, "-i"]
        let terminal = try PseudoTerminal(
            "/usr/bin/env", ["PATH=/\(program):/usr/bin:/bin"] + command,
            environment: variables.merging([
                "ZDOTDIR": self(""), "HOME": self(""), "XDG_DATA_DIRS": "\(share):/usr/share",
                "SANDGLASS_SIMULATORS": "",
            ]) { $1 }, size: Size(columns: 100, rows: 40))
        try terminal.waitFor("ready>")
        return terminal
    }
}
