// Prints how many times as much CPU time a piece of work takes now as on a quiet machine, and at least 1: where neighbours or a slow
// processor make a CPU second hold less, a budget of CPU seconds is multiplied by it.

/** CPU seconds of this work on a quiet machine, on Node 20. */
const QUIET = 0.7;

const begun = process.cpuUsage();
for (let round = 0; round < 150; round += 1) {
  const objects = Array.from({ length: 5_000 }, (_, at) => ({
    id: `device_${(at * 7919) % 5_000}_${round}`,
    tags: [`${at}`],
  }));
  const known = new Map(objects.map((object) => [object.id, object]));
  const text = JSON.stringify([...known.values()].sort((one, other) => (one.id < other.id ? 1 : -1)));
  JSON.parse(text).filter(({ id }) => /_\d*[05]_/.test(id));
}
const { user, system } = process.cpuUsage(begun);
console.log(Math.max(1, (user + system) / 1e6 / QUIET).toFixed(2));
