import type { EmulatorOptions } from 'control-api-sdk/emulator';

const MINUTE = 60_000;

/** name, site, application, status, minutes since it was seen, and whether its firmware is old. */
const rows = [
  ['North gate camera', 'Harbour North', 'Gate counter', 'ONLINE', 1, false],
  ['South gate camera', 'Harbour North', 'Gate counter', 'ONLINE', 1, true],
  ['Quay 1 crane monitor', 'Harbour North', 'Crane watch', 'OFFLINE', 190, true],
  ['Quay 2 crane monitor', 'Harbour North', 'Crane watch', 'ONLINE', 2, false],
  ['Weighbridge scanner', 'Harbour North', 'Gate counter', 'ONLINE', 1, false],
  ['Cold store thermometer', 'Harbour South', 'Climate log', 'ONLINE', 3, false],
  ['Loading dock 1', 'Harbour South', 'Dock planner', 'RESTARTING', 4, false],
  ['Loading dock 2', 'Harbour South', 'Dock planner', 'ONLINE', 1, false],
  ['Loading dock 3', 'Harbour South', 'Dock planner', 'ONLINE', 2, true],
  ['Workshop gateway', 'Old Mill', 'Climate log', 'OFFLINE', 2_950, false],
  ['Mill tower anemometer', 'Old Mill', 'Climate log', 'ONLINE', 5, false],
  ['Archive humidity sensor', 'City Library', 'Climate log', 'ONLINE', 7, false],
  ['Reading room counter', 'City Library', 'Gate counter', 'ONLINE', 2, false],
  ['Entrance display', 'City Library', 'Signage', 'ONLINE', 1, true],
  ['Return desk display', 'City Library', 'Signage', 'OFFLINE', 47, false],
  ['Hall A belt sensor', 'Airport Cargo', 'Dock planner', 'ONLINE', 1, false],
  ['Hall B belt sensor', 'Airport Cargo', 'Dock planner', 'ONLINE', 1, false],
  ['Hall C belt sensor', 'Airport Cargo', 'Dock planner', 'ONLINE', 2, false],
  ['Customs gate camera', 'Airport Cargo', 'Gate counter', 'ONLINE', 1, false],
  ['Apron weather mast', 'Airport Cargo', 'Climate log', 'RESTARTING', 6, true],
  ['Night gate camera', 'Airport Cargo', 'Gate counter', 'ONLINE', 2, false],
  ['Fuel depot gauge', 'Airport Cargo', 'Crane watch', 'ONLINE', 9, false],
  ['Bridge 4 crane monitor', 'Harbour North', 'Crane watch', 'ONLINE', 3, false],
  ['Staff gate camera', 'Harbour South', 'Gate counter', 'OFFLINE', 11_600, true],
  ['Roof solar meter', 'City Library', 'Climate log', 'ONLINE', 4, false],
  ['Basement pump meter', 'Old Mill', 'Climate log', 'ONLINE', 8, false],
] as const;

const applications = [...new Set(rows.map(([, , application]) => application))];

/** A team as the emulator serves it, seen at a moment. */
export function demoWorld(now: number): EmulatorOptions {
  return {
    schema: 'schema.graphql',
    fixtures: {
      Application: applications.map((name, index) => ({
        id: `app_${index + 1}`,
        name,
        firmwareVersion: `4.${index}.2-r8417`,
      })),
      Device: rows.map(([name, site, application, status, minutes, old], index) => ({
        id: `device_${1001 + index}`,
        ...{ name, site, status },
        application: `app_${applications.indexOf(application) + 1}`,
        firmwareVersion: old ? `3.9.${index}-r7302` : `4.${applications.indexOf(application)}.2-r8417`,
        lastSeenAt: new Date(now - minutes * MINUTE).toISOString(),
        serialNumber: `SN-70${index}-${index * 7919 + 104729}`,
        ipAddress: `10.71.${index + 10}.${200 - index}`,
      })),
    },
  };
}
