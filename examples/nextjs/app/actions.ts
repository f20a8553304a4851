'use server';

import { isControlApiError } from 'control-api-sdk';
import { revalidatePath } from 'next/cache';
import { control } from './control';
import { RenameDevice } from './generated/control-api';

/** A server action is an endpoint that anybody can call: look at your own login here, before anything else. */
export async function rename(form: FormData): Promise<void> {
  const [id, name] = [form.get('id'), form.get('name')];
  if (typeof id !== 'string' || typeof name !== 'string') throw new Error('The form lacks a field.');
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > 60) throw new Error('A name has 1 to 60 characters.');
  try {
    const { renameDevice } = await control.request(RenameDevice, { id, name: trimmed });
    if (renameDevice.userErrors.length > 0) throw new Error('The name was refused.');
  } catch (error) {
    if (!isControlApiError(error)) throw error;
    const unclear = error.outcome === 'unknown';
    throw new Error(unclear ? 'The device may have been renamed. Look before you try again.' : 'It was not renamed.');
  }
  revalidatePath('/');
}
