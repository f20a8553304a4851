/** A bug put into the source on purpose, to see that the simulation finds it. */
export interface PlantedBug {
  readonly name: string;
  readonly edits: readonly Edit[];
}

interface Edit {
  /** Below `src/`. */
  readonly file: string;
  /** What stands there, exactly once, and what to put in its place. */
  readonly find: string;
  readonly plant: string;
}

export const plantedBugs: readonly PlantedBug[] = [];
