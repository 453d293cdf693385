/* What the tests share: runs, their pages, and a browser that has no network.
 *
 * From the environment: ATTNLEARN the program, BROWSER_FOLDER where playwright-core is installed and
 * everything is written, CHROMIUM the browser (found where it is not said). */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { assertEqual } from './harness.mjs';

export const folder = path.resolve(process.env.BROWSER_FOLDER);
const program = path.resolve(process.env.ATTNLEARN);
const { chromium } = createRequire(`${folder}/`)('playwright-core');

const browserPath = () =>
    process.env.CHROMIUM ||
    ['chromium', 'chromium-browser', 'google-chrome']
        .flatMap((name) => process.env.PATH.split(':').map((place) => path.join(place, name)))
        .find((file) => fs.existsSync(file));

const flags = [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--force-color-profile=srgb',
];

export const browser = await chromium.launch({
    executablePath: browserPath(),
    args: process.getuid() === 0 ? [...flags, '--no-sandbox'] : flags,
});

/* What the program prints; it fails where the program does. */
export const attnlearn = (...words) =>
    execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
export const attnlearnJson = (...words) => JSON.parse(attnlearn(...words));

const inFolder = (name) => path.join(folder, name);

/* A run of that name, trained unless it is there already in these tests; its folder. */
const made = new Set();
export function trained(name, ...options) {
    const run = inFolder(name);
    if (!made.has(name)) attnlearn('train', '--out', run, '--force', '-q', ...options);
    made.add(name);
    return run;
}

/* The report of a run folder; its file. */
export function reported(run) {
    const file = `${run}.html`;
    attnlearn('report', run, '-o', file);
    return file;
}

/* The run that most tests look at: the default one, of all models, with its film. */
export const defaultRun = () =>
    trained('default', '--model', 'attention,average,mlp', '--snapshots', '40');
let defaultFile = null;
export const defaultReport = () => (defaultFile ??= reported(defaultRun()));

/* Waits until the page has drawn itself. */
export const ready = (page) =>
    page.waitForSelector(':root[data-ready]', { state: 'attached', timeout: 60000 });

/* Opens a page from disk, gives it to `look`, and fails where it asked for anything but itself or
 * said anything on the console. */
export async function withPage(file, look, { width = 1440, height = 900, ...options } = {}) {
    const context = await browser.newContext({
        viewport: { width, height },
        offline: true,
        ...options,
    });
    const page = await context.newPage();
    const said = [];
    page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => said.push(`error: ${error.message}`));
    page.on('request', (request) => {
        if (request.url() !== `file://${encodeURI(file)}`) said.push(`request: ${request.url()}`);
    });
    await page.goto(`file://${encodeURI(file)}`);
    try {
        await ready(page);
        await look(page);
    } catch (error) {
        error.message = [error.message, ...said].join('\n');
        throw error;
    } finally {
        await context.close();
    }
    assertEqual(said.join('\n'), '', 'the console and the network');
}

/* All numbers in a part of the page, with all of their digits, in their order. */
export const numbersIn = (page, selector) =>
    page.$$eval(`${selector} data`, (all) =>
        all.map((one) => (one.value === '' ? NaN : Number(one.value))),
    );

/* Rows of numbers of a table's body: cells that can be seen. */
export const rowsIn = (page, selector) =>
    page
        .locator(selector)
        .locator('tbody tr')
        .evaluateAll((rows) =>
            rows.map((row) =>
                [...row.querySelectorAll('data')].map((one) =>
                    one.value === '' ? NaN : Number(one.value),
                ),
            ),
        );

export const screenshot = (page, name) =>
    page.screenshot({ path: inFolder(`${name}.png`), fullPage: true });
