/** Waits for a whole turn of the event loop, which frees the connections of complete answers. */
export async function rested(): Promise<void> {
  for (let step = 0; step < 4; step++) await new Promise((resolve) => void setImmediate(resolve));
}
