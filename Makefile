# attnlearn: make help lists the targets.
#
# CC, CFLAGS, CPPFLAGS, LDFLAGS, LDLIBS, OPENMP=0, PREFIX and DESTDIR are yours. What results
# depend on is kept apart in RESULT_FLAGS and stands last, so that it cannot be lost.

CC ?= cc
CFLAGS ?= -O2
PREFIX ?= /usr/local
BUILD ?= build
OPENMP ?= 1

WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow
RESULT_FLAGS := -std=c11 -D_XOPEN_SOURCE=700 -Isrc -ffp-contract=off

# OpenMP where the compiler has it.
ifneq ($(OPENMP),0)
OPENMP_FLAG := $(shell echo 'int main(void){return 0;}' | \
	$(CC) $(CFLAGS) $(LDFLAGS) -fopenmp -x c - -o /dev/null 2>/dev/null && echo -fopenmp)
endif

COMPILE = $(CC) $(WARNINGS) $(CPPFLAGS) $(CFLAGS) $(OPENMP_FLAG) $(RESULT_FLAGS) $(EXTRA)
LINK = $(CC) $(CFLAGS) $(OPENMP_FLAG) $(LDFLAGS) $(EXTRA)

SOURCES := $(sort $(wildcard src/*.c src/*/*.c))
OBJECTS := $(SOURCES:%.c=$(BUILD)/%.o)
# The program stands at the top; another build folder keeps its own.
PROGRAM := $(if $(filter build,$(BUILD)),attnlearn,$(BUILD)/attnlearn)
LIBRARY := $(filter-out $(BUILD)/src/main.o,$(OBJECTS))
TESTS := $(sort $(wildcard tests/*.c))
TEST_OBJECTS := $(TESTS:%.c=$(BUILD)/%.o)

.PHONY: all train test test-only sanitize lint format install uninstall clean help
all: $(PROGRAM)

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

-include $(OBJECTS:.o=.d) $(TEST_OBJECTS:.o=.d)

train: attnlearn ## build, then train attention and averaging on the same examples
	./attnlearn train --out runs/default --force

test: ## set up what the tests need, then run them
	@sh tests/setup.sh
	@$(MAKE) --no-print-directory test-only

test-only: $(PROGRAM) $(BUILD)/attnlearn-tests ## run the tests, setting nothing up
	ATTNLEARN=./$(PROGRAM) $(BUILD)/attnlearn-tests

$(BUILD)/attnlearn-tests: $(LIBRARY) $(TEST_OBJECTS)
	$(call QUIET,LINK)$(LINK) -o $@ $(TEST_OBJECTS) $(LIBRARY) $(LDLIBS) -lcriterion -lm

sanitize: ## run the tests with the address and undefined-behaviour sanitizers
	@sh tests/setup.sh
	@$(MAKE) --no-print-directory test-only BUILD=build/sanitize OPENMP=0 \
		CFLAGS='-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer'

lint: ## warnings as errors, static analysis, direction of includes
	sh tests/lint.sh

format: ## lay the sources out by .clang-format
	clang-format -i $(shell find src tests -name '*.[ch]')

install: attnlearn ## install under PREFIX (DESTDIR is respected)
	install -d '$(DESTDIR)$(PREFIX)/bin' '$(DESTDIR)$(PREFIX)/share/attnlearn/configs' \
		'$(DESTDIR)$(PREFIX)/share/doc/attnlearn'
	install -m 755 attnlearn '$(DESTDIR)$(PREFIX)/bin/attnlearn'
	install -m 644 configs/*.ini '$(DESTDIR)$(PREFIX)/share/attnlearn/configs'
	for file in data/README.md data/*.csv data/*/*.csv; do \
		install -d "$(DESTDIR)$(PREFIX)/share/attnlearn/$${file%/*}" && \
		install -m 644 "$$file" "$(DESTDIR)$(PREFIX)/share/attnlearn/$$file" || exit 1; done
	install -m 644 README.md '$(DESTDIR)$(PREFIX)/share/doc/attnlearn'

uninstall: ## remove what install put there
	rm -f '$(DESTDIR)$(PREFIX)/bin/attnlearn'
	rm -rf '$(DESTDIR)$(PREFIX)/share/attnlearn' '$(DESTDIR)$(PREFIX)/share/doc/attnlearn'

clean: ## remove what was built
	rm -rf build attnlearn

help: ## print this
	@echo 'make           build ./attnlearn (needs a C compiler and make)'
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## (.*)/make \1 \2/' | \
		awk '{ target = $$2; sub(/^make [a-z-]+ /, ""); printf "make %-9s %s\n", target, $$0 }'
