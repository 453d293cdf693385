/* The models of a report: see report_data.h. */
#include "base/base64.h"
#include "command/report/report_data.h"
#include "model/kind.h"
#include "model/safetensors.h"
#include "train/metrics.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Letters of base64 that the snapshots of one model may take. */
enum { SNAPSHOT_ROOM = 320000 };

/* Appends the weights as text. */
static void append_weights(struct text *text, const struct model *model, const double *weights) {
    struct text bytes = {0};
    for (size_t i = 0; i < model->parameter_count; i++) {
        safetensors_append(&bytes, SAFETENSORS_F32, weights[i]);
    }
    text_string(text, "\"");
    base64_append(text, bytes.data, bytes.length);
    text_string(text, "\"");
    text->failed = text->failed || bytes.failed;
    text_free(&bytes);
}

/* How many of the snapshots there is room for: all, or some, at least two. */
static size_t snapshots_shown(const struct report_model *entry) {
    size_t size = entry->model.parameter_count * sizeof(float) * 4 / 3;
    size_t room = size ? SNAPSHOT_ROOM / size : 0;
    if (room < 2) return 0;
    return entry->snapshots.count < room ? entry->snapshots.count : room;
}

static bool append_snapshot(struct text *text, const struct report_run *run,
                            const struct report_model *entry, size_t i, struct error *error) {
    double *weights = report_run_snapshot(run, entry, i, error);
    if (!weights) return false;
    text_format(text, "{\"step\":%" PRIu64 ",\"weights\":", entry->snapshots.steps[i]);
    append_weights(text, &entry->model, weights);
    text_string(text, "}");
    free(weights);
    return true;
}

/* The first, the last and evenly chosen ones between. */
static bool append_snapshots(struct text *text, const struct report_run *run,
                             const struct report_model *entry, struct error *error) {
    size_t all = entry->snapshots.count, shown = snapshots_shown(entry);
    bool done = true;
    text_format(text, ",\"snapshots_there\":%zu,\"snapshots\":[", all);
    for (size_t n = 0; n < shown && done; n++) {
        size_t i = shown > 1 ? n * (all - 1) / (shown - 1) : 0;
        text_string(text, n ? "," : "");
        done = append_snapshot(text, run, entry, i, error);
    }
    text_string(text, "]");
    return done;
}

static void append_tensors(struct text *text, const struct model *model) {
    text_string(text, ",\"tensors\":[");
    for (size_t t = 0; t < model->tensor_count; t++) {
        const struct tensor *tensor = &model->tensors[t];
        text_format(text, "%s{\"name\":\"%s\",\"rows\":%zu,\"columns\":%zu,\"vector\":%s}",
                    t ? "," : "", tensor->name, tensor->rows, tensor->columns,
                    tensor->is_vector ? "true" : "false");
    }
    text_string(text, "]");
}

/* The first step at which 99 % were right; INFINITY: none. */
static double first_at_99(const struct curve_run *curve) {
    for (size_t i = 0; i < curve->count; i++) {
        if (metrics_reach_99(curve->values[REPORT_EVAL_ACCURACY][i])) return curve->steps[i];
    }
    return INFINITY;
}

/* The same of all curves of the model. */
static double steps_to_99(const struct report_run *run, const char *model) {
    double first = INFINITY;
    for (size_t i = 0; i < run->curves.count; i++) {
        const struct curve_run *curve = &run->curves.runs[i];
        if (strcmp(curve->key.model, model) == 0) first = fmin(first, first_at_99(curve));
    }
    return first;
}

static double last_value(const struct curve_run *curve, enum report_column column) {
    return curve && curve->count ? curve->values[column][curve->count - 1] : NAN;
}

/* "1.4720 below the blind floor", beside the verdict on the last loss. */
static void append_verdict(struct text *text, const struct report_run *run, double loss) {
    bool known = !isnan(loss) && run->eval_examples;
    text_string(text, ",\"verdict\":");
    if (!known) {
        text_string(text, "null,\"distance\":null");
        return;
    }
    double above = loss - run->floors.blind;
    enum verdict verdict = verdict_of(loss, run->eval_examples, &run->floors);
    text_json_string(text, verdict_sentences[verdict]);
    text_format(text, ",\"distance\":\"%.4f %s the blind floor%s\"", fabs(above),
                above < 0 ? "below" : "above",
                verdict_is_in_doubt(verdict, loss, &run->floors) ? ": " VERDICT_DOUBT : "");
}

static void append_final(struct text *text, const struct report_run *run, const char *name) {
    const struct curve_run *curve = report_run_curve(run, name);
    double loss = last_value(curve, REPORT_EVAL_LOSS);
    append_verdict(text, run, loss);
    text_string(text, ",\"final\":{\"loss\":");
    text_json_number(text, loss);
    text_string(text, ",\"accuracy\":");
    text_json_number(text, last_value(curve, REPORT_EVAL_ACCURACY));
    text_string(text, ",\"answer_weight\":");
    text_json_number(text, last_value(curve, REPORT_ANSWER_WEIGHT));
    text_string(text, ",\"steps_to_99\":");
    text_json_number(text, steps_to_99(run, name));
    text_string(text, "}");
}

static bool append_model(struct text *text, const struct report_run *run,
                         const struct report_model *entry, struct error *error) {
    const struct model *model = &entry->model;
    text_format(text,
                "{\"name\":\"%s\",\"score\":\"%s\",\"width\":%zu,\"heads\":%zu,\"hidden\":%zu,"
                "\"parameters\":%zu",
                model->kind->name, model->score->name, model->width, model->heads, model->hidden,
                model->parameter_count);
    append_final(text, run, model->kind->name);
    append_tensors(text, model);
    text_string(text, ",\"weights\":");
    append_weights(text, model, entry->weights);
    bool done = append_snapshots(text, run, entry, error);
    text_string(text, "}");
    return done;
}

bool report_models(struct text *text, const struct report_run *run, struct error *error) {
    text_string(text, "[");
    for (size_t i = 0; i < run->model_count; i++) {
        text_string(text, i ? ",\n" : "\n");
        if (!append_model(text, run, &run->models[i], error)) return false;
    }
    text_string(text, "]");
    return true;
}
