import { createControlClient, devicesOperations } from 'control-api-sdk';
import { RenameDevice } from './generated/control-api';

// CONTROL_API_URL and CONTROL_API_KEY are read at the first call: a build needs neither. One client for the process.
export const control = createControlClient({ access: { only: [...devicesOperations, RenameDevice] } });
