/* The section of the curves: what is drawn, and the values under the pointer. */
import { curvePicture } from './curve_picture.js';
import { data, nearestRow, styleOf } from './data.js';
import { byId, check, make, swatch } from './dom.js';
import { numberElement, setNumber, short } from './numbers.js';
import { watched } from './watched.js';

const quantities = [
    { column: 'eval_loss', name: 'loss on new examples (nats)', levels: true },
    { column: 'train_loss', name: 'loss in training (nats)', levels: true },
    { column: 'eval_accuracy', name: 'accuracy', unit: true },
    { column: 'answer_weight', name: 'attention on the answer', unit: true },
    { column: 'attention_entropy', name: 'entropy of the attention (nats)' },
    { column: 'grad_norm', name: 'norm of the gradient' },
    { column: 'learning_rate', name: 'learning rate' },
];

const levelsOfRun = () => [
    { name: `chance, ln ${data.task.digits}`, value: data.floors.chance },
    { name: 'average floor', value: data.floors.average },
    { name: 'blind floor', value: data.floors.blind },
];

const seriesOf = (column) =>
    data.curves.map((curve, i) => ({
        name: curve.model,
        style: styleOf(i),
        xs: curve.columns.step,
        ys: curve.columns[column].map((x) => x ?? NaN),
    }));

/* What is drawn when the look is so. */
const pictureOf = ({ quantity, hidden, ...axes }) => ({
    ...axes,
    unit: quantity.unit,
    levels: quantity.levels ? levelsOfRun() : [],
    title: `${quantity.name} over training steps`,
    series: seriesOf(quantity.column).filter((_, i) => !hidden.includes(i)),
});

const offered = () =>
    quantities.filter(({ column }) =>
        data.curves.some((curve) => curve.columns[column].some(Number.isFinite)),
    );

function curveControls(look) {
    const change = (part) => look.set({ ...look.get(), ...part });
    const choices = offered();
    const select = make(
        'select',
        { change: () => change({ quantity: choices[select.selectedIndex] }) },
        choices.map(({ name }) => make('option', {}, name)),
    );
    return make(
        'div',
        { class: 'controls' },
        make('label', { class: 'field' }, 'show ', select),
        check('logarithmic values', false, (logarithmic) => change({ logarithmic })),
        check('logarithmic steps', false, (logarithmicSteps) => change({ logarithmicSteps })),
    );
}

/* A box for each model that turns its curve on and off, with its value at the pointer. */
function curveLegend(look, at) {
    const values = data.curves.map(() => numberElement(NaN));
    const step = make('output', { class: 'step-name' });
    const items = data.curves.map((curve, i) => {
        const label = check('', true, (on) => {
            const others = look.get().hidden.filter((other) => other !== i);
            look.set({ ...look.get(), hidden: on ? others : [...others, i] });
        });
        label.lastChild.append(swatch(styleOf(i)), make('b', {}, curve.model), ' ', values[i]);
        return label;
    });
    const show = () => {
        step.textContent = `step ${at.get()}`;
        seriesOf(look.get().quantity.column).forEach(({ xs, ys }, i) => {
            const value = ys[nearestRow(xs, at.get())];
            setNumber(values[i], value, short(value));
        });
    };
    look.watch(show);
    at.watch(show);
    return make(
        'div',
        { class: 'legend', role: 'group', 'aria-label': 'models, and their values' },
        step,
        items,
    );
}

export function showCurves() {
    const steps = [...new Set(data.curves.flatMap((curve) => curve.columns.step))].sort(
        (a, b) => a - b,
    );
    const choices = offered();
    if (!choices.length) {
        byId('curves-body').append(make('p', { class: 'note' }, 'This run has no curves to draw.'));
        return;
    }
    const look = watched({
        quantity: choices[0],
        logarithmic: false,
        logarithmicSteps: false,
        hidden: [],
    });
    const at = watched(steps.at(-1));
    byId('curves-body').append(
        curveControls(look),
        curveLegend(look, at),
        ...curvePicture(steps, at, look, pictureOf),
    );
}
