/* Numbers between 0 and 1 as bars: a table with a row each. */
import { make } from './dom.js';
import { fixed, numberElement, setNumber } from './numbers.js';

function barRow(extra) {
    const label = make('th', { scope: 'row' });
    const bar = make('span', { class: 'bar' });
    const number = numberElement(NaN);
    const more = extra.map(() => make('td', { class: 'number' }, numberElement(NaN)));
    const mark = make('td', { class: 'mark' });
    const line = make(
        'tr',
        {},
        label,
        more,
        make('td', { class: 'track', 'aria-hidden': 'true' }, make('span', { class: 'slot' }, bar)),
        make('td', { class: 'number' }, number),
        mark,
    );
    return { line, label, bar, number, more, mark };
}

function showBar(row, { label, value, mark, isMain, more = [] }) {
    row.label.textContent = label;
    row.bar.style.transform = `scaleX(${Number.isFinite(value) ? value : 0})`;
    setNumber(row.number, value);
    row.mark.textContent = mark ?? '';
    row.line.classList.toggle('marked', Boolean(isMain));
    row.more.forEach((cell, i) =>
        setNumber(cell.firstChild, more[i], Number.isFinite(more[i]) ? fixed(more[i], 3) : '–'),
    );
}

/* barTable({caption, label, value, extra}): titles of the columns; `extra` are further columns of
 * numbers before the bars. show() takes rows {label, value, mark, isMain, more}: a word
 * beside the number, and whether the row stands out. */
export function barTable({ caption, label, value, extra = [] }) {
    const body = make('tbody');
    let rows = [];
    const element = make(
        'table',
        { class: 'bars' },
        make('caption', {}, caption),
        make(
            'thead',
            {},
            make(
                'tr',
                {},
                make('th', { scope: 'col' }, label),
                extra.map((title) => make('th', { scope: 'col', class: 'number' }, title)),
                make('td', { class: 'track' }),
                make('th', { scope: 'col', class: 'number' }, value),
                make('td', { class: 'mark' }),
            ),
        ),
        body,
    );
    return {
        element,
        show(items) {
            if (rows.length !== items.length) {
                rows = items.map(() => barRow(extra));
                body.replaceChildren(...rows.map((row) => row.line));
            }
            items.forEach((item, i) => showBar(rows[i], item));
        },
    };
}
