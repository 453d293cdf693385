/* The browser tests: node run.mjs [WORDS IN THE NAMES OF TESTS]. page.mjs tells what they need. */
import { runTests } from './harness.mjs';
import { browser } from './page.mjs';
import './test_ask.mjs';
import './test_curves.mjs';
import './test_explore.mjs';
import './test_film.mjs';
import './test_hostile.mjs';
import './test_keyboard.mjs';
import './test_layout.mjs';
import './test_speed.mjs';

const passed = await runTests(process.argv.slice(2).join(' '));
await browser.close();
process.exit(passed ? 0 : 1);
