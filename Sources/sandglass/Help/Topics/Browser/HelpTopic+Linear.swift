extension HelpTopic {
    /// The browser in lines.
    static let linear = HelpTopic(
        "linear", "The browser in lines", summary: "Lines instead of a screen: `--linear`, for screen readers.",
        text: """
            With `--linear`, the browser prints lines and reads lines, for screen readers, for terminals that cannot
            address their cursor, and for scripts. Actions, rules, questions and words are those of the screen.

            $ sandglass --linear App.xcappdata :: Lines from the keyboard.
            $ printf '%s\\n' documents 1 q | sandglass --linear App.xcappdata :: Input from a pipe; its end quits with
            status 0.

            Each item has a number, its size, its modification time, and its rights: the letters of those that
            are granted (`sandglass help badges`), everything else in words. The prompt names the item that actions \
            apply
            to.

            # What to enter

            7 :: chooses item 7, or gives answer 7; the same number again opens the item
            7 export :: chooses item 7, then performs an action on it
            .. :: goes up, or back
            an empty line :: the next page; at the end of a report, closes it
            ? :: lists the actions, with numbers
            /text :: filters, or searches in a file; `/` alone shows everything again
            export, usage, mkdir :: actions by name (`sandglass keys`) or by a synonym that the palette knows
            u, g d, ^r :: actions by their keys, as messages name them
            go-to-path Library :: an action and the text that it asks for
            other words :: list the actions, places and settings that they find
            q :: quits

            A question is answered by a number, or by `yes` or `no`. At a prompt the whole line counts, and an empty
            line cancels. A number means the item that was printed with it, on this page or an earlier one of the list:
            if another item has it by now, or an action is named for one that was not printed yet, nothing is done, and
            the page with the number is printed. What was typed before a question came up does not answer it; a script
            in a pipe answers in advance. Lines that are not UTF-8 do nothing.

            The next line of input is read when the previous one has been carried out; long work reports
            once a second. `^C` cancels it, or quits. Programs that read from the terminal (an editor, a shell, a pager)
            are not started if the lines come from a pipe. With `--choose`, the lines are printed on the terminal, and
            standard output gets only the selection.

            # What is cleared

            When the program stops (`^Z`) or ends, it clears the screen and the scrollback (`CSI 2 J`, `CSI 3 J`), if
            the output is a terminal; other lines that the terminal still keeps go with them. `Z` does so at once. It
            cannot clear

            - a log of the terminal, or a recording by `script`
            - the scrollback of a terminal multiplexer, such as tmux or screen
            - anything, if it is killed by SIGKILL or stopped by SIGSTOP: there is no guard in this mode

            `--no-cover` clears nothing.
            """)
}
