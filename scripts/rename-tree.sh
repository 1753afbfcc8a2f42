#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# rename-tree.sh: a copy of a kernel tree in which names of drivers are other names.
#
# usage: rename-tree.sh REPORT.json TREE WORK SEED
#
# Of the files that REPORT has a site or a release in, takes the functions of the
# report, the struct members that these files use and the *.c files, at random
# three of four by SEED, and gives each another name of the same length, so that
# lines and columns stay. A name is left alone when it
# - is in rules/*.h, or is a keyword of C or of the build;
# - has fewer than five letters: another short word is soon one that is in use;
# - is in more than 60 *.c and *.h files: then it belongs to the whole kernel;
# - is in another file (assembler, Makefile, system call table) or in a paste (##),
#   whole or as the end or the start of it, as _show.
# A *.c file keeps its name when its Makefile does more than list it, or something
# includes it. Needs rename-tree (made from rename-tree.c) in WORK. Leaves there
# names.map and files.map, `OLD NEW` a line, and the copy in WORK/tree. TREE is only
# read.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
LC_ALL=C
export LC_ALL

[ $# -eq 4 ] || die "usage: rename-tree.sh REPORT.json TREE WORK SEED"
report=$1 tree=$2 work=$3 seed=$4
src=$(cd "$here/.." && pwd)
max_files=60

# Functions of the report, and the files they are in.
jq -r '.sites[] | ., .releases[], (.releases[].via[]?) | .function' "$report" |
	sort -u >"$work/functions"
jq -r '.sites[] | ., .releases[], (.releases[].via[]?) | .file' "$report" |
	grep '\.c$' | sort -u >"$work/files"

# Words of these files that stand where a member stands.
(cd "$tree" && xargs grep -ohE '(->|[].A-Za-z0-9_)]\.|[	 ]\.)[a-z_][a-z0-9_]*' <"$work/files") |
	sed 's/.*[>.]//' | sort -u >"$work/members"

# Words that stay: rules, keywords, operands of ##.
{
	cat "$src"/rules/*.h | tr -cs 'A-Za-z0-9_' '\n'
	printf '%s\n' break const continue default double extern float inline register \
		restrict return short signed sizeof static struct switch typedef union \
		unsigned volatile while typeof
	find "$tree" -name '*.[ch]' -type f -exec grep -hE '[A-Za-z0-9_]##|## *[A-Za-z0-9_]' {} + |
		grep -oE '[A-Za-z0-9_]+[ 	]*##|##[ 	]*[A-Za-z0-9_]+' | tr -cs 'A-Za-z0-9_' '\n'
} | sort -u >"$work/kept"

sort -u "$work/functions" "$work/members" | grep -E '^[a-z_][a-z0-9_]{4,}$' |
	awk -v list="$work/kept" '
		BEGIN { while ((getline name <list) > 0) kept[name] = 1 }
		{
			free = !($0 in kept)
			for (i = 2; i <= length($0) && free; i++) {
				c = substr($0, i, 1)
				free = !(c == "_" && ((substr($0, i) in kept) ||
						      (substr($0, 1, i) in kept)))
			}
		}
		free' >"$work/candidates"
"$work/rename-tree" count "$work/candidates" "$tree" >"$work/counts"

new_words() { # names on stdin; `OLD NEW`, NEW as long as OLD, three of four of them
	awk -v seed="$1" '
		BEGIN { srand(seed) }
		function word(len,   w) {
			for (w = "z"; length(w) < len; )
				w = w substr("abcdefghijklmnopqrstuvwxyz", int(rand() * 26) + 1, 1)
			return w
		}
		rand() < 0.75 {
			do
				new = word(length($1))
			while (new in taken)
			taken[new] = 1
			print $1, new
		}'
}

awk -v max="$max_files" '$2 > 0 && $2 <= max && $3 == 0 { print $1 }' "$work/counts" |
	new_words "$seed" >"$work/names.try"

# A new word that the tree has already would join two names.
awk '{ print $2 }' "$work/names.try" >"$work/new"
"$work/rename-tree" count "$work/new" "$tree" | awk '$2 + $3 { print $1 }' >"$work/in-use"
awk -v list="$work/in-use" '
	BEGIN { while ((getline name <list) > 0) used[name] = 1 }
	!($2 in used)' "$work/names.try" >"$work/names.map"

rm -rf "$work/tree"
"$work/rename-tree" copy "$work/names.map" "$tree" "$work/tree"

# ---- files -----------------------------------------------------------------
find "$tree" -name '*.[ch]' -type f -exec grep -hE '^[ 	]*#[ 	]*include[ 	].*\.c[">]' {} + |
	sed 's|.*["</]\([^"</]*\.c\)[">].*|\1|' | sort -u >"$work/included"

# Prints the Makefile of a *.c file when that does no more than list its object.
plain_makefile() { # DIR BASE
	for make in "$tree/$1/Kbuild" "$tree/$1/Makefile"; do
		[ -f "$make" ] || continue
		if grep -qE "(^|[ 	])$2\.o([ 	]|\$)" "$make" &&
			! grep -qE "[^ 	]$2\.o|^$2-|[^ 	]$2-(y|m|objs)|/$2\.o" "$make"; then
			printf '%s\n' "${make##*/}"
		fi
		return 0
	done
}

new_words "$((seed + 1))" <"$work/files" >"$work/files.try"
: >"$work/files.map"
while read -r file new; do
	dir=${file%/*}
	base=${file##*/}
	base=${base%.c}
	make=$(plain_makefile "$dir" "$base")
	new=$(printf '%s' "$new" | cut -c "1-${#base}")
	if [ -z "$make" ] || grep -qxF "$base.c" "$work/included" || [ "${#base}" -lt 5 ] ||
		[ -e "$work/tree/$dir/$new.c" ]; then
		continue
	fi
	mv "$work/tree/$file" "$work/tree/$dir/$new.c"
	sed -i -E "s/(^|[ 	])$base\.o([ 	]|\$)/\1$new.o\2/g" "$work/tree/$dir/$make"
	printf '%s %s\n' "$file" "$dir/$new.c" >>"$work/files.map"
done <"$work/files.try"
