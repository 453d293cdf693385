/* explain as text: its columns stand straight, and every number is that of the JSON, to the printed
 * digits.
 *
 * Grids are read as a reader does: a line of names, and under the right end of each name a number in
 * every row, until a line that is none. Where a number is to be found in the JSON follows from the
 * names of its row and column, and from the step it stands in. */
#include "model/kind.h"
#include "support.h"
#include "support_explain.h"

#include "task/letter.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 256, MOST_NAMES = 32 };

struct name {
    char text[32];
    size_t end; /* the column after it */
};

struct reading {
    const struct golden_model *golden;
    const struct example *example;
    const char *json;
    char step[LINE_SIZE]; /* the line "4. ..." */
    size_t head;          /* from 0 */
    struct name names[MOST_NAMES];
    size_t name_count;
    size_t numbers; /* checked so far */
};

/* Half a unit of the last printed digit, and rounding of the shortest decimal. */
static double half_unit(const char *printed) {
    const char *point = strchr(printed, '.'), *exponent = strchr(printed, 'e');
    size_t decimals = point ? strcspn(point + 1, "e") : 0;
    double unit = pow(10, -(double)decimals) * (exponent ? pow(10, atof(exponent + 1)) : 1);
    return strcmp(printed, "0") == 0 ? 0 : unit * 0.5000001;
}

/* Number i of the array or number of that key. */
static double number_at(const char *json, const char *key, size_t i) {
    char quoted[40];
    size_t count;
    snprintf(quoted, sizeof quoted, "\"%s\": [", key);
    if (!strstr(json, quoted)) return json_number(json, key);
    double *numbers = json_numbers_of(json, key, &count), number;
    cr_assert(i < count, "%s[%zu] of %zu", key, i, count);
    number = numbers[i];
    free(numbers);
    return number;
}

static void expect_printed(struct reading *reading, const char *printed, const char *key,
                           size_t i) {
    double expected = number_at(reading->json, key, i);
    cr_expect(fabs(strtod(printed, NULL) - expected) <= half_unit(printed),
              "%s %s: %s[%zu] is %.17g, printed %s", reading->golden->name, reading->step, key, i,
              expected, printed);
    reading->numbers++;
}

/* --- where a number is in the JSON ------------------------------------------------------------- */

/* By the name of the column: a vector, whose entries are the rows; or of pairs, of a head. */
static const char *const vectors[] = {"q", "o", "dq", "z", "h", "dz", "logits", "y", "dlogits"};
static const struct {
    const char *column, *key;
} of_pairs[] = {{"q . k_i", "q_dot_k"},
                {"|q - k_i|^2", "squared_distance"},
                {"M[q,letter]", "M_letter"},
                {"M[q,digit]", "M_digit"},
                {"s_i", "s"},
                {"e^(s_i - m)", "e"},
                {"a_i", "a"},
                {"da_i", "da"},
                {"da_j", "da"},
                {"a_i da_i", "a_da"},
                {"ds_i", "ds"}};

static bool is_one_of(const char *name, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(name, names[i]) == 0) return true;
    }
    return false;
}

/* A column "k_2 c7" of k [n][width]. */
static bool expect_of_pair(struct reading *reading, const char *column, size_t row,
                           const char *printed) {
    char key[8], pair[20], expected[20], letter[LETTER_SIZE];
    size_t i, d = reading->golden->model.width;
    if (sscanf(column, "%7[a-z]_%zu %19s", key, &i, pair) != 3) return false;
    const struct example *example = reading->example;
    snprintf(expected, sizeof expected, "%s%u", letter_name(example->letters[i - 1], letter),
             (unsigned)example->digits[i - 1]);
    cr_expect_str_eq(pair, expected);
    expect_printed(reading, printed, key, (i - 1) * d + row);
    return true;
}

