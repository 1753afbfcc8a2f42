# SPDX-License-Identifier: GPL-2.0-only
# prototypes.awk: prints the names of the functions that a header declares.
# Knows our own headers: no macros that make prototypes, attributes spelled
# __attribute__((...)) or __name(...).
{
	line = $0
	if (cont) {		# the rest of a #define
		cont = line ~ /\\$/
		next
	}
	if (line ~ /^[ \t]*#/) {
		cont = line ~ /\\$/
		next
	}
	text = text " " line
}

END {
	while (match(text, /\/\*/)) {
		head = substr(text, 1, RSTART - 1)
		tail = substr(text, RSTART + 2)
		end = index(tail, "*/")
		text = head " " (end ? substr(tail, end + 2) : "")
	}
	gsub(/\/\/[^\n]*/, "", text)
	# Bodies of structs, enums and inline functions, innermost first.
	while (gsub(/\{[^{}]*\}/, ";", text))
		;
	n = split(text, decls, ";")
	for (i = 1; i <= n; i++) {
		d = decls[i]
		if (d ~ /(^|[ \t])(typedef|struct[ \t]+[a-z_]+[ \t]*$|static)([ \t]|$)/)
			continue
		gsub(/__attribute__[ \t]*\(\(.*\)\)/, "", d)
		gsub(/__printf\([^)]*\)/, "", d)
		if (d !~ /\(/ || d ~ /\([ \t]*\*/ && d !~ /[a-z0-9_]+[ \t]*\([^*]/)
			continue
		if (match(d, /[A-Za-z_][A-Za-z0-9_]*[ \t]*\(/)) {
			name = substr(d, RSTART, RLENGTH)
			sub(/[ \t]*\($/, "", name)
			print name
		}
	}
}
