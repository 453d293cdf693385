# Prints what fish completes, a line each: fish complete.fish COMPLETIONS 'LINE' ...
source $argv[1]
for line in $argv[2..-1]
    set found (complete -C "$line" | string replace -r '\t.*' '')
    echo "$line: $found"
end
