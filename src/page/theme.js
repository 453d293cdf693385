/* The switch between a dark and a light page; until it is used, the system's wish holds. */
import { byId } from './dom.js';

export function startTheme() {
    const button = byId('theme');
    const wish = matchMedia('(prefers-color-scheme: dark)');
    let dark = wish.matches;
    const show = () => {
        button.setAttribute('aria-pressed', String(dark));
    };
    button.addEventListener('click', () => {
        dark = !dark;
        document.documentElement.dataset.theme = dark ? 'dark' : 'light';
        show();
    });
    wish.addEventListener('change', () => {
        if (document.documentElement.dataset.theme) return;
        dark = wish.matches;
        show();
    });
    show();
}
