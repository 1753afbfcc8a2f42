# SPDX-License-Identifier: GPL-2.0-only
# For an installed pincheck: in a kernel tree,
#	make -f @PREFIX@/share/pincheck/Makefile coccicheck-pins
# does what the Makefile of the sources does. Variables are the same.

.PHONY: coccicheck-pins help

help:
	@echo 'coccicheck-pins - check this kernel tree (KDIR= M= O= J= FORMAT= STRICT= V=)'

coccicheck-pins:
	@PINCHECK="@PREFIX@/bin/pincheck" INVOKED="$(CURDIR)" KDIR="$(KDIR)" M="$(M)" \
		MODE="$(MODE)" J="$(J)" FORMAT="$(FORMAT)" O="$(O)" BASELINE="$(BASELINE)" \
		STRICT="$(STRICT)" V="$(V)" sh "@PREFIX@/share/pincheck/scripts/coccicheck-pins.sh"