/* The columns of the pairs' tables. */
static bool expect_of_head(struct reading *reading, const char *column, size_t row,
                           const char *printed) {
    size_t at = reading->head * reading->example->count + row, asked = reading->example->query + 1;
    const char *comma = reading->example->count > 9 ? "," : "";
    char delta[32], jacobian[32], chained[32];
    for (size_t i = 0; i < sizeof of_pairs / sizeof *of_pairs; i++) {
        if (strcmp(column, of_pairs[i].column) != 0) continue;
        expect_printed(reading, printed, of_pairs[i].key, at);
        return true;
    }
    snprintf(delta, sizeof delta, "[%zu=j] - a_j", asked);
    snprintf(jacobian, sizeof jacobian, "J_%zu%sj", asked, comma);
    snprintf(chained, sizeof chained, "J_%zu%sj da_j", asked, comma);
    const char *key = strcmp(column, delta) == 0      ? "one_minus_a"
                      : strcmp(column, jacobian) == 0 ? "jacobian"
                      : strcmp(column, chained) == 0  ? "da_jacobian"
                                                      : NULL;
    if (key) expect_printed(reading, printed, key, at);
    return key != NULL;
}

/* The column of a tensor by its printed name: a letter, a digit, an entry, or an input of mlp. */
static size_t tensor_column(const struct reading *reading, const struct tensor *tensor,
                            const char *column) {
    const struct task *task = &reading->golden->model.task;
    uint32_t letter;
    size_t i, pair = task->letters + task->digits;
    char rest[16];
    if (tensor->id == W_O || tensor->id == W_2) return (size_t)atoi(column) - 1;
    if (sscanf(column, "x_%zu:%15s", &i, rest) == 2) {
        return (i - 1) * pair + tensor_column(reading, tensor, rest);
    }
    if (sscanf(column, "query:%15s", rest) == 1) {
        return task->pairs * pair + tensor_column(reading, tensor, rest);
    }
    if (isdigit((unsigned char)*column)) return task->letters + (size_t)atoi(column);
    cr_assert(letter_parse(column, &letter), "%s", column);
    return letter;
}

/* A number of the step "15. dW_K = ...". */
static void expect_of_tensor(struct reading *reading, const char *column, const char *row,
                             const char *printed) {
    char key[16];
    const struct model *model = &reading->golden->model;
    cr_assert_eq(sscanf(reading->step, "%*d. %15s", key), 1, "%s", reading->step);
    const struct tensor *tensor = model_find_tensor(model, key + 1);
    cr_assert(tensor, "no tensor %s: column '%s'", key, column);
    if (tensor->is_vector) {
        cr_expect_str_eq(row, key);
        bool digits = tensor->id == B_O || tensor->id == B_2;
        expect_printed(reading, printed, key, (size_t)atoi(column) - !digits);
        return;
    }
    uint32_t letter;
    bool digits = tensor->id == W_O || tensor->id == W_2;
    size_t r = (size_t)atoi(row) - !digits;
    if (tensor->id == M) {
        cr_assert(letter_parse(row, &letter));
        r = letter;
    }
    expect_printed(reading, printed, key,
                   r * tensor->columns + tensor_column(reading, tensor, column));
}

static bool is_matrix(const struct reading *reading) {
    return strstr(reading->step, ". dW_") || strstr(reading->step, ". dM");
}

static void expect_cell(struct reading *reading, const char *column, const char *row,
                        const char *printed) {
    size_t number = (size_t)atoi(row), is_digit = strcmp(reading->names[0].text, "c") == 0;
    const struct model *model = &reading->golden->model;
    if (strcmp(column, "w_S") == 0) {
        double w = model_tensor(model, reading->golden->weights, W_S)[number - 1];
        cr_expect(fabs(strtod(printed, NULL) - w) <= half_unit(printed));
        reading->numbers++;
    } else if (strchr(row, ' ')) {
        cr_expect(expect_of_head(reading, column, number - 1, printed), "column '%s'", column);
    } else if (is_one_of(column, vectors, sizeof vectors / sizeof *vectors) &&
               !is_matrix(reading)) {
        expect_printed(reading, printed, column, number - !is_digit);
    } else if (strcmp(row, "do") == 0) {
        expect_printed(reading, printed, "do", (size_t)atoi(column) - 1);
    } else if (is_matrix(reading) || !expect_of_pair(reading, column, number - 1, printed)) {
        expect_of_tensor(reading, column, row, printed);
    }
}

/* --- lines ------------------------------------------------------------------------------------- */

/* The text between two columns of a line, without blanks at its ends. */
static void cut(const char *line, size_t from, size_t end, char text[32]) {
    while (from < end && line[from] == ' ') from++;
    while (end > from && line[end - 1] == ' ') end--;
    if (end - from > 31) end = from + 31;
    snprintf(text, 32, "%.*s", (int)(end - from), line + from);
}

