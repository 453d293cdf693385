/* A fact for the static analysers (tests/lint.sh), which see one file at a time: reporting an error
 * returns false, so that what follows a failure is never reached after a success. */
#ifndef TESTS_ANALYZER_H
#define TESTS_ANALYZER_H

#include "base/error.h"

#define error_set(...)       (error_set(__VA_ARGS__), false)
#define error_set_errno(...) (error_set_errno(__VA_ARGS__), false)
#define error_prefix(...)    (error_prefix(__VA_ARGS__), false)

#endif
