/* The run itself: what became of its models, its settings, its parameters. */
import { data, styleOfModel } from './data.js';
import { byId, make, swatch } from './dom.js';
import { fixed, numberElement, percent } from './numbers.js';

const numberCell = (text, title) => make('td', { class: 'number', 'data-title': title }, text);

const titles = [
    'model',
    'verdict',
    'parameters',
    'final loss',
    'accuracy',
    'attention on the answer',
    'steps to 99 %',
];
const FIRST_NUMBER = 2;

function resultRow(model) {
    const { final } = model;
    return make(
        'tr',
        {},
        make('th', { scope: 'row' }, swatch(styleOfModel(model.name)), model.name),
        make(
            'td',
            {},
            make('b', {}, model.verdict ?? 'not known'),
            model.distance ? ` (${model.distance})` : '',
        ),
        [
            String(model.parameters),
            numberElement(final.loss ?? NaN),
            percent(final.accuracy ?? NaN),
            fixed(final.answer_weight ?? NaN),
            String(final.steps_to_99 ?? '–'),
        ].map((text, i) => numberCell(text, titles[FIRST_NUMBER + i])),
    );
}

function showResult() {
    byId('result-body').append(
        make(
            'table',
            { class: 'result' },
            make(
                'thead',
                {},
                make(
                    'tr',
                    {},
                    titles.map((title, i) =>
                        make(
                            'th',
                            { scope: 'col', class: i >= FIRST_NUMBER ? 'number' : null },
                            title,
                        ),
                    ),
                ),
            ),
            make('tbody', {}, data.models.map(resultRow)),
        ),
    );
    if (data.missing.length) {
        byId('result-body').append(
            make('p', { class: 'note' }, `Not in the run’s folder: ${data.missing.join(', ')}.`),
        );
    }
}

function showFloors() {
    const lines = [
        [`chance, ln ${data.task.digits}`, data.floors.chance, 'who knows nothing'],
        ['average floor', data.floors.average, 'the best uniform average with a linear read-out'],
        [
            'blind floor',
            data.floors.blind,
            'the best predictor that sees the pairs but not the query' +
                (Number.isFinite(data.floors.blind_accuracy)
                    ? `, right in ${percent(data.floors.blind_accuracy)}`
                    : ''),
        ],
    ];
    byId('floors').append(
        ...lines.map(([name, value, who]) =>
            make(
                'tr',
                {},
                make('th', { scope: 'row' }, name),
                numberCell(numberElement(value ?? NaN, fixed(value ?? NaN, 6))),
                make('td', {}, who),
            ),
        ),
    );
}

function showSettings() {
    const sections = [...new Set(data.settings.map((setting) => setting.section))];
    byId('settings').append(
        ...sections.map((section) =>
            make(
                'table',
                { class: 'settings' },
                make('caption', {}, section),
                make(
                    'tbody',
                    {},
                    data.settings
                        .filter((setting) => setting.section === section)
                        .map((setting) =>
                            make(
                                'tr',
                                { title: setting.help },
                                make('th', { scope: 'row' }, setting.name),
                                make('td', {}, setting.value === '' ? '–' : setting.value),
                            ),
                        ),
                ),
            ),
        ),
    );
}

/* W_Q with its index below. */
function tensorName(name) {
    const [letter, index] = name.split('_');
    return make('i', {}, letter, index ? make('sub', {}, index) : null);
}

function showParameters() {
    byId('parameters').append(
        ...data.models.map((model) =>
            make(
                'table',
                { class: 'settings' },
                make('caption', {}, `${model.name}: ${model.parameters} numbers`),
                make(
                    'tbody',
                    {},
                    model.tensors.map(({ name, rows, columns, vector }) =>
                        make(
                            'tr',
                            {},
                            make('th', { scope: 'row' }, tensorName(name)),
                            make('td', {}, vector ? `[${rows}]` : `[${rows} × ${columns}]`),
                            numberCell(String(rows * columns)),
                        ),
                    ),
                ),
            ),
        ),
    );
}

export function showRun() {
    document.title = `${data.name}: attnlearn report`;
    byId('run-name').textContent = data.name;
    const { pairs, letters, digits } = data.task;
    byId('task').textContent =
        `${pairs} pairs of a letter (of ${letters}) and a digit (of ${digits}), and a ` +
        'letter that is asked for: the answer is its digit.';
    byId('version').textContent = data.version;
    showResult();
    showFloors();
    showSettings();
    showParameters();
}
