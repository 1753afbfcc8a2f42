# SPDX-License-Identifier: GPL-2.0-only
# clang-cfg.awk: clang's own dump of control-flow graphs, as the lines of
# checker/tests/facts_summary.h.
#
# Reads what -analyzer-checker=debug.DumpCFG prints.

function flush_fn(  b, i, n, todo, seen, queue, head, tail, s, parts) {
	if (fn == "" || entry == "")
		return
	walk(entry, live)
	for (b in live) {
		delete seen
		n = split(succ[b], parts, " ")
		for (i = 1; i <= n; i++)
			if (!(parts[i] in seen))
				walk(parts[i], seen)
		where = (b in seen) ? "loop" : "once"
		for (i = 1; i <= nr_lines[b]; i++)
			one_line(b, line[b, i], where)
		if (b in term)
			one_term(term[b])
	}
}

function walk(from, seen,  head, tail, queue, n, i, parts, b) {
	head = tail = 0
	queue[tail++] = from
	seen[from] = 1
	while (head < tail) {
		b = queue[head++]
		n = split(succ[b], parts, " ")
		for (i = 1; i <= n; i++)
			if (!(parts[i] in seen)) {
				seen[parts[i]] = 1
				queue[tail++] = parts[i]
			}
	}
}

# The function that an operand names: a plain word that decays to a pointer.
function callee(ref,  t) {
	t = text[ref]
	while (t ~ /^[(*&]*\[B[0-9]+\.[0-9]+\]\)*( \(|$)/) {
		if (t ~ /BuiltinFnToFnPtr/)
			return ""
		if (t ~ /FunctionToPointerDecay/)
			decays = 1
		else if (t ~ /ImplicitCastExpr/)
			return "*"
		ref = t
		sub(/^[(*&]*\[/, "", ref)
		sub(/\].*/, "", ref)
		t = text[ref]
	}
	if (t ~ /^_Generic\(/)
		return "_Generic"
	return decays && t ~ /^[A-Za-z_][A-Za-z_0-9]*$/ ? t : "*"
}

function is_call(t) {
	return t ~ /^\(*\[B[0-9]+\.[0-9]+\]\)*\(/ && t !~ /^\(*\[B[0-9]+\.[0-9]+\]\)* \(/
}

function call_name(t,  ref, name) {
	ref = t
	sub(/^\(*\[/, "", ref)
	sub(/\].*/, "", ref)
	decays = 0
	name = callee(ref)
	return name ~ /^__builtin_/ ? "" : name
}

function one_line(b, t, where,  name) {
	if (t ~ /^CleanupFunction \(/) {
		name = t
		sub(/^CleanupFunction \(/, "", name)
		sub(/\).*/, "", name)
		print fn " call " name " " where
	} else if (t ~ /^return/) {
		print fn " return"
	} else if (is_call(t)) {
		name = call_name(t)
		if (name != "")
			print fn " call " name " " where
	}
}

# Calls that decide: the operand, without the arms of a ?: that are elsewhere.
function one_term(t,  ref, name) {
	if (t ~ /^(if|while|for|do)/ || t ~ /&& \.\.\.$|\|\| \.\.\.$/) {
		while (match(t, /\[B[0-9]+\.[0-9]+\]/)) {
			ref = substr(t, RSTART + 1, RLENGTH - 2)
			t = substr(t, RSTART + RLENGTH)
			decide(ref)
		}
	}
}

function decide(ref,  t, name) {
	t = text[ref]
	while (t ~ /^[!(]*\[B[0-9]+\.[0-9]+\]\)*( \(ImplicitCast.*|)$/) {
		sub(/^[!(]*\[/, "", t)
		sub(/\].*/, "", t)
		t = text[t]
	}
	if (is_call(t)) {
		name = call_name(t)
		if (name != "")
			print fn " cond " name
	}
}

function reset() {
	delete succ
	delete text
	delete line
	delete nr_lines
	delete term
	delete live
	entry = block = ""
}

/^[A-Za-z_].*\)/ && !/^\/|: (warning|error|note):/ {
	flush_fn()
	reset()
	fn = $0
	gsub(/__attribute__\(\([^()]*(\([^()]*\))?[^()]*\)\) ?/, "", fn)
	sub(/\(.*/, "", fn)
	sub(/.*[ *]/, "", fn)
	next
}
/^ \[B[0-9]+/ {
	block = $1
	sub(/^\[/, "", block)
	sub(/\]$/, "", block)
	if ($0 ~ /\(ENTRY\)/)
		entry = block
	next
}
/^ +[0-9]+: / {
	n = $1
	sub(/:/, "", n)
	t = $0
	sub(/^ +[0-9]+: /, "", t)
	text[block "." n] = t
	line[block, ++nr_lines[block]] = t
	next
}
/^   T: / {
	t = $0
	sub(/^   T: /, "", t)
	term[block] = t
	next
}
/^   Preds / {
	in_succs = 0
}
/^   Succs / {
	in_succs = 1
	s = $0
	sub(/^   Succs \([0-9]+\): */, "", s)
	gsub(/B[0-9]+\(Unreachable\)|NULL/, "", s)
	succ[block] = succ[block] " " s
	next
}
/^ +(B[0-9]|NULL)/ {	# a long list goes on
	s = $0
	gsub(/B[0-9]+\(Unreachable\)|NULL/, "", s)
	if (in_succs)
		succ[block] = succ[block] " " s
}
END { flush_fn() }
