import type { EmulatorRequest } from './emulator-options.ts';
import type { HttpReply } from './http/http-exchange.ts';

/** An answer, and the request that it belongs to. */
export interface RememberedAnswer {
  readonly request: EmulatorRequest;
  readonly reply: HttpReply;
}

/** How many characters of answers are remembered before all are forgotten. */
const limit = 8_000_000;

/** Answers that hold until the data change: a test suite reads the same lists over and over. */
export class AnswerMemory {
  readonly #answers = new Map<string, RememberedAnswer>();
  #size = 0;

  get(key: string): RememberedAnswer | undefined {
    return this.#answers.get(key);
  }

  set(key: string, answer: RememberedAnswer): void {
    this.#size += key.length + answer.reply.body.length;
    if (this.#size > limit) this.clear();
    else this.#answers.set(key, answer);
  }

  clear(): void {
    this.#answers.clear();
    this.#size = 0;
  }
}
