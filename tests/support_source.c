/* Sources in the tests: see support_source.h. */
#include "support_source.h"

#include <criterion/criterion.h>

struct source *stream_of(struct task task, uint64_t seed, enum stream stream) {
    struct error error;
    struct source *source = source_stream(&task, seed, stream, &error);
    cr_assert(source, "%s", error.message);
    return source;
}

void assert_well_formed(const struct example *example, const struct task *task) {
    size_t asked = 0;
    cr_assert(example->count >= task->min_pairs && example->count <= task->pairs);
    cr_assert_lt(example->query, example->count);
    for (size_t i = 0; i < example->count; i++) {
        cr_assert(example->letters[i] < task->letters && example->digits[i] < task->digits);
        asked += example->letters[i] == example->letters[example->query];
        for (size_t j = 0; j < i; j++) cr_assert_neq(example->letters[i], example->letters[j]);
    }
    cr_assert_eq(asked, 1);
    cr_assert_eq(example_answer(example), example->digits[example->query]);
}
