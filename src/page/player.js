/* A slider that also plays by itself. */
import { make } from './dom.js';

/* Milliseconds a moment is shown, and for those who want less motion. */
const PACE = 140;
const CALM_PACE = 700;

const wantsLessMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/* player({label, count, describe(i), show(i)}) -> {button, slider}; begins at the last moment. */
export function player({ label, count, describe, show }) {
    let timer = null;
    const slider = make('input', {
        type: 'range',
        min: 0,
        max: count - 1,
        value: count - 1,
        'aria-label': label,
        disabled: count < 2,
        input: () => {
            stop();
            go(Number(slider.value));
        },
    });
    const button = make('button', {
        type: 'button',
        class: 'play',
        disabled: count < 2,
        click: () => (timer ? stop() : start()),
    });

    function go(i) {
        slider.value = i;
        slider.setAttribute('aria-valuetext', describe(i));
        show(i);
    }
    function name(text) {
        button.textContent = text;
        button.classList.toggle('playing', timer !== null);
    }
    function stop() {
        clearInterval(timer);
        timer = null;
        name('Play');
    }
    function start() {
        if (Number(slider.value) === count - 1) go(0);
        timer = setInterval(
            () => {
                go(Number(slider.value) + 1);
                if (Number(slider.value) === count - 1) stop();
            },
            wantsLessMotion() ? CALM_PACE : PACE,
        );
        name('Pause');
    }
    name('Play');
    go(count - 1);
    return { button, slider };
}
