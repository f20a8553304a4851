import { type ControlClient, isControlApiError } from 'control-api-sdk';
import { OfflineDevices, RebootDevice } from './generated/control-api.js';

/** What became of each device, by name. */
export interface Report {
  readonly rebooted: string[];
  /** Not rebooted: nothing was sent, or the service refused it. It can be tried again. */
  readonly failed: string[];
  /** The answer was lost: somebody has to look, since a second reboot would be one too many. */
  readonly unclear: string[];
}

/** Reboots every device that is offline, one after the other. */
export async function rebootOffline(control: ControlClient): Promise<Report> {
  const report: Report = { rebooted: [], failed: [], unclear: [] };
  // The whole list first: a reboot changes what the next page holds.
  const devices = await control.paginate(OfflineDevices, { first: 50 }).toArray({ limit: 10_000 });
  for (const { id, name } of devices) {
    try {
      await control.request(RebootDevice, { id });
      report.rebooted.push(name);
    } catch (error) {
      if (!isControlApiError(error)) throw error;
      // A key that is refused once is refused for all of them.
      if (error.code === 'unauthenticated' || error.code === 'forbidden') throw error;
      report[error.outcome === 'unknown' ? 'unclear' : 'failed'].push(name);
    }
  }
  return report;
}
