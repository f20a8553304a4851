'use client';

import { useState } from 'react';
import { label } from './unit';

export function Device({ name }: { name: string | null }) {
  const [chosen, choose] = useState(false);
  return (
    <button type="button" aria-pressed={chosen} onClick={() => choose(!chosen)}>
      {label(name)}
    </button>
  );
}
