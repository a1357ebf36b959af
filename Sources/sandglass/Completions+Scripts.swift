import ArgumentParser

/// The scripts that complete for the shells.
extension Completions {
    /// Returns the completion script of a shell, with what the parser's generator omits: the words after `help`, and
    /// paths where a command may be.
    static func script(for shell: CompletionShell) -> String {
        var script = Sandglass.completionScript(for: shell)
        // A shell reads it, and nobody runs it.
        if script.hasPrefix("#!") { script = String(script.drop { $0 != "\n" }.dropFirst()) }
        let words = (HelpTopic.all.filter { !$0.isCommand }.map(\.name) + commandNames.filter { !$0.contains(" ") })
            .joined(separator: " ")
        switch shell {
        case .bash: return script + additions(forBash: words)
        case .zsh:
            // What is after the name of the program is completed as after `browse`.
            return script.replacing("'*:subcommands:'", with: "'*:topic:(\(words))'")
                .replacing("    local context state state_descr line\n", with: zshPaths, maxReplacements: 1)
        case .fish: return script + additions(forFish: words)
        default: return script
        }
    }

    private static let zshPaths = """
            if [[ "${CURRENT}" -eq 2 && "${words[2]}" == (app:|sim:|device:|ssh:|@)* ]]; then
                words=("${words[1]}" browse "${words[2]}")
                CURRENT=3
            fi

            local context state state_descr line

        """

    private static func additions(forFish words: String) -> String {
        """

        complete -c 'sandglass' \\
            -n '__sandglass_should_offer_completions_for_positional "sandglass help" -ge 1' -fka '\(words)'
        complete -c 'sandglass' \\
            -n 'test (count (__sandglass_tokens -pc)) -eq 1' \\
            -n 'string match -qr "^(app:|sim:|device:|ssh:|@)" -- (commandline -ct)' \\
            -fka '(__sandglass_custom_completion ---completion browse -- positional@0 1 (__sandglass_tokens -tC))'

        """
    }

    private static func additions(forBash words: String) -> String {
        """


        _sandglass_help() {
            COMPREPLY+=($(compgen -W '\(words)' -- "${cur}"))
        }

        __sandglass_or_path() {
            # A colon and an at sign separate words in bash.
            local -r reserved='^(app|sim|device|ssh)$'
            local -a words=()
            local -i place="${COMP_CWORD}" index last=-1
            for ((index = 0; index < ${#COMP_WORDS[@]}; index++)); do
                if ((last >= 0)) && { [[ "${COMP_WORDS[index]}" == :* && "${words[last]}" =~ ${reserved} ]] ||
                    [[ "${COMP_WORDS[index - 1]}" == : && "${words[last]%:}" =~ ${reserved} ]] ||
                    [[ "${words[last]}" == @ ]]; }; then
                    words[last]+="${COMP_WORDS[index]}"
                    if ((index <= COMP_CWORD)); then place+=-1; fi
                else
                    words+=("${COMP_WORDS[index]}")
                    last+=1
                fi
            done
            local word="${words[place]}" prefix=
            if [[ "${word}" == *:* && "${word%%:*}" =~ ${reserved} ]]; then prefix="${word%%:*}:"; fi
            if [[ "${place}" -eq 1 && ( -n "${prefix}" || "${word}" == @* ) ]]; then
                # The browser opens it.
                words=("${words[0]}" browse "${words[@]:1}")
                place=2
            fi
            local -a COMP_WORDS=("${words[@]}")
            local -i COMP_CWORD="${place}"
            _sandglass "${1}" "${word}" "${words[place - 1]}"
            if [[ "${COMP_CWORD}" -eq 1 && "${word}" != -* ]]; then
                local path
                while IFS='' read -r path; do
                    COMPREPLY+=("${path}")
                done < <(compgen -f -- "${word}")
            fi
            if [[ -n "${prefix}" ]]; then COMPREPLY=("${COMPREPLY[@]#"${prefix}"}"); fi
            if [[ -n "${prefix}" || "${word}" == @* ]]; then compopt -o nospace; fi
        }

        complete -o filenames -F __sandglass_or_path sandglass

        """
    }
}
