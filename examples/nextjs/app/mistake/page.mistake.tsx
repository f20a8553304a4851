'use client';

// The mistake: this would run in the browser, with the key. `MISTAKE=1 npm run build` shows what becomes of it.
import { createControlClient } from 'control-api-sdk';

export default function Mistake() {
  return (
    <button type="button" onClick={() => createControlClient().devices()}>
      List
    </button>
  );
}
