# SPDX-License-Identifier: GPL-2.0-only
#
# The one Makefile of pincheck (GNU make). `make help` lists what it does.
# Everything that is made goes below $(BUILD); O= keeps its kernel meaning, the
# build folder of the kernel to check.

MAKEFLAGS += -rR --no-print-directory
.DELETE_ON_ERROR:
.SUFFIXES:

# Keep these on a line: `make -f .../Makefile` works from any folder, and then
# the paths that were given are relative to that folder.
S := $(patsubst %/,%,$(dir $(abspath $(lastword $(MAKEFILE_LIST)))))
INVOKED ?= $(CURDIR)

ifneq ($(words $(S)) $(words $(wildcard $(S)/scripts/setup.sh)),1 1)
$(error make cannot work with a blank in the path of this folder)
endif

ifneq ($(CURDIR),$(S))

# ---- called from another folder: go to ours, as kbuild does ----------------
override _goals := $(or $(MAKECMDGOALS),all)
_build := $(if $(BUILD),BUILD="$(abspath $(BUILD))")

.PHONY: $(_goals) _from_elsewhere
$(_goals): _from_elsewhere ;
_from_elsewhere:
	@$(MAKE) -C "$(S)" INVOKED="$(CURDIR)" $(_build) $(MAKECMDGOALS)

else

# ---- settings --------------------------------------------------------------
-include local.mk

cache_dir := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/pincheck
writable := $(shell test -w . && echo y)

ifdef SANITIZE
BUILD ?= $(if $(writable),build-asan,$(cache_dir)/build-asan)
else
BUILD ?= $(if $(writable),build,$(cache_dir)/build)
endif

PREFIX ?= /usr/local
DATADIR ?= $(S)
ASAN_BUILD ?= $(BUILD)-asan

CC = gcc
AR = ar
CTAGS ?= ctags
PKG_CONFIG ?= pkg-config

PINCHECK_VERSION := 0.1

ifeq ($(V),1)
Q :=
quiet = @:
else
Q := @
# -s shows nothing
quiet = @$(if $(findstring s,$(firstword -$(filter-out --%,$(MAKEFLAGS)))),:,printf '  %-7s %s\n' "$(1)" "$(patsubst $(BUILD)/%,%,$(2))")
endif

# ---- libraries -------------------------------------------------------------
no_build_goals := help clean distclean tags check-accept lint
building := $(if $(filter-out $(no_build_goals),$(or $(MAKECMDGOALS),all)),y)

ifdef building
libclang := $(shell sh scripts/find-libclang.sh $(LLVM))
ifeq ($(libclang),)
$(error libclang is missing: install libclang-19-dev (or another from 17 on), or run `sh scripts/setup.sh`)
endif
# $(call need,PKG-CONFIG NAME,PACKAGE)
need = $(if $(shell $(PKG_CONFIG) --exists $(1) && echo y),,$(error $(1) is missing: install $(2), or run `sh scripts/setup.sh`))
ifeq ($(shell command -v $(PKG_CONFIG)),)
$(error pkg-config is missing: install pkg-config, or run `sh scripts/setup.sh`)
endif
$(call need,sqlite3,libsqlite3-dev)
$(call need,jansson,libjansson-dev)
endif

LLVM_VERSION := $(word 1,$(libclang))
LLVM_INCLUDE := $(word 2,$(libclang))
LLVM_LIBDIR := $(word 3,$(libclang))
LLVM_RPATH := $(filter-out -,$(word 5,$(libclang)))

# ---- flags -----------------------------------------------------------------
OPTIMIZE ?= -O2
CFLAGS ?= $(OPTIMIZE) -g
pincheck_cflags := -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -pthread \
	-isystem $(LLVM_INCLUDE) \
	-DPINCHECK_VERSION='"$(PINCHECK_VERSION)"' \
	-DPINCHECK_DATADIR='"$(DATADIR)"'
ifdef building
pincheck_cflags += $(shell $(PKG_CONFIG) --cflags sqlite3 jansson)
pincheck_libs := $(shell $(PKG_CONFIG) --libs sqlite3 jansson)
endif
pincheck_libs += -L$(LLVM_LIBDIR) -lclang -pthread
pincheck_ldflags := $(if $(LLVM_RPATH),-Wl$(comma)-rpath$(comma)$(LLVM_RPATH))
comma := ,

ifeq ($(DEVELOPER),1)
pincheck_cflags += -Werror -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition
endif
ifdef SANITIZE
OPTIMIZE := -O1
sanitize_flags := -fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer
endif

all_cflags = $(pincheck_cflags) $(CFLAGS) $(sanitize_flags) $(EXTRA_CFLAGS)
all_ldflags = $(pincheck_ldflags) $(LDFLAGS) $(sanitize_flags)

# ---- what there is ---------------------------------------------------------
stages := lib select parse facts link judge report cocci convert cmd

