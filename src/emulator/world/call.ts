import type { GraphQLObjectType, GraphQLResolveInfo } from 'graphql';
import type { Field } from '../../graphql/fields.ts';
import type { Arguments } from './select.ts';
import type { Thing } from './thing.ts';

/** A field as it is asked for. */
export interface Call {
  readonly owner: Thing;
  readonly type: GraphQLObjectType;
  readonly field: Field;
  readonly args: Arguments;
  readonly info: GraphQLResolveInfo;
  /** Called with what is not understood. */
  readonly note: (what: string) => void;
}
