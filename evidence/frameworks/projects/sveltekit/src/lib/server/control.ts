import { createControlClient } from 'control-api-sdk';

export const control = createControlClient(); // CONTROL_API_URL, CONTROL_API_KEY
