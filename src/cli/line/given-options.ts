import type { GivenOption } from '../../drift/index.ts';
import { type Options, writtenOption } from './option.ts';
import { sharedOptions } from './shared-options.ts';

/** The options of a command line as they are written. */
export function givenOptions(
  order: readonly (readonly [name: string, text: string])[],
  own: Options,
): readonly GivenOption[] {
  const declared: Options = { ...own, ...sharedOptions };
  return order.flatMap(([name, text]): readonly GivenOption[] => {
    const option = declared[name];
    if (option === undefined) return [];
    const written = writtenOption(name, option);
    return [option.takes === undefined || text === '' ? { option: written } : { option: written, value: text }];
  });
}
