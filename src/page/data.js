/* The run's data, as the program wrote them; src/command/report_data.h tells their shape. */

export const data = JSON.parse(document.getElementById('run-data').textContent);

export const modelNamed = (name) => data.models.find((model) => model.name === name);

/* The look of series number i of the curves; they begin anew after the last style. */
export const styleOf = (i) => data.styles[i % data.styles.length];

/* The style of a model: that of its curve, so that it is the same all over the page. */
export function styleOfModel(name) {
    const i = data.curves.findIndex((curve) => curve.model === name);
    return styleOf(i >= 0 ? i : data.curves.length + data.models.indexOf(modelNamed(name)));
}

/* The row whose step is nearest. */
export function nearestRow(steps, step) {
    let row = steps.findLastIndex((x) => x <= step);
    if (row < 0) row = 0;
    return row + 1 < steps.length && steps[row + 1] - step < step - steps[row] ? row + 1 : row;
}
