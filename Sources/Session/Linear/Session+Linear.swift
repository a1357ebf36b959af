import Browser
package import Screen
package import Terminal

/// The session without a screen.
extension Session {
    /// Runs in lines until the input ends, the user quits, or a signal ends the program.
    ///
    /// - Parameters:
    ///   - keymap: The user's keys, which lines may consist of.
    ///   - problems: Warnings to print first.
    /// - Returns: The exit status.
    package func runLinearLoop(
        on terminal: LineTerminal, keymap: Keymap = Keymap(), problems: [String] = []
    ) -> Int32 {
        state.keys.keymap = keymap
        return LinearRun(self, on: terminal).runLines(problems)
    }
}
