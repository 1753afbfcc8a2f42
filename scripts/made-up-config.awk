# SPDX-License-Identifier: GPL-2.0-only
# Makes an autoconf.h from the text of Kconfig files, running nothing.
#
# Standard input: paths of the files. Variables: kdir (with a slash behind), core
# and off (rules/config.core, rules/config.off). On are: what core says; what is
# selected by what is on; what has `def_bool y` or `default y` and no depends; and,
# outside of the core of the kernel, everything that a user can choose.

function trim(s)
{
	sub(/#.*/, "", s)
	gsub(/^[ \t]+|[ \t\r]+$/, "", s)
	return s
}

function read_list(path, is_core,	line, eq)
{
	while ((getline line < path) > 0) {
		line = trim(line)
		if (line == "")
			continue
		eq = index(line, "=")
		if (!is_core) {
			if (!eq)
				fixed[line] = "n"
			continue
		}
		if (eq)
			fixed[substr(line, 1, eq - 1)] = substr(line, eq + 1)
		else
			fixed[line] = "y"
	}
	close(path)
}

# "select X if Y" with Y that core keeps off
function impossible(line,	list, n, i)
{
	if (!sub(/.*[ \t]if[ \t]/, "", line))
		return 0
	n = split(line, list, /[^A-Za-z0-9_!]+/)
	for (i = 1; i <= n; i++)
		if (fixed[list[i]] == "n")
			return 1
	return 0
}

function read_kconfig(path,	line, name, f, core_part, help)
{
	core_part = path ~ /^(arch|init|kernel|mm|lib|usr|certs|scripts)\//
	name = ""
	help = 0
	while ((getline line < (kdir path)) > 0) {
		if (line ~ /^[ \t]*(menu)?config[ \t]/) {
			split(trim(line), f, /[ \t]+/)
			name = f[2]
			seen[name] = 1
			help = 0
			if (!core_part)
				open_part[name] = 1
			continue
		}
		if (line ~ /^(menu|endmenu|choice|endchoice|if|endif|source|comment)/) {
			name = ""
			continue
		}
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
		if (line ~ /^((bool|tristate|prompt)[ \t]+["\047])/)
			prompt[name] = 1
		if (f[1] == "depends")
			depends[name] = 1
		if ((f[1] == "default" || f[1] ~ /^def_/) && !(name in value)) {
			value[name] = substr(line, length(f[1]) + 1)
			sub(/[ \t]if[ \t].*/, "", value[name])
			value[name] = trim(value[name])
		}
		if (f[1] == "select" && !impossible(line))
			selects[name] = selects[name] " " f[2]
	}
	close(kdir path)
}

function turn_on(name,	list, n, i)
{
	if (name in on || fixed[name] == "n")
		return
	on[name] = 1
	n = split(selects[name], list, " ")
	for (i = 1; i <= n; i++)
		turn_on(list[i])
}

BEGIN {
	read_list(off, 0)
	read_list(core, 1)
}

{
	read_kconfig(substr($0, length(kdir) + 1))
}

END {
	for (name in fixed) {
		if (fixed[name] == "y")
			turn_on(name)
		else if (fixed[name] != "n")
			print "#define CONFIG_" name " " fixed[name]
	}
	for (name in seen) {
		if (type[name] !~ /^(bool|tristate)$/)
			continue
		if ((open_part[name] && prompt[name]) ||
		    (value[name] == "y" && !depends[name]))
			turn_on(name)
	}
	for (name in on)
		print "#define CONFIG_" name " 1"
	for (name in seen) {
		if (name in fixed)
			continue
		if (type[name] ~ /^(int|hex)$/ && value[name] ~ /^-?(0x[0-9a-fA-F]+|[0-9]+)$/)
			print "#define CONFIG_" name " " value[name]
		else if (type[name] == "string")
			print "#define CONFIG_" name " " \
				(value[name] ~ /^"[^"]*"$/ ? value[name] : "\"\"")
	}
}
