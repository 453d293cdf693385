/* A value that others watch: they are called at once, and whenever it is set. */

export function watched(value) {
    const watchers = [];
    return {
        get: () => value,
        set(next) {
            value = next;
            watchers.forEach((watcher) => watcher(value));
        },
        watch(watcher) {
            watchers.push(watcher);
            watcher(value);
        },
    };
}