static bool is_number(const char *text) {
    char *end;
    strtod(text, &end);
    return end != text && !*end;
}

/* A line of names, 2 blanks or more apart, the first of which says what the rows are. */
static bool read_names(struct reading *reading, const char *line) {
    static const char *const corners[] = {"i", "j", "c", "letter"};
    struct name names[MOST_NAMES];
    size_t count = 0;
    bool of_letters = reading->name_count && strcmp(reading->names[0].text, "letter") == 0;
    if (of_letters && !strstr(line, "letter")) return false;
    for (const char *at = line; *at;) {
        const char *end = strstr(at + strspn(at, " "), "  ");
        if (!end) end = at + strlen(at);
        cr_assert(count < MOST_NAMES);
        names[count].end = (size_t)(end - line);
        cut(line, (size_t)(at - line), (size_t)(end - line), names[count++].text);
        at = end;
        if (count == 1 && !is_one_of(names[0].text, corners, 4)) return false;
    }
    if (count < 2) return false;
    memcpy(reading->names, names, sizeof names);
    reading->name_count = count;
    return true;
}

static void expect_mark(const struct reading *reading, const char *row, const char *rest) {
    bool pair = strchr(row, ' ') != NULL, digit = strcmp(reading->names[0].text, "c") == 0;
    size_t number = (size_t)atoi(row);
    const char *mark = pair && number == reading->example->query + 1 ? "  <- asked"
                       : digit && isdigit((unsigned char)*row) && !is_matrix(reading) &&
                               number == example_answer(reading->example)
                           ? "  <- answer"
                           : "";
    cr_expect_str_eq(rest, mark, "%s %s row %s: '%s'", reading->golden->name, reading->step, row,
                     rest);
}

/* A row: numbers that end where the names end. */
static bool read_row(struct reading *reading, const char *line) {
    char row[32], cell[32];
    size_t length = strlen(line), count = reading->name_count;
    if (!count || length < reading->names[count - 1].end) return false;
    cut(line, 0, reading->names[0].end, row);
    for (size_t k = 1; k < count; k++) {
        size_t from = reading->names[k - 1].end, end = reading->names[k].end;
        cut(line, from, end, cell);
        if (!is_number(cell)) return false;
        cr_expect(line[end - 1] != ' ' && (line[end] == ' ' || !line[end]), "not aligned: %s",
                  line);
        cr_expect(line[from] == ' ' && line[from + 1] == ' ', "not 2 blanks apart: %s", line);
        expect_cell(reading, reading->names[k].text, row, cell);
    }
    expect_mark(reading, row, line + reading->names[count - 1].end);
    return true;
}

/* "   NAME = number", and what may follow. */
static bool read_scalar(struct reading *reading, const char *line) {
    const struct example *example = reading->example;
    char own[16], chained[64], number[32];
    size_t at = reading->head * example->count + example->query;
    snprintf(own, sizeof own, "a_%zu", example->query + 1);
    snprintf(chained, sizeof chained, "sum_j J_%zu%sj da_j = ds_%zu", example->query + 1,
             example->count > 9 ? "," : "", example->query + 1);
    const struct {
        const char *name, *key;
        size_t i;
    } scalars[] = {{"m = max_j s_j", "m", reading->head},
                   {"sum_j e^(s_j - m)", "sum_e", reading->head},
                   {"sum_j a_j da_j", "sum_a_da", reading->head},
                   {own, "a", at},
                   {chained, "ds", at}};
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++) {
        size_t length = strlen(scalars[i].name);
        if (strncmp(line + 3, scalars[i].name, length) != 0 ||
            sscanf(line + 3 + length, " = %31[-0-9.e]", number) != 1) {
            continue;
        }
        expect_printed(reading, number, scalars[i].key, scalars[i].i);
        return true;
    }
    return false;
}

static bool read_loss(struct reading *reading, const char *line) {
    unsigned answer;
    char y[32], loss[32];
    size_t digits;
    double chance;
    if (sscanf(line, "   loss = -ln y[%u] = -ln %31s = %31s (chance: ln %zu = %lf)", &answer, y,
               loss, &digits, &chance) != 5) {
        return false;
    }
    cr_expect_eq(answer, example_answer(reading->example));
    cr_expect_eq(digits, reading->golden->model.task.digits);
    assert_near(chance, log((double)digits), 6e-7, "chance");
    expect_printed(reading, y, "y", answer);
    expect_printed(reading, loss, "loss", 0);
    return true;
}

