/* A heat map as a table: rows look at columns, and numbers stand in the cells while they fit. */
import { cellColours } from './colours.js';
import { make } from './dom.js';
import { fixed, numberElement, setNumber } from './numbers.js';

const MOST_NUMBERS = 12;

function showCell(cell, x, low, high) {
    const { background, ink } = cellColours(x, low, high);
    cell.style.backgroundColor = background;
    cell.style.color = ink;
    cell.classList.toggle('masked', x === null);
    setNumber(cell.firstChild, x, x === null ? '·' : fixed(x, 2));
}

/* heatTable({caption, rowTitle, columnTitle, rows, columns, choose}): names of rows and columns;
 * with `choose`, a row can be chosen, and is told by its number. Gives {element, show, mark}. */
export function heatTable({ caption, rowTitle, columnTitle, rows, columns, choose }) {
    const cells = rows.map(() => columns.map(() => make('td', {}, numberElement(NaN))));
    const heads = rows.map((name, i) => {
        if (!choose) return make('th', { scope: 'row' }, name);
        const button = make('button', { type: 'button', 'aria-pressed': 'false' }, name);
        return make('th', { scope: 'row' }, button);
    });
    const lines = rows.map((_, i) =>
        make(
            'tr',
            choose ? { class: 'chosen-by-click', click: () => choose(i) } : {},
            heads[i],
            cells[i],
        ),
    );
    const corner = make(
        'td',
        { class: 'corner' },
        make('span', {}, `${rowTitle} ↓`),
        make('span', {}, `${columnTitle} →`),
    );
    const element = make(
        'table',
        { class: columns.length > MOST_NUMBERS ? 'heat dense' : 'heat' },
        make('caption', {}, caption),
        make(
            'thead',
            {},
            make(
                'tr',
                {},
                corner,
                columns.map((name) => make('th', { scope: 'col' }, name)),
            ),
        ),
        make('tbody', {}, lines),
    );
    return {
        element,
        /* values[row][column]; null is masked. */
        show(values, low, high) {
            values.forEach((row, i) => row.forEach((x, j) => showCell(cells[i][j], x, low, high)));
        },
        mark(chosen) {
            lines.forEach((line, i) => {
                line.classList.toggle('chosen', i === chosen);
                heads[i].firstChild.setAttribute('aria-pressed', i === chosen);
            });
        },
    };
}
