/* The moments of training whose weights the page has. */
import { openWeights } from './model.js';

const opened = new Map();

function open(model, key, base64) {
    const name = `${model.name} ${key}`;
    if (!opened.has(name)) opened.set(name, openWeights(model, base64));
    return opened.get(name);
}

/* Its weights at the end of training. */
export const finalWeights = (model) => open(model, 'end', model.weights);

/* The snapshots, or the end alone where there are none: [{step, weights()}]. */
export function momentsOf(model, lastStep) {
    if (!model.snapshots.length) return [{ step: lastStep, weights: () => finalWeights(model) }];
    return model.snapshots.map(({ step, weights }) => ({
        step,
        weights: () => open(model, step, weights),
    }));
}
