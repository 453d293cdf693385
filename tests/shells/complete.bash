# Prints what bash completes, a line each: bash complete.bash COMPLETIONS 'WORD WORD ...' ...
# The last word of each argument is the one that is being typed; a blank at the end begins one.
# shellcheck source=/dev/null
. "$1" || exit 1
shift
for line; do
    read -ra COMP_WORDS <<<"$line"
    [ "${line% }" = "$line" ] || COMP_WORDS+=('')
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMPREPLY=()
    _attnlearn
    echo "$line: ${COMPREPLY[*]}"
done
