/* Ask the model: a question that is edited by hand, and everything the model makes of it. */
import { attentionBars, probabilityBars, sentence } from './answer.js';
import { data, styleOfModel } from './data.js';
import { byId, choice, make, swatch } from './dom.js';
import { forward } from './model.js';
import { finalWeights } from './moments.js';
import { makePalette } from './palette.js';
import { letterName, pairsText, parseQuestion, readQuestion } from './question.js';

/* The two lines of text: whatever stands in them is the question, as soon as it is one. */
function makeTyping(asked) {
    const problem = make('p', { class: 'problem', role: 'alert' });
    const pairs = make('input', {
        type: 'text',
        id: 'pairs-text',
        spellcheck: 'false',
        autocomplete: 'off',
        autocapitalize: 'off',
        'aria-describedby': 'pairs-problem',
        input: () => read(),
    });
    const query = make('input', {
        type: 'text',
        id: 'query-text',
        spellcheck: 'false',
        autocomplete: 'off',
        autocapitalize: 'off',
        size: 2,
        input: () => read(),
    });
    problem.id = 'pairs-problem';
    let reading = false;

    function read() {
        let question;
        try {
            question = parseQuestion(data.task, pairs.value, query.value);
        } catch (error) {
            problem.textContent = `${error.message}.`;
            return;
        }
        problem.textContent = '';
        reading = true;
        asked.set(question);
        reading = false;
    }
    asked.watch((question) => {
        if (reading) return;
        problem.textContent = '';
        pairs.value = pairsText(question);
        query.value = letterName(question.query);
    });
    return make(
        'div',
        { class: 'typing' },
        make('label', { class: 'field grow' }, 'pairs ', pairs),
        make('label', { class: 'field' }, 'asked for ', query),
        problem,
    );
}

/* The model's answer: {element, show(question)}. */
function makeResult() {
    const look = { model: data.models[0], h: 0 };
    const said = make('p', { class: 'said', 'aria-live': 'polite' });
    const attention = attentionBars(['qk', 's']);
    const answer = probabilityBars();
    const heads = make('div');
    let question = null;
    const show = () => {
        const pass = forward(data.task, look.model, finalWeights(look.model), question);
        attention.show(question, pass, look.h);
        answer.show(pass);
        said.replaceChildren(
            swatch(styleOfModel(look.model.name)),
            make('b', {}, look.model.name),
            ` ${sentence(pass)}.`,
        );
    };
    const choose = (name) => {
        look.model = data.models.find((model) => model.name === name);
        look.h = 0;
        const count = look.model.name === 'attention' ? look.model.heads : 1;
        heads.replaceChildren(
            ...(count < 2
                ? []
                : [
                      choice(
                          'head',
                          Array.from({ length: count }, (_, h) => [h, `${h + 1}`]),
                          0,
                          (h) => {
                              look.h = h;
                              show();
                          },
                      ),
                  ]),
        );
        if (question) show();
    };
    choose(look.model.name);
    return {
        element: make(
            'div',
            {},
            make(
                'div',
                { class: 'controls' },
                choice(
                    'model',
                    data.models.map(({ name }) => [name, name]),
                    look.model.name,
                    choose,
                ),
                heads,
            ),
            said,
            attention.element,
            answer.element,
        ),
        show(next) {
            question = next;
            show();
        },
    };
}

function makeNext(asked) {
    let next = -1;
    return make(
        'button',
        {
            type: 'button',
            click: () => {
                next = (next + 1) % data.questions.length;
                asked.set(readQuestion(data.task, data.questions[next]));
            },
        },
        'Another question',
    );
}

export function showAsk(asked) {
    const body = byId('ask-body');
    if (!data.models.length) {
        body.append(make('p', { class: 'note' }, 'There is no model to ask.'));
        return;
    }
    const result = makeResult();
    body.append(
        make(
            'div',
            { class: 'asking' },
            make(
                'div',
                { class: 'question' },
                makePalette(asked),
                makeTyping(asked),
                make('p', {}, makeNext(asked)),
            ),
            result.element,
        ),
    );
    asked.watch(result.show);
}
