import { flag, type Option, textOption } from './option.ts';

/** The options of every command. */
export const sharedOptions: {
  readonly settings: Option<string | undefined>;
  readonly verbose: Option<boolean>;
  readonly help: Option<boolean>;
} = {
  settings: textOption('<file>', 'read CONTROL_API_* from this file instead of .env'),
  verbose: flag('report where each setting is from, and causes of failures'),
  help: flag('show the help of the command'),
};
