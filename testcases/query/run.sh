#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# run.sh: what `pincheck query` answers on testcases/tree, against NAME.txt.
#
# Each answer is compared with testcases/query/NAME.txt, its exit status and what it
# said on stderr last; a warm store and another -j must give the same bytes.
set -eu

: "${PINCHECK_SRC:=$(cd "$(dirname "$0")/../.." && pwd)}" "${T:=}"
: "${PINCHECK:=$PINCHECK_SRC/build/pincheck}" "${OUT:=$PINCHECK_SRC/build/testcases/query}"
here=$PINCHECK_SRC/testcases/query
LC_ALL=C
export LC_ALL
failed=0
mkdir -p "$OUT"

query() { # FILE ARGUMENT...: the answer, status and stderr into a file
	to=$1 status=0
	shift
	timeout -k 5 120 "$PINCHECK" query "$@" --kdir="$PINCHECK_SRC/testcases/tree" \
		--store="$OUT/store" --no-prepare >"$to" 2>"$to.err" </dev/null || status=$?
	echo "status $status" >>"$to"
	cat "$to.err" >>"$to"
	rm -f "$to.err"
}

no() { # NAME WHY
	echo "not ok query/$1 ($2)"
	failed=1
}

wanted() { # NAME
	case $T in
	'' | query | "query/$1" | "$1") return 0 ;;
	esac
	return 1
}

golden() { # NAME ARGUMENT...
	name=$1
	wanted "$name" || return 0
	shift
	query "$OUT/$name.txt.got" "$@"
	if diff -u --label expected --label got "$here/$name.txt" "$OUT/$name.txt.got"; then
		echo "ok query/$name"
	else
		no "$name" "the answer differs; accept: make check-accept T=query/$name.txt"
	fi
}

golden site site drivers/media/vcap_buf.c:15
golden site_function site drivers/media/vcap_buf.c:30
golden site_column site ./drivers/misc/pinflag.c:20:9:
golden site_near site drivers/media/vcap_buf.c:60
golden site_no_file site drivers/media/vcap.c:3
golden unit unit u-fc604d
golden unit_text unit u-410840
golden unit_dot unit u-410840 --format=dot
golden unit_near unit u-41
golden flows flows upages_put
golden flows_dot flows tg_userptr_get_pages --format=dot
golden flows_json flows upages_put --format=json
golden flows_through flows ucopy_fill
golden flows_none flows nothere
golden callers callers upages_get
golden callers_pointer callers tg_userptr_get_pages --depth=3
golden callers_depth callers tg_mirror_drop --depth=4
golden callers_none callers upages_gett
golden escaped flows "$(printf 'a\033[31m"b')"
golden facts_none facts drivers/misc/nothere.c

if wanted facts; then
	query "$OUT/facts" facts drivers/misc/prefault.c
	if grep -q '^function prefault_range' "$OUT/facts" && grep -q '^status 0' "$OUT/facts"; then
		echo "ok query/facts"
	else
		no facts "no function prefault_range in $OUT/facts"
	fi
fi

if wanted paths; then
	# the same file with the tree before it
	cd "$PINCHECK_SRC/testcases"
	query "$OUT/first" site drivers/media/vcap_buf.c:15
	query "$OUT/second" site "$PINCHECK_SRC/testcases/tree/drivers/media/vcap_buf.c:15"
	query "$OUT/third" site tree/drivers/media/vcap_buf.c:15
	if cmp -s "$OUT/first" "$OUT/second" && cmp -s "$OUT/first" "$OUT/third"; then
		echo "ok query/paths"
	else
		no paths "the answer depends on how the file is spelled"
	fi
fi

if wanted same; then
	query "$OUT/first" flows upages_put --format=json
	rm -rf "$OUT/store"
	query "$OUT/second" flows upages_put --format=json --jobs=1
	if cmp -s "$OUT/first" "$OUT/second"; then
		echo "ok query/same"
	else
		no same "a cold store with -j1 gives other bytes: $OUT/first $OUT/second"
	fi
fi

if wanted dot_valid; then
	if command -v dot >/dev/null 2>&1; then
		query "$OUT/dot" flows upages_put --format=dot
		if sed '/^status /,$d' "$OUT/dot" | dot -Tsvg >/dev/null 2>&1; then
			echo "ok query/dot_valid"
		else
			no dot_valid "Graphviz does not take $OUT/dot"
		fi
	else
		echo "skip query/dot_valid Graphviz is not installed"
	fi
fi

usage() { # NAME ARGUMENT...: status 2, nothing on stdout
	name=$1
	wanted "$name" || return 0
	shift
	status=0
	"$PINCHECK" query "$@" >"$OUT/usage" 2>/dev/null </dev/null || status=$?
	if [ "$status" = 2 ] && [ ! -s "$OUT/usage" ]; then
		echo "ok query/$name"
	else
		no "$name" "status $status, not 2, or something on stdout"
	fi
}

usage usage_none
usage usage_word bogus x
usage usage_place site nonsense
usage usage_line site a.c:0
usage usage_format unit u-1 --format=bogus
usage usage_callers_dot callers x --format=dot
usage usage_depth callers x --depth=0
usage usage_depth_unit unit u-1 --depth=2
usage usage_more unit u-1 u-2
exit $failed
