/* The page: each section fills its place. This file comes last. */
import { showAsk } from './ask.js';
import { showCurves } from './curves.js';
import { data } from './data.js';
import { showExplore } from './explore.js';
import { showFilm } from './film.js';
import { readQuestion } from './question.js';
import { showRun } from './run.js';
import { startTheme } from './theme.js';
import { watched } from './watched.js';

/* The question of the film and of the model that is asked: one for both. */
const asked = watched(readQuestion(data.task, data.question ?? data.questions[0]));

startTheme();
showRun();
showCurves();
showFilm(asked);
showAsk(asked);
showExplore();
addEventListener('beforeprint', () => {
    document.querySelectorAll('details').forEach((details) => {
        details.open = true;
    });
});
document.documentElement.dataset.ready = 'yes';
