# A line of a page's source -> an element of an array of C strings.
s/[\\"]/\\&/g
s/?/\\?/g
s/.*/    "&\\n",/
