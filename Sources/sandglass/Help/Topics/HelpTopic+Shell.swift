extension HelpTopic {
    /// Shells, other programs and scripts.
    static let shell = HelpTopic(
        "shell", "Shells and scripts", summary: "Run programs from the browser, and use it in scripts.",
        text: """
            # Other programs

            ! :: starts a shell in the pane's directory; `:!COMMAND` runs a command of the shell there
            o, O :: open the selected items, or the one under the cursor, with a command, which no shell interprets; a
            word with `%` stands for each of the paths, which otherwise follow, and the last command is offered again
            g o :: shows the file in `$PAGER`
            Y h, Y c, Y d :: copy the path on this computer, in the container or on a device to the terminal's clipboard
            (OSC 52)

            The screen is covered and left first, and the directory is read again afterwards. Output of these programs
            and the editor is erased from the terminal when they end and when `^Z` stops them; lines that have left the
            screen stay in the terminal's scrollback. These programs know no rules: in read-only mode, a warning says
            so.

            # Change the shell's directory on quitting

            With `--cwd-file FILE`, quitting writes the browser's directory to a file. For bash and zsh:

              sg() {
                  local file=$(mktemp) && sandglass browse --cwd-file "$file" "$@"
                  local place=$(cat -- "$file"); rm -f -- "$file"
                  [ -n "$place" ] && cd -- "$place"
              }

            For fish:

              function sg
                  set -l file (mktemp); sandglass browse --cwd-file $file $argv
                  set -l place (cat $file); rm -f $file
                  test -n "$place"; and cd $place
              end

            # Choose files

            With `--choose`, the browser is a chooser for scripts: `Enter` on a file, or `C`, prints the paths of the
            selected items or of the one under the cursor and quits. `-0` ends each path with NUL, `--choose-file FILE`
            writes them there. `q` chooses nothing, with status 1. The screen is on the terminal even if standard output
            is a pipe, which gets the exact bytes of the paths; a terminal gets them sanitized.

            $ sandglass browse --choose App.xcappdata | xargs -d '\\n' file :: Choose files for another program.

            # Begin with actions

            `run` performs actions first, in order, each as soon as the list is complete. An action that asks a
            question must be the last one.

            $ sandglass run caches flat --at App.xcappdata :: List everything in Caches.
            """)
}
