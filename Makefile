# attnlearn: make help lists the targets.
#
# CC, CFLAGS, CPPFLAGS, LDFLAGS, LDLIBS, OPENMP=0, HARDENING=0, PYTHON, DESTDIR, PREFIX, BINDIR, DATADIR,
# MANDIR and DOCDIR are yours, and NATIVE, a program that makes the manual page where the one that is
# built does not run. What results depend on is kept apart in RESULT_FLAGS and stands last, so that it
# cannot be lost.

ifeq ($(wildcard src/main.c),)
$(error src/ is not here: run make in the project's folder, or say make -C FOLDER)
endif

CC ?= cc
CFLAGS ?= -O2
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
DATADIR ?= $(PREFIX)/share
MANDIR ?= $(DATADIR)/man
DOCDIR ?= $(DATADIR)/doc/attnlearn
PYTHON ?= python3
BUILD ?= build
OPENMP ?= 1
HARDENING ?= 1
ifneq ($(words $(BUILD)),1)
$(error BUILD is '$(BUILD)', and make knows no folder with a blank in its name)
endif

# As many jobs as processors, unless make was told how many.
ifeq ($(filter -j%,$(MAKEFLAGS)),)
MAKEFLAGS += -j$(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
endif

WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow

# What the compiler says of itself under these flags: X87 where it would carry more digits than a type
# has, UNCHECKED where it could check calls of the C library and was not told whether to.
COMPILER_SAYS := $(shell printf '\043if defined __i386__ && __FLT_EVAL_METHOD__ != 0\nX87\n\043endif\n\043if \
	defined __OPTIMIZE__ && !defined _FORTIFY_SOURCE && !defined __SANITIZE_ADDRESS__\nUNCHECKED\n\043endif\n' | \
	$(CC) $(CPPFLAGS) $(CFLAGS) -E - 2>/dev/null)
RESULT_FLAGS := -std=c11 -D_XOPEN_SOURCE=700 -D_FILE_OFFSET_BITS=64 -Isrc -fno-fast-math \
	-ffp-contract=off $(if $(filter X87,$(COMPILER_SAYS)),-msse2 -mfpmath=sse)

# Hardening, as far as compiler and linker know it: all at once, else flag by flag. Your own flags
# stand after these and win.
ifneq ($(HARDENING),0)
HARDENING_LINK := $(if $(filter -static%,$(CFLAGS) $(LDFLAGS)),,-pie) -Wl,-z,relro,-z,now
HARDENING_FLAGS := $(shell try() { echo 'int puts(const char *); int main(void) {return puts("");}' | \
	$(CC) -Werror "$$@" $(CFLAGS) $(LDFLAGS) -x c - -o /dev/null 2>/dev/null; }; \
	set -- -fstack-protector-strong -fstack-clash-protection -fcf-protection -fPIE $(HARDENING_LINK); \
	try "$$@" && echo "$$@" || for flag; do try "$$flag" && echo "$$flag"; done)
HARDENING_LINK := $(filter -pie -Wl%,$(HARDENING_FLAGS))
HARDENING_COMPILE := $(filter-out $(HARDENING_LINK),$(HARDENING_FLAGS)) \
	$(if $(filter UNCHECKED,$(COMPILER_SAYS)),-D_FORTIFY_SOURCE=2)
endif

# OpenMP where the compiler has it.
ifneq ($(OPENMP),0)
OPENMP_FLAG := $(shell echo 'int main(void){return 0;}' | \
	$(CC) $(CFLAGS) $(LDFLAGS) -fopenmp -x c - -o /dev/null 2>/dev/null && echo -fopenmp)
endif

COMPILE = $(CC) $(WARNINGS) $(HARDENING_COMPILE) $(CPPFLAGS) $(CFLAGS) $(OPENMP_FLAG) $(RESULT_FLAGS) $(DEFINES) $(EXTRA)
# Fast mathematics at the link would make the processor take the smallest numbers for 0.
LINK_FLAGS = $(filter-out -Ofast -ffast-math -funsafe-math-optimizations,$(CFLAGS))
LINK = $(CC) $(HARDENING_LINK) $(LINK_FLAGS) $(OPENMP_FLAG) $(LDFLAGS) $(EXTRA)

# The fast engine's arithmetic is compiled once for each instruction set that the compiler knows;
# the program chooses when it starts. All of them compute the same bits.
KERNEL := src/model/fast/kernel
KERNEL_PROBE = $(shell \
	printf '\043include <immintrin.h>\nint main(void) {return __builtin_cpu_supports("avx2");}\n' | \
	$(CC) $(CFLAGS) $(LDFLAGS) $(KERNEL_FLAGS_$(1)) -x c - -o /dev/null 2>/dev/null && echo $(1))
KERNEL_FLAGS_base :=
KERNEL_FLAGS_avx2 := -mavx2
KERNEL_FLAGS_wide := -DWIDE_LANES -Wno-psabi
KERNEL_FLAGS_avx512 := -mavx512f -mavx512dq
# The arithmetic is worth more work of the compiler, unless CFLAGS says how much.
KERNEL_OPTIMISATION := $(if $(filter file,$(origin CFLAGS)),-O3)
KERNEL_SETS := $(call KERNEL_PROBE,avx512) $(call KERNEL_PROBE,avx2)
KERNEL_DEFINES := $(if $(filter avx2,$(KERNEL_SETS)),-DHAVE_KERNEL_AVX2) \
	$(if $(filter avx512,$(KERNEL_SETS)),-DHAVE_KERNEL_AVX512)

SOURCES := $(sort $(filter-out $(KERNEL).c,$(wildcard src/*.c src/*/*.c src/*/*/*.c)))
KERNEL_OBJECTS := $(foreach set,base $(KERNEL_SETS),$(BUILD)/$(KERNEL)-$(set).o)
# The kernels take longest: they come first.
OBJECTS := $(KERNEL_OBJECTS) $(SOURCES:%.c=$(BUILD)/%.o) $(BUILD)/page-sources.o
# The page of `report`: its modules are one script, of which start.js comes last, and its style
# begins with base.css and ends with paper.css.
PAGE := src/page
PAGE_MODULES := $(sort $(filter-out $(PAGE)/start.js,$(wildcard $(PAGE)/*.js))) $(PAGE)/start.js
PAGE_STYLES := $(PAGE)/base.css \
	$(sort $(filter-out %/base.css %/paper.css,$(wildcard $(PAGE)/*.css))) $(PAGE)/paper.css
PAGE_SOURCES := $(PAGE)/page.html $(PAGE_STYLES) $(PAGE_MODULES)
# The program stands at the top; another build folder keeps its own.
PROGRAM := $(if $(filter build,$(BUILD)),attnlearn,$(BUILD)/attnlearn)
LIBRARY := $(filter-out $(BUILD)/src/main.o,$(OBJECTS))
# How it is called: from here, or by its whole path.
RUN := $(if $(filter /%,$(PROGRAM)),,./)$(PROGRAM)
NATIVE ?= $(RUN)
# What the program makes from its tables: the manual page and completions.
PAGES := $(if $(NATIVE),$(foreach page,man bash zsh fish,$(BUILD)/pages/attnlearn.$(page)))
TESTS := $(sort $(wildcard tests/*.c))
TEST_KERNEL := $(BUILD)/$(KERNEL)-wide.o
TEST_OBJECTS := $(TESTS:%.c=$(BUILD)/%.o)

.PHONY: all train test test-only test-browser bench-peers sanitize faults fuzz fuzz-replay coverage mutants lint format install uninstall clean help
all: $(PROGRAM) $(PAGES)

# V=1 shows whole commands.
ifneq ($(V),1)
QUIET = @printf '  %-5s %s\n' $(1) '$@';
endif

$(PROGRAM): $(OBJECTS)
	$(call QUIET,LINK)$(LINK) -o $@ $(OBJECTS) $(LDLIBS) -lm

# Everything is built anew when the flags change.
$(BUILD)/flags: FORCE
	@mkdir -p $(BUILD)
	@echo '$(COMPILE) $(LINK)' | cmp -s - $@ || echo '$(COMPILE) $(LINK)' > $@
FORCE:

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call QUIET,CC)$(COMPILE) -MMD -MP -c -o $@ $<

$(BUILD)/src/model/fast/choose.o: DEFINES := $(KERNEL_DEFINES)

# The program looks for its data beside itself; it must be told only where they are elsewhere.
INSTALLED := $(if $(filter-out file,$(origin BINDIR) $(origin DATADIR)),$(DATADIR)/attnlearn)
$(BUILD)/src/command/installed.o: DEFINES := $(if $(INSTALLED),-DINSTALLED_FOLDER='"$(INSTALLED)"')
$(BUILD)/src/command/installed.o: $(BUILD)/installed
$(BUILD)/installed: FORCE
	@mkdir -p $(BUILD)
	@echo '$(INSTALLED)' | cmp -s - $@ || echo '$(INSTALLED)' > $@

$(BUILD)/pages/attnlearn.%: $(PROGRAM)
	@mkdir -p $(@D)
	$(call QUIET,PAGE)'$(NATIVE)' help --$* > $@.part && mv $@.part $@ || { \
		echo 'NATIVE=PROGRAM names an attnlearn that runs here, NATIVE= leaves this page out' >&2; exit 1; }

$(KERNEL_OBJECTS) $(TEST_KERNEL): $(BUILD)/$(KERNEL)-%.o: $(KERNEL).c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call QUIET,CC)$(COMPILE) $(KERNEL_OPTIMISATION) -fno-math-errno $(KERNEL_FLAGS_$*) -DKERNEL=kernel_$* \
		-MMD -MP -c -o $@ $<

# The page's sources as arrays of C strings (src/page/sources.h).
$(BUILD)/page-sources.c: $(PAGE_SOURCES) $(PAGE)/embed.sed $(PAGE)/bundle.sed $(BUILD)/flags
	$(call QUIET,PAGE)set -e; { echo '#include "page/sources.h"'; \
		echo 'const char *const page_html[] = {'; sed -f $(PAGE)/embed.sed $(PAGE)/page.html; echo '    0};'; \
		echo 'const char *const page_style[] = {'; sed -f $(PAGE)/embed.sed $(PAGE_STYLES); echo '    0};'; \
		echo 'const char *const page_script[] = {'; \
		sed -f $(PAGE)/bundle.sed $(PAGE_MODULES) | sed -f $(PAGE)/embed.sed; echo '    0};'; \
		} > $@.part; mv $@.part $@

$(BUILD)/page-sources.o: $(BUILD)/page-sources.c
	$(call QUIET,CC)$(COMPILE) -MMD -MP -c -o $@ $<

-include $(OBJECTS:.o=.d) $(TEST_OBJECTS:.o=.d) $(TEST_KERNEL:.o=.d) $(wildcard $(BUILD)/tests/faults/*.d)

train: $(PROGRAM) ## build, then train attention and averaging on the same examples
	$(RUN) train --out runs/default --force

test: ## set up what the tests need, then run them
	@sh tests/setup.sh
	@$(MAKE) --no-print-directory test-only

test-only: $(PROGRAM) $(BUILD)/attnlearn-tests ## run the tests, setting nothing up
	ATTNLEARN=$(RUN) $(BUILD)/attnlearn-tests

$(BUILD)/attnlearn-tests: $(LIBRARY) $(TEST_OBJECTS) $(TEST_KERNEL)
	$(call QUIET,LINK)$(LINK) -o $@ $(TEST_OBJECTS) $(TEST_KERNEL) $(LIBRARY) $(LDLIBS) -lcriterion -lm

# A fuzz target a tests/fuzz/fuzz_NAME.c, with a fuzzer's own main or with one that replays files.
FUZZ_TARGETS := $(patsubst tests/fuzz/fuzz_%.c,%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
FUZZ_MAIN := $(BUILD)/tests/fuzz/replay.o
FUZZ_PROGRAMS := $(FUZZ_TARGETS:%=$(BUILD)/fuzz-%)

$(FUZZ_PROGRAMS): $(BUILD)/fuzz-%: $(BUILD)/tests/fuzz/fuzz_%.o $(BUILD)/tests/fuzz/fuzz.o $(FUZZ_MAIN) $(LIBRARY)
	$(call QUIET,LINK)$(LINK) -o $@ $^ $(LDLIBS) -lm

-include $(wildcard $(BUILD)/tests/fuzz/*.d)

fuzz: ## fuzz what reads files, each target for SECONDS=60 (needs clang); FUZZ='model ini' for some
	@MAKE='$(MAKE)' sh tests/fuzz/fuzz.sh '$(or $(SECONDS),60)' $(or $(FUZZ),$(FUZZ_TARGETS))

fuzz-replay: ## give the fuzz targets what fuzzing kept, with the sanitizers
	@MAKE='$(MAKE)' sh tests/fuzz/replay.sh $(or $(FUZZ),$(FUZZ_TARGETS))

test-browser: $(PROGRAM) ## set up Chromium and what drives it, then test the page of report
	@sh tests/browser/setup.sh '$(BUILD)/browser'
	ATTNLEARN=$(RUN) BROWSER_FOLDER='$(BUILD)/browser' node tests/browser/run.mjs $(BROWSER_TESTS)

bench-peers: $(PROGRAM) ## time the same job in plain C, NumPy and PyTorch, side by side
	@CC='$(CC)' PYTHON='$(PYTHON)' $(PYTHON) -B tests/peers/run.py $(RUN) $(BENCH_PEERS)

sanitize: ## run the tests with the address and undefined-behaviour sanitizers
	@sh tests/setup.sh
	@MAKE='$(MAKE)' sh tests/sanitize.sh

coverage: ## run the tests and sum up which lines and branches they reach
	@sh tests/setup.sh
	@MAKE='$(MAKE)' sh tests/coverage.sh

mutants: ## plant small faults in attention and model, and see that the tests catch each
	@sh tests/setup.sh
	@MAKE='$(MAKE)' sh tests/mutants/run.sh $(MUTANTS)

# The program whose calls to the system fail on demand (tests/faults), and what makes them fail.
FAULT_CALLS := calloc realloc free open opendir read readdir write fsync rename close closedir mkdir \
	lseek ftruncate unlink stat lstat fstat access realpath fchmod fcntl
# What the C library's headers call some of them, for large files and with checks.
FAULT_NAMES := $(foreach call,open readdir lseek ftruncate stat lstat fstat fcntl,$(call)64=__wrap_$(call)) \
	__open_2=__wrap_open __open64_2=__wrap_open
FAULT_DRIVER := $(patsubst %,$(BUILD)/tests/faults/%.o,drive judge run image trials)

$(BUILD)/attnlearn-faulty: $(OBJECTS) $(BUILD)/tests/faults/wrap.o
	$(call QUIET,LINK)$(LINK) $(FAULT_CALLS:%=-Wl,--wrap=%) $(FAULT_NAMES:%=-Wl,--defsym=%) -o $@ $^ $(LDLIBS) -lm

$(BUILD)/fault-driver: $(FAULT_DRIVER)
	$(call QUIET,LINK)$(LINK) -o $@ $^ $(LDLIBS)

faults: $(BUILD)/attnlearn-faulty $(BUILD)/fault-driver ## let every call to the system fail in turn
	@MAKE='$(MAKE)' BUILD='$(BUILD)' sh tests/faults.sh

lint: ## warnings as errors, static analysis, direction of includes
	@LINT_FLAGS='$(WARNINGS) $(RESULT_FLAGS) $(KERNEL_DEFINES)' CHECKS='$(CHECKS)' sh tests/lint.sh

format: ## lay the sources out by .clang-format
	clang-format -i $(shell find src tests -name '*.[ch]')

# What is installed: file, permissions, place.
define newline


endef
SHARE = $(DATADIR)/attnlearn
SHARED := $(wildcard configs/*.ini configs/*.sbatch data/README.md data/*.csv data/*/*.csv)
PLACE_man = $(MANDIR)/man1/attnlearn.1
PLACE_bash = $(DATADIR)/bash-completion/completions/attnlearn
PLACE_zsh = $(DATADIR)/zsh/site-functions/_attnlearn
PLACE_fish = $(DATADIR)/fish/vendor_completions.d/attnlearn.fish
define INSTALL_LIST
$(PROGRAM) 755 $(BINDIR)/attnlearn
README.md 644 $(DOCDIR)/README.md
$(foreach page,$(PAGES),$(page) 644 $(PLACE_$(subst .,,$(suffix $(page))))$(newline))
$(foreach file,$(SHARED),$(file) 644 $(SHARE)/$(file)$(newline))
endef
define INSTALL_FOLDERS
$(SHARE)
$(DOCDIR)
endef
export INSTALL_LIST INSTALL_FOLDERS
EACH_INSTALLED = printf '%s\n' "$$INSTALL_LIST" | while read -r file mode place; do [ -n "$$place" ] || continue;

install: $(PROGRAM) $(PAGES) ## install under PREFIX (DESTDIR is respected)
	@umask 022; $(EACH_INSTALLED) echo "  INSTALL $$place"; to="$$DESTDIR$$place"; \
		install -d "$${to%/*}" && install -m "$$mode" "$$file" "$$to" || exit 1; done

uninstall: ## remove what install put there
	@$(EACH_INSTALLED) rm -f "$$DESTDIR$$place" || exit 1; done
	@printf '%s\n' "$$INSTALL_FOLDERS" | while read -r folder; do [ ! -d "$$DESTDIR$$folder" ] || \
		find "$$DESTDIR$$folder" -depth -type d -exec rmdir {} + 2>/dev/null || :; done

clean: ## remove what was built
	rm -rf build attnlearn

help: ## print this
	@echo 'make             build ./attnlearn (needs a C compiler and make)'
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## (.*)/make \1 \2/' | \
		awk '{ target = $$2; sub(/^make [a-z-]+ /, ""); printf "make %-11s %s\n", target, $$0 }'
