# SPDX-License-Identifier: GPL-2.0-only
# Makes the autoconf.h of another architecture from that of x86 and from the text of
# Kconfig files, running nothing.
#
# Standard input: paths of Kconfig files, those of arch/x86 too. Variables: base, the
# autoconf.h of x86; arch; core, a section of rules/config.arch, one option a line.
# What arch/x86 defines, and what the machinery of the kernel is told by it, is left
# out of the base; added is what the architecture defines and selects, as far as its
# conditions hold. Questions are answered with no, if they are not in core.

function trim(s)
{
	sub(/[ \t]#.*/, "", s)
	gsub(/^[ \t]+|[ \t\r]+$/, "", s)
	return s
}

# An expression without parentheses; all but 0, 1, !, & and | is gone.
function flat(s)
{
	while (gsub(/!0/, "1", s) + gsub(/!1/, "0", s))
		;
	while (sub(/1&1/, "1", s) + sub(/0&[01]|1&0/, "0", s))
		;
	return s ~ /1/
}

function is_on(name)
{
	if (name == "y" || name == "m")
		return 1
	if (name in fixed)
		return fixed[name] != "n"
	return (name in on) || (name in inherited)
}

# Does a condition hold? What compares is taken as no.
function holds(s,	out, word)
{
	gsub(/[ \t]*!=[ \t]*n/, "", s)
	gsub(/[ \t]*=[ \t]*y/, "", s)
	gsub(/[A-Za-z0-9_]+[ \t]*!?=[ \t]*[A-Za-z0-9_"$()]+/, "n", s)
	out = ""
	while (match(s, /[A-Za-z0-9_]+|[!()]|&&|\|\|/)) {
		word = substr(s, RSTART, RLENGTH)
		s = substr(s, RSTART + RLENGTH)
		out = out (word ~ /^[A-Za-z0-9_]/ ? is_on(word) + 0 : substr(word, 1, 1))
	}
	while (match(out, /\([01&|!]*\)/))
		out = substr(out, 1, RSTART - 1) flat(substr(out, RSTART, RLENGTH)) \
			substr(out, RSTART + RLENGTH)
	return flat(out)
}

function condition(line)
{
	return sub(/^.*[ \t]if[ \t]/, "", line) ? line : "y"
}

function read_base(	f, line)
{
	while ((getline line < base) > 0) {
		split(line, f, " ")
		if (f[1] != "#define")
			continue
		sub(/^CONFIG_/, "", f[2])
		sub(/^#define CONFIG_[A-Za-z0-9_]+ /, "", line)
		inherited[f[2]] = line
	}
	close(base)
}

function read_core(	line, eq)
{
	while ((getline line < core) > 0) {
		eq = index(line, "=")
		fixed[eq ? substr(line, 1, eq - 1) : line] = eq ? substr(line, eq + 1) : "y"
	}
	close(core)
}

# What x86 says goes: its own options, and what it selects for the rest of the kernel.
function forget(path,	line, f)
{
	while ((getline line < path) > 0) {
		if (split(line, f, " ") < 2)
			continue
		if (f[1] ~ /^(menu)?config$/ ||
		    (f[1] == "select" && f[2] ~ machinery))
			delete inherited[f[2]]
	}
	close(path)
}

function read_own(path,	line, f, name, help)
{
	while ((getline line < path) > 0) {
		if (line ~ /^[ \t]*(menu)?config[ \t]/) {
			split(trim(line), f, /[ \t]+/)
			name = f[2]
			names[name] = 1
			help = 0
			continue
		}
		if (line ~ /^(menu|endmenu|choice|endchoice|if|endif|source|comment)/)
			name = ""
		line = trim(line)
		if (name == "" || line == "")
			continue
		if (line ~ /^(help|---help---)$/)
			help = 1
		if (help)
			continue
		split(line, f, /[ \t]+/)
		if (f[1] ~ /^(bool|tristate|int|hex|string)$/)
			type[name] = f[1]
		else if (f[1] ~ /^def_(bool|tristate)$/)
			type[name] = substr(f[1], 5)
		if (line ~ /^((bool|tristate|prompt)[ \t]+["\047])/ && condition(line) == "y")
			prompt[name] = 1
		if (f[1] == "depends")
			depends[name] = (name in depends ? depends[name] " && " : "") \
				"(" substr(line, index(line, "on") + 2) ")"
		if (f[1] == "default" || f[1] ~ /^def_/) {
			gsub(/"/, "", f[2])
			value[name, ++values[name]] = f[2]
			value_if[name, values[name]] = condition(line)
		}
		if (f[1] == "select") {
			selected[name, ++selects[name]] = f[2]
			select_if[name, selects[name]] = condition(line)
		}
	}
	close(path)
}

function value_of(name,	i)
{
	for (i = 1; i <= values[name]; i++)
		if (holds(value_if[name, i]))
			return value[name, i]
	return ""
}

function turn_on(name,	i)
{
	if (name in on || ((name in fixed) && fixed[name] == "n"))
		return 0
	on[name] = 1
	changed = 1
	return 1
}

# Every option that is on selects, every one that is on by default comes on.
function pass(	name, i)
{
	for (name in on)
		for (i = 1; i <= selects[name]; i++)
			if (!(selected[name, i] in on) && holds(select_if[name, i]))
				turn_on(selected[name, i])
	for (name in names)
		if (!(name in on) && !(name in prompt) && type[name] ~ /^(bool|tristate)$/ &&
		    values[name] && (!(name in depends) || holds(depends[name])) &&
		    is_on(value_of(name)))
			turn_on(name)
}

BEGIN {
	machinery = "^(ARCH|DYNAMIC|GENERIC|HAVE|KVM|MMU_GATHER|MODULES|NEED|PARAVIRT|" \
		"THREAD|ZONE)_|_SUPPORT$"
	read_base()
	read_core()
}

$0 ~ "/arch/x86/" {
	forget($0)
	next
}

{
	read_own($0)
}

END {
	for (name in fixed)
		if (fixed[name] == "y")
			turn_on(name)
	for (rounds = 0; changed && rounds < 12; rounds++) {
		changed = 0
		pass()
	}
	for (name in inherited)
		if (!(name in on) && !(name in fixed) && !(name in names))
			print "#define CONFIG_" name " " inherited[name]
	for (name in on)
		print "#define CONFIG_" name " 1"
	for (name in fixed)
		if (fixed[name] !~ /^[yn]$/)
			print "#define CONFIG_" name " " fixed[name]
	for (name in names)
		if (!(name in fixed) && type[name] ~ /^(int|hex)$/ &&
		    value_of(name) ~ /^-?(0x[0-9a-fA-F]+|[0-9]+)$/)
			print "#define CONFIG_" name " " value_of(name)
		else if (!(name in fixed) && type[name] == "string")
			print "#define CONFIG_" name " \"\""
}
