import type { EmulatorRequest } from './emulator-options.ts';
import type { HttpReply } from './http/http-exchange.ts';

/** An answer, and the request that it belongs to. */
export interface RememberedAnswer {
  readonly request: EmulatorRequest;
  readonly reply: HttpReply;
}

/** Answers that hold until the data change: a test suite reads the same lists over and over. */
export interface AnswerMemory {
  get(key: string): RememberedAnswer | undefined;
  set(key: string, answer: RememberedAnswer): void;
  clear(): void;
}

/** How many characters of answers are remembered before all are forgotten. */
const limit = 8_000_000;

/** Makes an empty memory. */
export function createAnswerMemory(): AnswerMemory {
  const answers = new Map<string, RememberedAnswer>();
  let size = 0;
  const clear = (): void => {
    answers.clear();
    size = 0;
  };
  return {
    get: (key) => answers.get(key),
    set(key, answer) {
      size += key.length + answer.reply.body.length;
      if (size > limit) clear();
      else answers.set(key, answer);
    },
    clear,
  };
}
