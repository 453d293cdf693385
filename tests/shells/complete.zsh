# Types into a zsh that has a terminal: zsh -f complete.zsh FOLDER-OF-_attnlearn 'KEYS' ...
# Prints the words that the command then gets, a line each; \t among the keys is the tab key.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; fpath=(${(q)1} \$fpath); autoload -Uz compinit; compinit -u -D"
zpty -w shell "attnlearn() { print -r -- \"GOT:\$*:\" }; print READ''Y"
shift
while zpty -r shell line; do [[ $line == *READY* ]] && break; done
for keys; do
    zpty -w -n shell "attnlearn ${(g::)keys}"$'\n'
    while zpty -r shell line; do [[ $line == *GOT:* ]] && break; done
    print -r -- "${${line##*GOT:}%:*}"
done
zpty -d shell
