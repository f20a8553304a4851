/** All that the page is ever given. What is not here does not leave the backend. */

export type Status = 'online' | 'offline' | 'restarting' | 'other';

export interface User {
  readonly name: string;
  readonly mayRename: boolean;
}

export interface Device {
  readonly id: string;
  readonly name: string;
  readonly status: Status;
  readonly site: string;
  /** ISO 8601. */
  readonly lastSeenAt: string;
  /** Derived: the backend compares two firmware versions, and gives away neither. */
  readonly updateDue: boolean;
}

export interface DeviceDetail extends Device {
  readonly application: string;
}

export interface DevicePage {
  readonly devices: readonly Device[];
  readonly counts: Readonly<Record<'all' | 'online' | 'offline' | 'restarting', number>>;
  /** What to ask for to get the next devices; null at the end. */
  readonly next: string | null;
}

export type Problem =
  /** Not signed in, or no longer. */
  | 'signed_out'
  | 'wrong_password'
  | 'too_many_tries'
  /** The request came from another site, or in another form than the page's. */
  | 'refused'
  | 'not_allowed'
  | 'invalid'
  | 'not_found'
  /** The service does not answer now: trying again may help. */
  | 'unavailable'
  /** The change may have been made, or not: look before you try again. */
  | 'unclear'
  | 'failed';

export interface Failure {
  readonly problem: Problem;
  readonly message: string;
}
