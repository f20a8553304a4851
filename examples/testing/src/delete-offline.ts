import { type ControlClient, isControlApiError } from 'control-api-sdk';
import { DeleteDevice, OfflineDevices } from './generated/control-api.js';

/** What became of each device, by name. */
export interface Report {
  readonly deleted: string[];
  /** Not deleted: nothing was sent, or the service refused it. It can be tried again. */
  readonly failed: string[];
  /** The answer was lost: somebody has to look whether the device is there. */
  readonly unclear: string[];
}

/** Deletes every device that is offline, one after the other. */
export async function deleteOffline(control: ControlClient): Promise<Report> {
  const report: Report = { deleted: [], failed: [], unclear: [] };
  // The whole list first: a deletion changes what the next page holds.
  const devices = await control.paginate(OfflineDevices, { first: 50 }).toArray({ limit: 10_000 });
  for (const { id, name } of devices) {
    try {
      await control.request(DeleteDevice, { id });
      report.deleted.push(name);
    } catch (error) {
      if (!isControlApiError(error)) throw error;
      // A key that is refused once is refused for all of them.
      if (error.code === 'unauthenticated' || error.code === 'forbidden') throw error;
      report[error.outcome === 'unknown' ? 'unclear' : 'failed'].push(name);
    }
  }
  return report;
}
