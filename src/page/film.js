/* Training as a film: the learned match, the attention of one question and its answer, at moments. */
import { attentionBars, probabilityBars, sentence } from './answer.js';
import { data } from './data.js';
import { byId, choice, make } from './dom.js';
import { hasMatch } from './match.js';
import { matchPanel, noMatch } from './match_panel.js';
import { forward } from './model.js';
import { momentsOf } from './moments.js';
import { player } from './player.js';
import { letterName, pairsText, readQuestion } from './question.js';
import { makeStrip } from './strip.js';

const lastStep = () => Math.max(0, ...data.curves.map((curve) => curve.columns.step.at(-1) ?? 0));

/* The film of one model in `place`, about the question that `asked` watches. */
function showModelFilm(place, model, asked) {
    const moments = momentsOf(model, lastStep());
    const questions = data.questions.map((line) => readQuestion(data.task, line));
    const match = hasMatch(data.task, model) ? matchPanel(model, moments, questions) : null;
    const attention = attentionBars([]);
    const answer = probabilityBars();
    const strip = makeStrip(moments.map((moment) => moment.step));
    const words = make('p', { class: 'said' });
    const clock = make('output', { class: 'clock' });
    let at = moments.length - 1;

    const showQuestion = () => {
        const question = asked.get();
        const pass = forward(data.task, model, moments[at].weights(), question);
        attention.show(question, pass, 0);
        answer.show(pass);
        words.textContent =
            `Asked “${pairsText(question)}” for ${letterName(question.query)}, ` +
            `${model.name} ${sentence(pass)}.`;
    };
    const show = (i) => {
        at = i;
        clock.textContent = `step ${moments[i].step}`;
        strip.move(i);
        match?.show(i);
        showQuestion();
    };
    const { button, slider } = player({
        label: 'moment of training',
        count: moments.length,
        show,
        describe: (i) => `step ${moments[i].step}`,
    });
    place.replaceChildren(
        make(
            'div',
            { class: 'player' },
            button,
            make('div', { class: 'track-place' }, strip.element, slider),
            clock,
        ),
        make(
            'div',
            { class: 'panels' },
            match?.element ?? noMatch(model),
            make('div', { class: 'panel' }, attention.element),
            make('div', { class: 'panel' }, answer.element),
        ),
        words,
    );
    return showQuestion;
}

/* What is missing from the film, in words; or nothing. */
function missing(model) {
    const there = model.snapshots_there;
    if (!model.snapshots.length && there > 0) {
        return `The run’s ${there} snapshots of ${model.name} are too large for this page: here is its end.`;
    }
    if (!model.snapshots.length) {
        return (
            'This run kept no snapshots, so there is only its end to see. ' +
            'A run of train --snapshots 40 can be moved through.'
        );
    }
    return there > model.snapshots.length
        ? `${model.snapshots.length} of the run’s ${there} snapshots are in this page.`
        : null;
}

export function showFilm(asked) {
    const body = byId('film-body');
    if (!data.models.length) {
        body.append(make('p', { class: 'note' }, 'This run has no model files yet.'));
        return;
    }
    const place = make('div');
    const note = make('p', { class: 'note' });
    let refresh = () => {};
    const choose = (name) => {
        const model = data.models.find((one) => one.name === name);
        refresh = showModelFilm(place, model, asked);
        note.textContent = missing(model) ?? '';
        note.hidden = !missing(model);
    };
    const names = data.models.map(({ name }) => [name, name]);
    body.append(names.length > 1 ? choice('model', names, names[0][0], choose) : '', note, place);
    choose(names[0][0]);
    asked.watch(() => refresh());
}
