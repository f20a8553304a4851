import type { ListDevicesQuery } from '../generated/control-api.ts';

type DevicesInAnswer = NonNullable<NonNullable<ListDevicesQuery['team']>['devices']>['nodes'];

/** A device of the team, with the documented fields. That either may be null is inferred: the document does not say. */
export type Device = NonNullable<NonNullable<DevicesInAnswer>[number]>;