static bool read_words(struct reading *reading, const char *line) {
    size_t head, on, units;
    double root, d_h = (double)model_head_width(&reading->golden->model);
    unsigned prediction, again;
    char right[8];
    if (sscanf(line, "   head %zu", &head) == 1) {
        reading->head = head - 1;
    } else if (sscanf(line, "   sqrt(d_h) = sqrt(%*d) = %lf", &root) == 1) {
        assert_near(root, sqrt(d_h), 6e-7, "sqrt(d_h)");
    } else if (sscanf(line, "   the largest y is that of %u: the model answers %u, which is %7s",
                      &prediction, &again, right) == 3) {
        bool is_right = prediction == example_answer(reading->example);
        cr_expect_eq(prediction, (unsigned)json_number(reading->json, "prediction"));
        cr_expect_eq(prediction, again);
        cr_expect_str_eq(right, is_right ? "right" : "wrong");
    } else if (sscanf(line, "   %zu of the %zu units are on", &on, &units) == 2) {
        size_t count = 0, positive = 0;
        double *z = json_numbers_of(reading->json, "z", &count);
        for (size_t r = 0; r < count; r++) positive += z[r] > 0;
        cr_expect(on == positive && units == count, "%s", line);
        free(z);
    } else {
        bool more = strncmp(line, "   ... ", 7) == 0 && strstr(line, " more ");
        return strncmp(line, "   ", 3) == 0 && (isalpha((unsigned char)line[3]) || more);
    }
    return true;
}

static void read_line(struct reading *reading, const char *line) {
    int dot = 0;
    sscanf(line, "%*d.%n", &dot);
    if (dot) {
        snprintf(reading->step, sizeof reading->step, "%s", line);
        reading->head = reading->name_count = 0;
    } else if (isupper((unsigned char)*line)) {
        reading->name_count = 0;
    } else if (reading->step[0] && *line && !read_names(reading, line)) {
        bool known = read_row(reading, line) || read_scalar(reading, line) ||
                     read_loss(reading, line) || read_words(reading, line) ||
                     (strncmp(line, "  ... ", 6) == 0 && strstr(line, " more "));
        cr_expect(known, "%s: what is the line '%s'?", reading->golden->name, line);
    }
}

/* Reads all of it; returns how many numbers it has. */
static size_t read_explanation(const struct golden_model *golden, const struct example *example,
                               const char *before, size_t width) {
    char *json = explain_json_of(golden->path, example);
    char *text = explain_text_of(golden->path, example, before);
    struct reading reading = {.golden = golden, .example = example, .json = json};
    for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        size_t length = strlen(line);
        cr_expect(length <= width, "%s: %zu columns: %s", golden->name, length, line);
        cr_expect(!length || line[length - 1] != ' ', "a blank at the end of '%s'", line);
        read_line(&reading, line);
    }
    free(json);
    free(text);
    return reading.numbers;
}

static void read_example(const char *name, size_t t, const char *before, size_t width) {
    struct golden_model golden = golden_model_open(name);
    struct example example;
    dataset_example(&golden.data, t, &example);
    cr_expect_gt(read_explanation(&golden, &example, before, width), 40);
    golden_model_close(&golden);
}

Test(explain_text, shows_the_numbers_of_the_json_in_straight_columns) {
    for (size_t c = 0; golden_models[c]; c++) {
        read_example(golden_models[c], 0, "", 80);
        read_example(golden_models[c], 1, "COLUMNS=100", 100);
        read_example(golden_models[c], 2, "COLUMNS=1000", 100);
        read_example(golden_models[c], 3, "COLUMNS=20", 80);
    }
}

