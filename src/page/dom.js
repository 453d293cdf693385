/* Elements. Text is always set as text: nothing of a run is ever read as HTML. */

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === 'function') element.addEventListener(name, value);
        else if (value === true) element.setAttribute(name, '');
        else if (value !== false && value !== null && value !== undefined) {
            element.setAttribute(name, value);
        }
    }
    element.append(...children.flat(9).filter((child) => child !== null && child !== undefined));
    return element;
}

/* make('button', {type: 'button', click: f}, 'text', child, [children]): functions listen. */
export const make = (tag, attributes = {}, ...children) =>
    fill(document.createElement(tag), attributes, children);
export const makeSvg = (tag, attributes = {}, ...children) =>
    fill(document.createElementNS(SVG, tag), attributes, children);

export const byId = (id) => document.getElementById(id);

/* Gives the element the colours of a style (styleOf in data.js), for the style sheet to use. */
export function paint(element, style) {
    element.style.setProperty('--hue', style.line);
    element.style.setProperty('--hue-ink', style.ink);
    return element;
}

/* A short stretch of a curve, for legends and tables. */
export function swatch(style) {
    const line = makeSvg('line', {
        x1: 2,
        x2: 30,
        y1: 6,
        y2: 6,
        class: 'curve',
        'stroke-dasharray': style.dashes,
    });
    return paint(
        makeSvg(
            'svg',
            {
                class: 'swatch',
                width: 32,
                height: 12,
                viewBox: '0 0 32 12',
                'aria-hidden': 'true',
            },
            line,
        ),
        style,
    );
}

let names = 0;
const newName = () => `choice-${++names}`;

/* A row of radio buttons: options [[value, label]]; `choose` is called with the value. */
export function choice(legend, options, chosen, choose) {
    const name = newName();
    const item = ([value, label]) =>
        make(
            'label',
            {},
            make('input', {
                type: 'radio',
                name,
                value,
                checked: value === chosen,
                change: () => choose(value),
            }),
            make('span', {}, label),
        );
    return make(
        'fieldset',
        { class: 'choice' },
        make('legend', {}, legend),
        make('div', { class: 'options' }, options.map(item)),
    );
}

/* A check box with its label. */
export const check = (label, checked, toggle) =>
    make(
        'label',
        { class: 'check' },
        make('input', {
            type: 'checkbox',
            checked,
            change: (event) => toggle(event.target.checked),
        }),
        make('span', {}, label),
    );
