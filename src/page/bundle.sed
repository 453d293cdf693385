# Modules, one after another, as one module: without their imports, and without the word export.
/^import .*;$/d
s/^export //
