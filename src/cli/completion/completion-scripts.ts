/** The scripts of `control-api completion`: each asks `control-api complete` for the word at the cursor. */
export const completionScripts: Readonly<Record<string, string>> = {
  // Bash takes = and : for ends of words, and replaces only what follows the last of them. It may be version 3.2.
  bash: `_control_api() {
  local line=\${COMP_LINE:0:COMP_POINT} candidate head files= open=
  local -a words
  read -ra words <<< "$line"
  case $line in *[[:space:]]) words+=("") ;; esac
  local current=\${words[\${#words[@]} - 1]}
  head=\${current%"\${current##*[=:]}"}
  COMPREPLY=()
  while IFS= read -r candidate; do
    candidate=\${candidate%%$'\\t'*}
    case $candidate in
      :files) files=1 ;;
      :open) open=1 ;;
      *) COMPREPLY+=("\${candidate#"$head"}") ;;
    esac
  done < <("$1" complete -- "\${words[@]:1}" 2>/dev/null)
  if [ -n "$files" ]; then
    while IFS= read -r candidate; do COMPREPLY+=("$candidate"); done < <(compgen -f -- "\${current#"$head"}")
    type compopt &>/dev/null && compopt -o filenames
  fi
  [ -n "$open" ] && type compopt &>/dev/null && compopt -o nospace
  return 0
}
complete -F _control_api control-api control-api-sdk
`,
  zsh: `#compdef control-api
_control_api() {
  local line value files
  local -a values shown suffix
  for line in "\${(@f)$("\${words[1]}" complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      '') ;;
      :files) files=1 ;;
      :open) suffix=(-S '') ;;
      *)
        value=\${line%%$'\\t'*}
        values+=("$value")
        if [[ $line == *$'\\t'* ]]; then shown+=("$value  -- \${line#*$'\\t'}"); else shown+=("$value"); fi
        ;;
    esac
  done
  (( $#values )) && compadd "\${suffix[@]}" -l -d shown -a values
  [[ -n $files ]] && _files
  return 0
}
if [[ $funcstack[1] == _control_api ]]; then _control_api "$@"; else compdef _control_api control-api control-api-sdk; fi
`,
  fish: `function __control_api_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in ($words[1] complete -- $words[2..-1] 2>/dev/null)
        switch $line
            case ':files'
                __fish_complete_path (commandline -ct)
            case ':open'
            case '*'
                echo $line
        end
    end
end
complete -c control-api -f -a '(__control_api_complete)'
complete -c control-api-sdk -f -a '(__control_api_complete)'
`,
};
