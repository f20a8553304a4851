import { type ControlClient, isControlApiError } from 'control-api-sdk';
import type { Outcome } from './ledger.js';

/** The piece of work. The mutation is invented, as the schema of this example is: yours is in your own schema. */
export const InstallFirmware = `mutation InstallFirmware($deviceId: ID!, $version: String!) {
  installFirmware(deviceId: $deviceId, version: $version) {
    device { id }
    userErrors { message }
  }
}`;

interface InstallFirmwareResult {
  readonly installFirmware: { readonly userErrors: readonly { readonly message: string }[] };
}

/** Sends the mutation once, and says what became of it. */
export async function installFirmware(control: ControlClient, deviceId: string, version: string): Promise<Outcome> {
  try {
    const { installFirmware } = await control.request<InstallFirmwareResult>(InstallFirmware, { deviceId, version });
    const [refusal] = installFirmware.userErrors;
    return refusal ? { state: 'refused', why: refusal.message } : { state: 'done', why: '' };
  } catch (error) {
    return outcomeOf(error);
  }
}

/**
 * - It may have taken effect: `unknown`, whatever the error is.
 * - Anything else certainly had no effect: the device is given back, to be tried again. Only user errors refuse it for good.
 *
 * @throws what is not an error of the SDK.
 */
export function outcomeOf(error: unknown): Outcome {
  if (!isControlApiError(error)) throw error;
  if (error.outcome === 'unknown') return { state: 'unknown', why: error.code };
  return { state: 'listed', why: error.code };
}
