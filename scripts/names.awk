# SPDX-License-Identifier: GPL-2.0-only
# names.awk: strings of the program that name what rules/ declare.
#
# usage: awk -f scripts/names.awk rules/*.h FILE.c...
#
# A file below rules/ is read for its names, any other is checked. Words without '_' or a capital letter are common
# language (kmap, vmap) and left alone; so are comments, and the words of rules/.
FILENAME ~ /^rules\// {
	while (match($0, /#define [A-Z_]+/)) {
		word[substr($0, RSTART + 8, RLENGTH - 8)] = 1
		$0 = substr($0, RSTART + RLENGTH)
	}
	line = $0
	while (match(line, /[A-Za-z_][A-Za-z0-9_]*\(/)) {
		name = substr(line, RSTART, RLENGTH - 1)
		if (name ~ /[A-Z_]/ && name !~ /__$/)
			known[name] = 1
		line = substr(line, RSTART + RLENGTH)
	}
	next
}
/^[ \t]*(\*|\/\*|\/\/)/ { next }
{
	line = $0
	while (match(line, /"([^"\\]|\\.)*"/)) {
		text = substr(line, RSTART + 1, RLENGTH - 2)
		line = substr(line, RSTART + RLENGTH)
		if (text ~ /^PRAGMA /)
			continue
		if (text ~ /^struct (page|folio)[ *]*$/)
			print FILENAME ":" FNR ": \"" text "\" names a type"
		n = split(text, part, /[^A-Za-z0-9_]+/)
		for (i = 1; i <= n; i++)
			if (part[i] ~ /^(FOLL|ITER|FMODE)_/ || (part[i] in known && !(part[i] in word)))
				print FILENAME ":" FNR ": \"" part[i] "\" belongs into rules/"
	}
}