sources := $(foreach s,$(stages),$(sort $(wildcard checker/$(s)/*.c)))
objects := $(sources:%.c=$(BUILD)/%.o)
main_object := $(BUILD)/checker/main.o
# checks.h is a list that its users include with their own CHECK().
headers := $(filter-out checker/judge/checks.h,$(sort $(wildcard checker/*.h $(foreach s,$(stages),checker/$(s)/*.h))))
test_sources := $(sort $(wildcard checker/tests/test_*.c))
tests := $(test_sources:checker/tests/%.c=$(BUILD)/tests/%)
library := $(BUILD)/libpincheck.a
program := $(BUILD)/pincheck

.PHONY: all tests check check-build check-run check-tree check-accept lint hdr-check \
	coccicheck-pins bench install clean distclean tags help FORCE
.DEFAULT_GOAL := all

all: $(program)

tests: $(tests)

# ---- how it is made --------------------------------------------------------
# Written again only when the flags differ; everything compiled depends on it.
flags_line = $(shell $(CC) -dumpfullversion) $(CC) $(all_cflags) $(all_ldflags) $(pincheck_libs)

$(BUILD)/.flags: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' '$(subst ','\'',$(flags_line))' >$@.$$$$ && \
	if cmp -s $@.$$$$ $@; then rm -f $@.$$$$; else mv -f $@.$$$$ $@; fi

# Written again only when the list of objects differs.
$(BUILD)/.objects: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' $(objects) >$@.$$$$ && \
	if cmp -s $@.$$$$ $@; then rm -f $@.$$$$; else mv -f $@.$$$$ $@; fi

$(BUILD)/%.o: %.c $(BUILD)/.flags
	$(call quiet,CC,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(all_cflags) -MMD -MP -MF $(@:.o=.d) -c -o $@ $<

$(library): $(objects) $(BUILD)/.objects
	$(call quiet,AR,$@)
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $(objects)

$(program): $(main_object) $(library)
	$(call quiet,LINK,$@)
	$(Q)$(CC) $(all_cflags) $(all_ldflags) -o $@ $(main_object) $(library) $(pincheck_libs)

$(BUILD)/tests/%: $(BUILD)/checker/tests/%.o $(library)
	$(call quiet,LINK,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(all_cflags) $(all_ldflags) -o $@ $< $(library) -lcmocka $(pincheck_libs)

# Kept for the next run, not removed as intermediate files.
.SECONDARY: $(objects) $(main_object) $(test_sources:%.c=$(BUILD)/%.o)

-include $(objects:.o=.d) $(main_object:.o=.d) $(test_sources:%.c=$(BUILD)/%.d)

# ---- checks ----------------------------------------------------------------
# Each header compiles alone.
hdr-check: $(headers:%=$(BUILD)/%.alone)

$(BUILD)/%.h.alone: %.h $(BUILD)/.flags
	$(call quiet,HDR,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(all_cflags) -Wno-unused -MMD -MP -MF $(BUILD)/$<.d -MT $@ -fsyntax-only -x c $<
	$(Q)touch $@

-include $(headers:%=$(BUILD)/%.d)

# Everything is built and run with the sanitizers, in a folder of its own.
check:
	+$(Q)$(MAKE) SANITIZE=address,undefined DEVELOPER=1 BUILD="$(ASAN_BUILD)" check-run

check-run: check-build
	+$(Q)BUILD="$(abspath $(BUILD))" MAKE="$(MAKE)" T="$(T)" V="$(V)" sh scripts/run-tests.sh

check-build: all $(tests)

lint:
	$(Q)sh scripts/lint.sh

# Takes what a named golden case printed as what it shall print.
check-accept:
	$(Q)BUILD="$(abspath $(ASAN_BUILD))" sh scripts/check-accept.sh $(T)

check-tree:
	+@$(MAKE) BUILD="$(BUILD)" all
	@PINCHECK="$(abspath $(program))" BUILD="$(abspath $(BUILD))" KDIR="$(KDIR)" J="$(J)" \
		KDIR_OLD="$(KDIR_OLD)" RENAME_SEED="$(RENAME_SEED)" INVOKED="$(INVOKED)" \
		sh scripts/check-tree.sh

# ---- use -------------------------------------------------------------------
# What is built on the way goes to stderr: stdout is the report alone.
coccicheck-pins:
	@mkdir -p "$(BUILD)"
	+@flock "$(BUILD)/.lock" $(MAKE) BUILD="$(BUILD)" all >&2
	@PINCHECK="$(abspath $(program))" INVOKED="$(INVOKED)" KDIR="$(KDIR)" M="$(M)" \
		MODE="$(MODE)" J="$(J)" FORMAT="$(FORMAT)" O="$(O)" BASELINE="$(BASELINE)" \
		STRICT="$(STRICT)" V="$(V)" sh scripts/coccicheck-pins.sh

bench:
	+@$(MAKE) BUILD="$(BUILD)" all >&2
	@PINCHECK="$(abspath $(program))" BUILD="$(abspath $(BUILD))" INVOKED="$(INVOKED)" \
		KDIR="$(KDIR)" J="$(J)" sh scripts/bench.sh

# ---- install ---------------------------------------------------------------
share = $(DESTDIR)$(PREFIX)/share/pincheck
# Of scripts/, what is of no use without the sources.
source_scripts := scripts/acquire-names.awk scripts/clang-cfg.awk scripts/prototypes.awk %.jq scripts/bench.sh scripts/check-% scripts/find-libclang.sh \
	scripts/installed.mk scripts/lint.sh scripts/measure.c scripts/run-tests.sh scripts/setup.sh
shared_files = $(filter-out $(source_scripts),$(shell find rules cocci scripts docs/rules \
	-type f ! -name '*.pyc' ! -name '*~' 2>/dev/null))

# Built again below $(BUILD)/install, because the installed program looks for its
# data in $(PREFIX).
install:
	+$(Q)$(MAKE) BUILD="$(BUILD)/install" DATADIR="$(PREFIX)/share/pincheck" all
	$(call quiet,INSTALL,$(DESTDIR)$(PREFIX))
	$(Q)install -d "$(DESTDIR)$(PREFIX)/bin" "$(share)/docs" "$(DESTDIR)$(PREFIX)/share/man/man1"
	$(Q)install -m 755 $(BUILD)/install/pincheck "$(DESTDIR)$(PREFIX)/bin/pincheck"
	$(Q)for f in $(shared_files); do \
		m=644; test ! -x "$$f" || m=755; \
		install -D -m $$m "$$f" "$(share)/$$f" || exit 1; \
	done
	$(Q)sed 's|@PREFIX@|$(PREFIX)|g' scripts/installed.mk >"$(share)/Makefile"
	$(Q)chmod 644 "$(share)/Makefile"
	$(Q)if command -v rst2man >/dev/null 2>&1; then \
		rst2man docs/pincheck.1.rst >"$(DESTDIR)$(PREFIX)/share/man/man1/pincheck.1"; \
	elif command -v rst2man.py >/dev/null 2>&1; then \
		rst2man.py docs/pincheck.1.rst >"$(DESTDIR)$(PREFIX)/share/man/man1/pincheck.1"; \
	else \
		install -m 644 docs/pincheck.1.rst "$(share)/docs/"; \
		echo "no rst2man (python3-docutils): the man page is $(PREFIX)/share/pincheck/docs/pincheck.1.rst" >&2; \
	fi

# ---- the rest --------------------------------------------------------------
clean:
	$(call quiet,CLEAN,$(BUILD) $(ASAN_BUILD))
	$(Q)for d in "$(BUILD)" "$(ASAN_BUILD)"; do \
		test ! -e "$$d" || test -e "$$d/.flags" || { echo "$$d is not ours" >&2; exit 1; }; \
		rm -rf "$$d" || exit 1; \
	done

distclean: clean
	$(Q)rm -f tags

tags:
	$(call quiet,TAGS,tags)
	$(Q)$(CTAGS) -R checker rules

help:
	@sed -n 's/^#help//p' Makefile | sed 's/^ //'
	@for t in spatch sparse shellcheck jq rst2man; do \
		command -v $$t >/dev/null 2>&1 || echo "not installed: $$t"; \
	done

#help Building:
#help * all              - the program, $(BUILD)/pincheck
#help   tests            - the unit tests, $(BUILD)/tests/
#help   install          - to $(DESTDIR)$(PREFIX), default /usr/local
#help   tags             - a ctags file
#help   clean            - remove what was built
#help   distclean        - and the tags
#help
#help Checking a kernel:
#help   coccicheck-pins  - check a kernel tree and print the findings
#help   bench            - time a check against spatch, sparse and grep
#help
#help Checking pincheck:
#help   check            - all tests, under the address and undefined sanitizers
#help   check-tree       - run on a whole kernel, cold and warm, and check what comes out;
#help                      KDIR_OLD= adds a tree of v5.0 to v5.3
#help   check-accept     - take the output of the case T= as expected, after showing it
#help   hdr-check        - each header compiles alone
#help   lint             - SPDX lines, include doors, names, shellcheck
#help
#help Variables:
#help   KDIR=dir         - the kernel tree (else: this folder if it is one, an installed
#help                      linux-source, testcases/tree)
#help   M=dir            - only this folder of it
#help   O=dir            - the kernel's build folder: its config and flags are used
#help   FORMAT=text|json - how to print
#help   MODE=report      - the other modes are planned
#help   J=n              - workers, default one per processor
#help   STRICT=1         - fail if an error or warning was found
#help   V=1              - show commands, and more about each site
#help   BUILD=dir        - where what is built goes, default build
#help   DEVELOPER=1      - warnings are errors
#help   SANITIZE=list    - gcc's -fsanitize=list, in build-asan
#help   LLVM=n           - this version of libclang
#help   T=case           - only these tests
#help
#help Example: make coccicheck-pins KDIR=~/linux M=drivers/media J=2

endif
