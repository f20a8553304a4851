/** Waits until the connections of answers that have come are free again: the event loop has turned whole. */
export async function rested(): Promise<void> {
  for (let step = 0; step < 4; step++) await new Promise((resolve) => void setImmediate(resolve));
}
