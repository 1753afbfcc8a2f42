# SPDX-License-Identifier: GPL-2.0-only
# acquire-names.awk: prints the names of the acquires that rules/*.h declare.
# A second reader of the rules, for tests and measurements: text alone, no C.
directive || /^[ \t]*#/ {
	directive = /\\$/
	next
}
{ text = text " " $0 }

END {
	while (match(text, /\/\*/)) {
		head = substr(text, 1, RSTART - 1)
		tail = substr(text, RSTART + 2)
		end = index(tail, "*/")
		text = head " " (end ? substr(tail, end + 2) : "")
	}
	n = split(text, decls, ";")
	for (i = 1; i <= n; i++) {
		d = decls[i]
		if (d !~ /(PAGES|RETURNS_PAGE)[ \t]*\([ \t]*(get|pin|extract)[ \t,)]/)
			continue
		if (match(d, /[A-Za-z_][A-Za-z0-9_]*[ \t]*\(/)) {
			name = substr(d, RSTART, RLENGTH)
			sub(/[ \t]*\($/, "", name)
			print name
		}
		if (match(d, /ALIASES[ \t]*\([^)]*\)/)) {
			list = substr(d, RSTART, RLENGTH)
			sub(/^ALIASES[ \t]*\(/, "", list)
			gsub(/[ \t)]/, "", list)
			m = split(list, names, ",")
			for (j = 1; j <= m; j++)
				print names[j]
		}
	}
}
