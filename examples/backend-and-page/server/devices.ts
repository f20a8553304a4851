import type { ControlClient } from 'control-api-sdk';
import type { Device, DeviceDetail, DevicePage, Status } from '../shared/api.js';
import {
  DeviceDetail as DeviceDetailOperation,
  DeviceList,
  type DeviceStatus,
  type DeviceSummaryFragment,
  RenameDevice,
} from './generated/control-api.js';
import { ProblemError } from './problem.js';

/** All that this backend may ever send with its key: see `access` in main.ts. */
export const operations = [DeviceList, DeviceDetailOperation, RenameDevice];

const PAGE_SIZE = 20;

const statuses: Readonly<Record<string, Status>> = { ONLINE: 'online', OFFLINE: 'offline', RESTARTING: 'restarting' };
const filters: Readonly<Record<string, DeviceStatus>> = {
  online: 'ONLINE',
  offline: 'OFFLINE',
  restarting: 'RESTARTING',
};

// Field by field: what the service adds to an object later does not reach the page by accident.
const derived = ({ id, name, status, site, lastSeenAt, ...rest }: DeviceSummaryFragment): Device => ({
  id,
  name,
  status: statuses[status] ?? 'other',
  site,
  lastSeenAt,
  updateDue: rest.firmwareVersion !== rest.application.firmwareVersion,
});

const detailed = (device: DeviceSummaryFragment): DeviceDetail => ({
  ...derived(device),
  application: device.application.name,
});

export interface ListQuery {
  readonly search?: string | undefined;
  readonly status?: string | undefined;
  readonly after?: string | undefined;
}

export async function listDevices(control: ControlClient, query: ListQuery, signal: AbortSignal): Promise<DevicePage> {
  const status = query.status ? filters[query.status] : undefined;
  if (query.status && !status) throw new ProblemError('invalid', 'There is no such status.');
  const variables = {
    first: PAGE_SIZE,
    ...(query.after && { after: query.after }),
    ...(query.search && { search: query.search }),
    ...(status && { status }),
  };
  const { team } = await control.request(DeviceList, variables, { signal });
  const { nodes, pageInfo } = team.devices;
  const [online, offline, restarting] = [team.online, team.offline, team.restarting].map((it) => it.totalCount);
  const counts = { online: online ?? 0, offline: offline ?? 0, restarting: restarting ?? 0 };
  return {
    devices: nodes.map(derived),
    counts: { all: counts.online + counts.offline + counts.restarting, ...counts },
    next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
  };
}

export async function readDevice(control: ControlClient, id: string, signal: AbortSignal): Promise<DeviceDetail> {
  const { team } = await control.request(DeviceDetailOperation, { id }, { signal });
  if (!team.device) throw new ProblemError('not_found', 'There is no such device.');
  return detailed(team.device);
}

/** Without a signal: when the page goes away, the change is still made, and its outcome is still logged. */
export async function renameDevice(control: ControlClient, id: string, name: string): Promise<DeviceDetail> {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > 60) throw new ProblemError('invalid', 'A name has 1 to 60 characters.');
  const { renameDevice: payload } = await control.request(RenameDevice, { id, name: trimmed });
  if (!payload.device || payload.userErrors.length > 0)
    throw new ProblemError('invalid', 'The device service did not accept this name.');
  return detailed(payload.device);
}
