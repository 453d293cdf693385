# Every small fault that can be planted in a file: one line each, `FILE TAB LINE TAB OPERATOR TAB
# what the line becomes`. Comments, preprocessor lines, strings and the arguments of error messages are
# left alone.
#
#     awk -f list.awk FILE...

# One candidate for each place where `pattern` stands; `replacement` takes the place of the match.
function plant(operator, pattern, replacement,    from, text, at) {
    from = 1
    while (match(substr(code, from), pattern)) {
        at = from + RSTART - 1
        if (at > code_end) return
        text = substr(code, 1, at - 1) replacement substr(code, at + RLENGTH)
        if (text != code) print FILENAME "\t" FNR "\t" operator "\t" text
        from = at + RLENGTH
    }
}

FNR == 1 { in_comment = 0 }
{
    code = $0
    was_comment = in_comment
    if (code ~ /\/\*/) in_comment = 1
    if (code ~ /\*\//) in_comment = 0
    if (was_comment || code ~ /^ *\/\*/ || code ~ /^#/ || code ~ /"/ || code ~ /\\$/) next

    code_end = index(code, "/*") ? index(code, "/*") : length(code)

    plant("plus to minus", " [+] ", " - ")
    plant("minus to plus", " - ", " + ")
    plant("times to over", " [*] ", " / ")
    plant("over to times", " / ", " * ")
    plant("sum forgotten", " [+]= ", " = ")
    plant("sum turned", " [+]= ", " -= ")
    plant("sign turned", "= -", "= ")
    plant("sign turned", "return -", "return ")
    plant("term dropped", " [-+*/] [a-z_][a-z_0-9>.-]*(\\[[^]]*\\])?;", ";")
    plant("off by one", " [+] 1([^0-9.]|$)", " ")
    plant("off by one", " - 1([^0-9.]|$)", " ")
    plant("first forgotten", "= 0; ", "= 1; ")
    plant("less to at most", " < ", " <= ")
    plant("at most to less", " <= ", " < ")
    plant("more to at least", " > ", " >= ")
    plant("at least to more", " >= ", " > ")
    plant("equal to unequal", " == ", " != ")
    plant("unequal to equal", " != ", " == ")
    plant("and to or", " && ", " || ")
    plant("or to and", " [|][|] ", " && ")
}
