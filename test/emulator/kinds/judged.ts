import { expect, test } from 'vitest';
import { type Any, type Asker, asker } from '../world/reads/judge.ts';

/** A team of a schema, as in the suite of an integrator. */
export interface Team extends Asker {
  /** Reads fields of `team`. */
  read(selection: string): Promise<Any>;
  /** Runs a mutation under `team`, and returns its answer. */
  run(mutation: string): Promise<Any>;
}

/**
 * Runs checks, each on a world of its own. A check is right if it passes without a note. It is `noted` if the emulator does not
 * support its mutation, and says so.
 */
export function judge<Fields>(
  where: string,
  schema: string,
  fieldsOf: (team: Team) => Fields,
  checks: Readonly<Record<string, (team: Team & Fields) => Promise<void>>>,
  noted: readonly string[],
): void {
  test.each(Object.entries(checks))(
    `the mutations under \`team\`, ${where}, are right, or noted: %s`,
    async (name, check) => {
      const each = await asker(schema, { nulls: 0.1 });
      const team: Team = {
        ...each,
        read: async (selection) => (await each.ask(`{ team { ${selection} } }`)).team,
        run: async (mutation) => Object.values((await each.ask(`mutation { team { ${mutation} } }`)).team)[0],
      };
      const checked = check({ ...team, ...fieldsOf(team) });
      if (noted.includes(name)) await checked.catch(() => {});
      else await checked;
      expect(each.notes.length > 0).toBe(noted.includes(name));
    },
  );
}