/* As many as there are: n = 6, d = 16, 10 digits, of which the example has 6. */
Test(explain_text, shows_every_number) {
    struct golden_model golden = golden_model_open("attention-scaled-dot");
    uint32_t letters[] = {0, 2, 5, 1, 7, 3}, digits[] = {3, 7, 1, 9, 0, 2};
    struct example example = {6, letters, digits, 1};
    size_t entries = 16 * 7 + 16 * 7 + 16 + 16 * 7 + 16 * 6; /* q k, v o, do, dq dk, dv */
    size_t pairs = 6 * 4 + 2 + 6 + 6 * 4 + 1 + 6 * 4 + 2;    /* s a, da, ds, Jacobian, and sums */
    size_t of_digits = 10 * 2 + 2 + 10 * 2;                  /* y, loss, dlogits */
    size_t tensors = 16 + 16 * 12 + 16 * 12 + 160 + 10;
    cr_expect_eq(read_explanation(&golden, &example, "", 80),
                 entries + pairs + of_digits + tensors);
    golden_model_close(&golden);
}

static struct golden_model open_model(const char *options) {
    struct golden_model golden = {.name = options};
    struct error error;
    struct outcome outcome = run("attnlearn train -q --steps 0 --eval-examples 1 %s --save "
                                 "$T/model.safetensors",
                                 options);
    cr_assert_eq(outcome.status, 0, "%s", outcome.err);
    outcome_free(&outcome);
    snprintf(golden.path, sizeof golden.path, "%s/model.safetensors", test_folder());
    cr_assert(model_file_read(golden.path, &golden.model, &golden.weights, &error), "%s",
              error.message);
    return golden;
}

/* Long ones are folded, and the pair asked about and the answer stay. */
Test(explain_text, folds_what_is_long) {
    if (SLOWNESS > 1) cr_skip_test("a long text, read many times: of other builds");
    struct golden_model golden = open_model("--model attention --width 512 --heads 32 --pairs 30 "
                                            "--letters 30 --digits 26");
    uint32_t letters[30], digits[30];
    for (uint32_t i = 0; i < 30; i++) letters[i] = 29 - i, digits[i] = i * 7 % 26;
    struct example example = {30, letters, digits, 25};
    cr_expect_eq(example_answer(&example), 19);
    read_explanation(&golden, &example, "", 80);
    char *text = explain_text_of(golden.path, &example, "");
    static const char *const words[] = {"  ... 496 more rows\n",
                                        "  ... 496 more columns\n",
                                        "  ... 13 more rows\n",
                                        "  ... 9 more rows\n",
                                        "   ... 16 more heads\n",
                                        "   ... 13 more pairs\n",
                                        "\n30 pairs, asked for e: the answer is 19\n",
                                        "26 e19 ",
                                        "  <- asked\n",
                                        "\n  19 ",
                                        "k_26 e19",
                                        "  ... 13 more columns\n"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        cr_expect(strstr(text, words[i]), "'%s' is not there", words[i]);
    }
    free(text);
    free(golden.weights);
}

/* A list of 20 is whole; one of 21 is folded to 16. */
Test(explain_text, folds_from_21) {
    static const char *const rows[] = {"\n  20  ", "  ... 5 more rows\n"};
    for (int longer = 0; longer <= 1; longer++) {
        struct golden_model golden =
            open_model(longer ? "--model average --width 21" : "--model average --width 20");
        uint32_t letters[] = {1, 0}, digits[] = {5, 5};
        struct example example = {2, letters, digits, 0};
        read_explanation(&golden, &example, "", 80);
        char *text = explain_text_of(golden.path, &example, "");
        cr_expect(strstr(text, rows[longer]) && !strstr(text, rows[!longer]));
        free(text);
        free(golden.weights);
    }
}

/* Small numbers have an exponent: those of a model that has learnt. */
Test(explain_text, tells_small_numbers_apart_from_zero) {
    struct golden_model golden = open_model("--model attention");
    struct outcome outcome = run("attnlearn train -q --model attention --steps 2000 --eval-every "
                                 "2000 --save $T/model.safetensors");
    cr_assert_eq(outcome.status, 0, "%s", outcome.err);
    outcome_free(&outcome);
    uint32_t letters[] = {0, 2, 5, 1, 7, 3}, digits[] = {3, 7, 1, 9, 0, 2};
    struct example example = {6, letters, digits, 1};
    read_explanation(&golden, &example, "", 80);
    char *text = explain_text_of(golden.path, &example, "");
    cr_expect(strstr(text, "e-05") && !strstr(text, " 0.000000") && !strstr(text, " 0.0000 "));
    free(text);
    free(golden.weights);
}
